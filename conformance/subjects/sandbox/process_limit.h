// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the kernel's own limit on processes and threads of a user (RLIMIT_NPROC). It also holds where programs start others faster than the
// supervisor counts.
#pragma once

#include <cstddef>

#include <sys/resource.h>
#include <sys/types.h>

namespace bindpose::conformance {

/// Processes and threads of a user that this process can see.
std::size_t tasks_of_user(uid_t user);

/// Lets this process and all that it starts have at most so many more tasks than its user has now, and some for the user's other
/// programs; as root, where each program has a user of its own, so many for that user. False where a program has not enough room to start: the judge's user lacks processes.
bool limit_processes(rlim_t most);

/// Signals and timers that programs of this process's user have queued.
rlim_t queued_signals();

/// Nothing goes on in a process from now on; nor does it start another one, if it is of this one's user.
void hold_still(pid_t process);

/// Kills every process of a user that this process can become, at once: none can start another meanwhile.
void kill_all_of(uid_t user);

}  // namespace bindpose::conformance
