// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: recipe.h, the tables that a program of programs/ reads.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "conformance/repro/beside.h"
#include "gpu/capture/recipe.h"

namespace bindpose::conformance {

// Files that a program reads.
constexpr const char* vertices_file = "vertices.bin";
constexpr const char* part_numbers_file = "part-numbers.bin";
std::string file_of_rows(std::size_t i);
std::string file_of_uniform(std::size_t i);
std::string file_of_buffer(std::size_t i);
constexpr const char* passing_shader_file = "passing.glsl";

/// captures: in the recipe's order; bindings: of a kernel's arguments in their order; of a shader none.
std::string recipe_header(const gpu::Recipe& recipe, const std::vector<JudgedCapture>& captures,
                          const std::string& test, const std::vector<unsigned>& bindings);

}  // namespace bindpose::conformance
