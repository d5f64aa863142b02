// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the kernel's own limit on processes and threads of a user (RLIMIT_NPROC). It also holds if programs start
// others faster than the supervisor counts.
#pragma once

#include <cstddef>

#include <sys/resource.h>
#include <sys/types.h>

namespace bindpose::conformance {

/// Processes and threads of a user that this process can see.
std::size_t tasks_of_user(uid_t user);

/// Limits this process and its children to `most` more tasks than its user has now, plus some for the user's other
/// programs. If the judge is root, each program has its own user, whose limit is `most`. False if a program could
/// not start: the judge's user lacks processes.
bool limit_processes(rlim_t most);

/// Signals and timers that programs of this process's user have queued.
rlim_t queued_signals();

/// Stops a process. If it belongs to this process's user, it can then start no other, even if it
/// continues.
void hold_still(pid_t process);

/// Kills every process of a user that this process can become, all at once, so that none can start another.
void kill_all_of(uid_t user);

}  // namespace bindpose::conformance
