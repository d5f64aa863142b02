// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: cases that users write as files, without C++: cases/own/case.schema.json.
//
//   {"format": "bindpose-case-1", "name": "elbow", "algorithm": "lbs", "level": "palette", "options": {"normal_rule": "direction"},
//    "purpose": "...", "arrays": {"positions": [[0, 0, 0], [0, 0, 1]], ...}}
//
// "arrays" may also be the path of a .safetensors file, such as a golden file. The path is relative
// to the case's file; tensors have the arrays' names. The expected output, its bounds and its
// stages follow from the algorithm.
#pragma once

#include <filesystem>

#include "reference/model/case.h"

namespace bindpose::conformance {

/// Reads the case "<family>.<stem>.mine.<name>.<level>.f32" and rounds its numbers to float32.
/// folder: base of relative paths. Errors, at "where#/arrays/weights": CASE_JSON; CASE_FORMAT;
/// CASE_FIELD (missing, unknown or of another type); CASE_ALGORITHM (unknown algorithm, level or
/// option); CASE_ARRAY (undeclared, or not a rectangular list of numbers); CASE_ANSWER, if the
/// reference refuses the input (with its message), or if float32 decides no number of the output;
/// errors of reading a file.
Expected<Case> parse_own_case(std::string_view text, const std::string& where,
                              const std::filesystem::path& folder);

/// Cases of a file, or of every .json in a folder, by name. Errors: FILE_READ; CASE_NAME if two have the same name.
Expected<std::vector<Case>> read_own_cases(const std::vector<std::filesystem::path>& paths);

}  // namespace bindpose::conformance
