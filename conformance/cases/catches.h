// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the defects that each built-in case detects, measured by `bindpose mutation-score --keep-catches`.
#pragma once

#include <filesystem>

#include "reference/model/case.h"

namespace bindpose::conformance {

/// At most five detected defects for each case name; defects that the fewest cases detect come
/// first.
using Catches = std::map<std::string, std::vector<std::string>>;

/// Reads a table like conformance/mutation_score/catches.csv. Errors: those of read_text().
Expected<Catches> read_catches(const std::filesystem::path& file);
/// Reads mutation_score/catches.csv of the data folders.
Expected<Catches> kept_catches();

/// The built-in cases with their detected defects. Errors: those of kept_catches().
Expected<std::vector<Case>> cases_with_catches();

}  // namespace bindpose::conformance
