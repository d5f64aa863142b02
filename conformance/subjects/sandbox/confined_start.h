// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the start of a foreign program in the supervisor's child: limits, control group, user, files and system calls.
#pragma once

#include "conformance/subjects/sandbox/confinement.h"
#include "conformance/subjects/sandbox/control_group.h"

namespace bindpose::conformance {

/// The ends of pipes that the child writes to, or that the supervisor reads.
struct SupervisorPipes {
  int words;    ///< the program's stderr
  int trouble;  ///< reason why the program was not started
  int started;  ///< bubblewrap's message that a process in its namespaces exists
};

/// Becomes the program; never returns. Descriptors 0 and 1 go to the program; 3 and above close.
[[noreturn]] void become(const Confinement& confinement, const ControlGroup& group,
                         const SupervisorPipes& pipes);

}  // namespace bindpose::conformance
