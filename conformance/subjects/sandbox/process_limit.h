// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the kernel's own limit on processes and threads (RLIMIT_NPROC), which holds where programs start others faster than anybody can
// count them. It is one for all processes of a user.
#pragma once

#include <cstddef>

#include <sys/resource.h>
#include <sys/types.h>

namespace bindpose::conformance {

/// Processes and threads of a user that this process can see.
std::size_t tasks_of_user(uid_t user);

/// Lets this process and all that it starts have at most so many more tasks than its user has now; of root, who gives each program a
/// user of its own, so many for that user. False where there is no room for a program to start: the judge's user lacks processes.
bool limit_processes(rlim_t most);

/// Nothing goes on in a process from now on; nor does it start another one, if it is of this one's user.
void hold_still(pid_t process);

/// Kills every process of a user that this process can become, at once: none can start another meanwhile.
void kill_all_of(uid_t user);

}  // namespace bindpose::conformance
