// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: which defects a built-in case detects, as `bindpose power --keep-catches` measured it.
#pragma once

#include <filesystem>

#include "reference/model/case.h"

namespace bindpose::conformance {

/// By the name of a case: ids of at most five defects that it detects, the one that the fewest cases detect first.
using Catches = std::map<std::string, std::vector<std::string>>;

/// Reads a table like conformance/power/catches.csv. Errors: those of read_text().
Expected<Catches> read_catches(const std::filesystem::path& file);
/// Reads power/catches.csv of the data folders.
Expected<Catches> kept_catches();

/// The built-in cases with what they detect. Errors: those of kept_catches().
Expected<std::vector<Case>> cases_with_catches();

}  // namespace bindpose::conformance
