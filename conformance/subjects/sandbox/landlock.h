// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: limits access to certain files, on machines without namespaces (Landlock).
//
// system_calls.h refuses what Landlock does not control: changing modes, owners, times and attributes of read-only
// files, and, in its first two versions, truncating them. Source: the kernel's
// Documentation/userspace-api/landlock.rst.
#pragma once

#include <string>
#include <vector>

namespace bindpose::conformance {

struct FileRules {
  std::vector<std::string>
      readable;                     ///< readable files, and folders with all their contents; also executable
  std::vector<std::string> listed;  ///< folders whose names may be read
  std::vector<std::string> writable;  ///< writable files, and folders with all their contents; not executable
};

/// The version of the kernel's Landlock; 0 if there is none or it is switched off.
int landlock_version();
inline constexpr int landlock_with_truncation = 3, landlock_with_signals = 6;

/// Restricts files permanently for this process and its future children. Also allows /dev/null and similar files;
/// omits missing paths. If it returns false, start nothing.
bool restrict_files(const FileRules& rules);

}  // namespace bindpose::conformance
