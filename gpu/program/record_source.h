// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the GLSL by which a compute shader reads the record of a vertex, which begins at word `at` of an array.
// Internal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "gpu/program/vertex_data.h"

namespace bindpose::gpu {

/// Declarations that the expressions below need. records: the array of uint.
std::string record_declarations(std::string_view records);

// Expressions for a word, counted as in VertexLayout.
std::string real_at(const VertexLayout& layout, std::size_t word);
std::string real3_at(const VertexLayout& layout, std::size_t word);
/// `type`: "int" or "uint".
std::string integer_at(const VertexLayout& layout, std::size_t word, const char* type = "uint");

}  // namespace bindpose::gpu
