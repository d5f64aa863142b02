// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what the steps that take minutes measured last - generated mutants, defects in
// shaders, false alarms.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace bindpose::conformance {

/// A line of each, and the command that measures it; and which defects no file shows. folder: where mutants/score.json and score_glsl.json,
/// shaders.json and fractions.json lie; of what cannot be read that it was not measured.
std::string kept_text(const std::filesystem::path& folder);

/// kept_text() of the first data_folders() that has any.
std::string kept_text();

/// Cases that show a defect.
struct Sights {
  std::vector<std::string> shows;   ///< "lbs at level pose: 12 cases fail, 1 hide it"
  std::vector<std::string> hiding;  ///< cases in which it moves numbers within the bound only
};
/// Reads them from the text of matrix.csv.
Sights sights_of(std::string_view defect, std::string_view matrix);

/// Reads them from the committed matrix.csv; empty without one.
Sights kept_sights(std::string_view defect);

}  // namespace bindpose::conformance
