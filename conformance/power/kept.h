// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what the steps that take minutes measured last - generated mutants, mistakes in
// shaders, false alarms.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace bindpose::conformance {

/// A line of each, and the command that measures it; and which mistakes no file shows. folder: where mutants/score.json and score_glsl.json,
/// shaders.json and fractions.json lie; of what cannot be read that it was not measured.
std::string kept_text(const std::filesystem::path& folder);

/// kept_text() of the first data_folders() that has any.
std::string kept_text();

/// Of a mistake, by matrix.csv: a line of each algorithm and level in which it shows, by how many cases, and below it the cases in which it
/// moves numbers within the bound alone.
std::string sights_text(std::string_view mistake, std::string_view matrix);

/// sights_text() of the matrix.csv that is kept; "" where there is none.
std::string kept_sights_text(std::string_view mistake);

}  // namespace bindpose::conformance
