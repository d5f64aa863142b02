// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: vertices in fewer bits, where those hold each number exactly. Internal to the libraries of gpu/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gpu/program/number_form.h"
#include "gpu/program/vertex_data.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// Format of a field in the words of vertex_data.h.
NumberForm word_form(VertexField::Type type);

/// The form of fewest bits in which each of an attribute's numbers is exactly what it is: integers of 8, 16 or 32 bits; normalized
/// integers of 8 bits and of 10, half floats, float32. Of more bits normalized integers hold no more of float32's numbers exactly: 0, 1 and -1.
/// words: [vertices * layout.words()]
NumberForm narrowest_form(const VertexLayout& layout, const VertexLayout::Attribute& attribute,
                          std::span<const std::uint32_t> words);

/// An attribute's bytes in a buffer, begun by four and four: what is not a multiple is filled up.
std::size_t bytes_of(const NumberForm& form, std::size_t numbers);

/// Numbers as words, stored in a form; without any, unused ones.
void store_numbers(const NumberForm& form, std::size_t numbers, std::span<const std::uint32_t> words,
                   std::byte* to);

/// Error NOT_APPLICABLE for vertices of which nothing is narrower.
Error nothing_is_narrower();

/// Has a compute shader read the vertices' records in fewer bits (VertexLayout::narrow): integers, and reals that are halves. Normalized integers
/// it would have to divide, and GLSL lets a division be off where the quotient is exact. Error NOT_APPLICABLE.
Expected<void> narrow_records(VertexData& data);

}  // namespace bindpose::gpu
