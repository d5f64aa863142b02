// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: files with expected outputs, in all folders that a subject sees: bindpose programs and packages, golden
// data, saved outputs, builds and the history of a checkout, the course's worked solutions. Recognised by content
// (oracle_content.h), never by location.
#pragma once

#include "conformance/subjects/open.h"

namespace bindpose::conformance {

struct OracleFile {
  std::string name;  ///< path below the searched folder
  bool is_folder = false;

  bool operator==(const OracleFile&) const = default;
};

/// Result of a search.
struct OracleFiles {
  std::vector<OracleFile> found;  ///< none is inside another
  std::string unfinished;         ///< why there may be more; empty if the search is complete
};

/// The files that a search opens.
enum class Look {
  candidates,  ///< those with a likely name or folder: for /usr, with its many files
  every_file
};

/// Limits of a search; a search that exceeds one is `unfinished`.
struct SearchLimits {
  std::size_t entries;      ///< files and folders that are visited
  std::size_t found = 500;  ///< each becomes a mount or a rule
};
inline constexpr SearchLimits system_limits{2'000'000}, shown_limits{100'000};

/// The subject's own files. Never hidden: files in its command, a worked solution in its folder or next to it, a
/// build that contains its folder.
struct OwnFiles {
  std::string folder;                 ///< absolute; empty: none
  std::vector<std::string> programs;  ///< absolute
};

/// Searches a folder or a file. Follows no links, except links among programs to another file of the folder.
OracleFiles search_oracle_files(const std::string& root, Look look, const OwnFiles& own,
                                const SearchLimits& limits);

/// Finds oracle files in a folder that a subject sees; in system folders among candidates, once per process.
OracleFiles oracle_files_in(const std::string& folder, const OwnFiles& own);

/// Folders of the system that every subject sees: /usr, and /bin and similar ones if they are not links into /usr.
std::vector<std::string> system_folders();

/// Error SANDBOX_ORACLE if a search was not complete.
Expected<void> require_complete(const OracleFiles& files, const std::string& folder);
/// Requires a complete search of the system's folders and of `sandbox.see`.
Expected<void> require_complete_search(const Sandbox& sandbox);

}  // namespace bindpose::conformance
