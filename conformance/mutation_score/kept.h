// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: stored results of slow measurements: generated mutants, defects in shaders, false alarms.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace bindpose::conformance {

/// One line per measurement with its command, then the defects that no file detects. folder:
/// contains mutants/score.json, score_glsl.json, shaders.json and fractions.json. An unreadable
/// file counts as not measured.
std::string kept_text(const std::filesystem::path& folder);

/// kept_text() of the first of data_folders() that contains any of these files.
std::string kept_text();

/// Cases that detect a defect.
struct Sights {
  std::vector<std::string> shows;   ///< "lbs at level pose: 12 cases fail, 1 hide it"
  std::vector<std::string> hiding;  ///< cases in which the defect changes numbers only within the bound
};
/// Reads the cases from the text of matrix.csv.
Sights sights_of(std::string_view defect, std::string_view matrix);

/// Reads the cases from the committed matrix.csv; empty if the file is missing.
Sights kept_sights(std::string_view defect);

}  // namespace bindpose::conformance
