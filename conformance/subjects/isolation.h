// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: this machine's levels of isolation for foreign programs, found by trials.
#pragma once

#include "conformance/subjects/open.h"

namespace bindpose::conformance {

struct Isolation {
  SandboxLevel level = SandboxLevel::none;
  bool own_user = false;           ///< each program has its own user, because the judge is root
  bool nested_namespaces = false;  ///< an old bubblewrap: programs inside may create namespaces
  std::string description;         ///< for reports; begins with the level's name
  std::string
      trouble;  ///< why the sandbox could not be tested: the judge lacks processes; empty if it was tested
};
/// The best level that works, at most `most`. Each level is tried once per process.
const Isolation& isolation(SandboxLevel most = SandboxLevel::bubblewrap);
/// Tries each level now.
std::array<Isolation, 3> find_isolation();

/// "none", "landlock", "bubblewrap"
std::string to_string(SandboxLevel level);

/// Errors: SANDBOX_MISSING (this machine has less than requested), JUDGE_RESOURCES (it could not be tried).
Expected<void> require_sandbox(const Sandbox& sandbox);

}  // namespace bindpose::conformance
