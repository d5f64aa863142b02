// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: memory and disk that processes hold outside their resident memory and outside any folder, read from /proc.
#pragma once

#include <cstddef>
#include <cstdint>

#include <sys/types.h>

namespace bindpose::conformance {

/// Descriptors that a foreign program may have open in each process, and in flight between processes.
inline constexpr std::size_t most_descriptors = 512;

/// Mappings that all of its processes may have together: reading more would take too long.
inline constexpr std::size_t most_mappings = 65536;
/// Limit on watches of epoll. The kernel has one limit for all programs of a user.
inline constexpr std::size_t most_watches = 65536;
/// Locks on parts of files.
inline constexpr std::size_t most_locks = 65536;

struct Held {
  /// Bytes of the kernel's memory: full buffers for every socket and pipe, page tables, mappings, shared mappings without a
  /// file, files in memory that only these processes see, what is kept for open files and folders, watches of epoll, locks.
  std::uint64_t memory = 0;
  std::uint64_t disk = 0;       ///< bytes of deleted files that are open or mapped
  std::uint64_t uncharged = 0;  ///< bytes of the memory above that no control group counts
  std::uint64_t swapped = 0;    ///< bytes of swapped memory; shared memory counts for each process
};
/// Counts the descendants of a process, at most `most`. Only the first `trusted` processes may hide their
/// memory. If another one does, the result is `hidden`; so it is with more than most_mappings, most_watches
/// or most_locks, or an open file of a folder fdinfo in /proc.
inline constexpr std::uint64_t hidden = std::uint64_t{1} << 62;
Held held_by_descendants(pid_t of, std::size_t most, std::size_t trusted);

/// Bytes that the kernel keeps at most for one socket whose buffer was not enlarged.
std::uint64_t memory_of_socket();

/// Bytes that /proc does not show: sockets with full buffers that are in flight between processes.
std::uint64_t most_unseen_memory();

}  // namespace bindpose::conformance
