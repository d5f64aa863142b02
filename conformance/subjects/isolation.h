// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the ways in which this machine can isolate foreign programs, found by trying them.
#pragma once

#include "conformance/subjects/open.h"

namespace bindpose::conformance {

struct Isolation {
  SandboxLevel level = SandboxLevel::none;
  bool own_user = false;           ///< each program has another user than the judge, which is root
  bool nested_namespaces = false;  ///< an old bubblewrap: programs inside may create namespaces
  std::string description;         ///< for reports; begins with the level's name
  std::string
      trouble;  ///< why the sandbox could not be tested: the judge lacks processes; empty: it was tested
};
/// The best level that works, at most `most`. Each is tried once a process.
const Isolation& isolation(SandboxLevel most = SandboxLevel::bubblewrap);
/// Tries each level now.
std::array<Isolation, 3> find_isolation();

/// "none", "landlock", "bubblewrap"
std::string to_string(SandboxLevel level);

/// Errors: SANDBOX_MISSING (there is less here than is requested), JUDGE_RESOURCES (it could not be tried).
Expected<void> require_sandbox(const Sandbox& sandbox);

}  // namespace bindpose::conformance
