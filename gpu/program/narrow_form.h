// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: vertices in fewer bits, if these hold each number exactly. Internal to the libraries of gpu/.
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

/// The format with the fewest bits that holds each number of an attribute exactly: integers of 8,
/// 16 or 32 bits; normalized integers of 8 or 10 bits, half floats, float32. Longer normalized
/// integers hold no further float32 numbers exactly. words: [vertices * layout.words()]
NumberForm narrowest_form(const VertexLayout& layout, const VertexLayout::Attribute& attribute,
                          std::span<const std::uint32_t> words);

/// Size of an attribute in a buffer, in bytes, rounded up to a multiple of four.
std::size_t bytes_of(const NumberForm& form, std::size_t numbers);

/// Stores the numbers of an attribute in a form; without words, stores unused numbers.
void store_numbers(const NumberForm& form, std::size_t numbers, std::span<const std::uint32_t> words,
                   std::byte* to);

/// Error NOT_APPLICABLE if no attribute of the vertices fits into fewer bits.
Error nothing_is_narrower();

/// Lets a compute shader read the vertices' records in fewer bits (VertexLayout::narrow): integers, and reals that are
/// halves. It does not use normalized integers, because GLSL allows their division to be inexact. Error NOT_APPLICABLE.
Expected<void> narrow_records(VertexData& data);

}  // namespace bindpose::gpu
