// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the command of a subject "cmd:" or "lib:", and its own files.
#pragma once

#include "conformance/subjects/open.h"

namespace bindpose::conformance {

struct Adapter {
  std::vector<std::string> command;
  std::string folder;                 ///< its own folder, absolute; empty: none
  std::vector<std::string> programs;  ///< further visible files
  std::string note;                   ///< reason why its folder is not completely visible, or empty
};
/// The folder is the one in `sandbox`, or the folder of the first word outside the system's folders. A
/// home folder, the folder of temporary files and their parent folders do not count as its own:
/// only the named files in them are visible.
/// Errors: SUBJECT_SYNTAX, FILE_READ, SANDBOX_FOLDER (a link leads to such a file).
Expected<Adapter> adapter_of(const SubjectSpec& spec, const Sandbox& sandbox);

/// Checks that the program of a command exists: a first word with a '/', or the script after a known interpreter,
/// here or in the adapter's folder. Error FILE_READ.
Expected<void> require_program(const Adapter& adapter);

/// Words as in a shell: separated by blanks, with '...', "...", \. Error SUBJECT_SYNTAX for an open quote.
Expected<std::vector<std::string>> split_words(std::string_view line);

/// True if the path is the folder itself or in it.
bool is_below(const std::string& path, const std::string& folder);
/// True if the path is the same for every program: below /usr and similar folders.
bool is_of_system(const std::string& path);

}  // namespace bindpose::conformance
