// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the files that would answer every question, wherever they are seen: this program and what belongs to it, the golden
// data, the course's solutions, and in a checkout its history and what was built there.
#pragma once

#include <string>
#include <vector>

namespace bindpose::conformance {

struct Spoiler {
  std::string name;  ///< within the folder that is shown
  bool is_folder = false;
};

/// Those in a folder that a subject is shown, by their names there: found by name and, among its first hundred thousand
/// files, by what they are (another name of the same file or folder is found, a copy is not). A course's solutions are none
/// to a subject that lies beside them, and what was built is none to one that lies in it. What they are is looked up once in
/// the life of this process.
std::vector<Spoiler> spoilers_in(const std::string& folder, const std::string& own_folder);

}  // namespace bindpose::conformance
