// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: access to certain files alone, on machines without name spaces (Landlock).
//
// What Landlock does not know is refused by system_calls.h: to change modes, owners, times and attributes of files that
// cannot be written, and in its first two versions to cut them off.
// Source: the kernel's Documentation/userspace-api/landlock.rst.
#pragma once

#include <string>
#include <vector>

namespace bindpose::conformance {

struct FileRules {
  std::vector<std::string> readable;  ///< files, and folders with all below; also executable
  std::vector<std::string> listed;    ///< folders whose names may be read
  std::vector<std::string> writable;  ///< files, and folders with all below; nothing in them can be executed
};

/// The version of the kernel's Landlock; 0 if there is none or it is switched off.
int landlock_version();
inline constexpr int landlock_with_truncation = 3, landlock_with_signals = 6;

/// Restricts files for this process and all that it starts, for good. Also allows /dev/null and similar
/// files; paths that do not exist are omitted. False: nothing may be started.
bool restrict_files(const FileRules& rules);

}  // namespace bindpose::conformance
