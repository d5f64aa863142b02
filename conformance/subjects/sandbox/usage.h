// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: current resource use of processes, from /proc.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <sys/types.h>

namespace bindpose::conformance {

/// Children of a process, their children and so on, each once; stops at `most`.
std::vector<pid_t> descendants(pid_t of, std::size_t most);

/// Children of a process in another session than its own, except these: orphans of killed supervisors, if the
/// process adopts orphans (PR_SET_CHILD_SUBREAPER).
std::vector<pid_t> orphans(pid_t of, const std::set<pid_t>& kept);

/// Folders in /proc of the threads of a process that have its memory, "/proc/PID/task/TID"; none for an ended
/// process. The first thread may end before the others; then the process's own files in /proc are empty.
std::vector<std::string> living_threads(pid_t pid);
/// The first of these folders, or "".
std::string living_thread(pid_t pid);

struct Usage {
  std::size_t tasks = 0;     ///< processes and their threads
  std::uint64_t memory = 0;  ///< resident, bytes; shared pages count for each process
};
/// Stops counting soon after `enough` tasks.
Usage usage_of_descendants(pid_t of, std::size_t enough);

/// Bytes of at most `most` descendants, with shared memory counted once; takes milliseconds. Without
/// `shared_mappings`, omits mappings without a file on a disk.
std::uint64_t proportional_memory(pid_t of, std::size_t most, bool shared_mappings);

}  // namespace bindpose::conformance
