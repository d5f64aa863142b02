// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: memory and disk space of processes outside their resident memory and outside any folder, from /proc.
#pragma once

#include <cstddef>
#include <cstdint>

#include <sys/types.h>

namespace bindpose::conformance {

/// Limit of open descriptors per process of a foreign program, and in flight between processes.
inline constexpr std::size_t most_descriptors = 512;

/// Limit of mappings of all its processes together: reading more would take too long.
inline constexpr std::size_t most_mappings = 65536;
/// Limit on watches of epoll: the kernel has one limit for all programs of a user.
inline constexpr std::size_t most_watches = 65536;
/// Locks on parts of files.
inline constexpr std::size_t most_locks = 65536;

struct Held {
  /// Bytes of kernel memory: full buffers for every socket and pipe, page tables, mappings, shared mappings
  /// without a file, files in memory that only these processes see, data for open files and folders, watches of
  /// epoll, locks.
  std::uint64_t memory = 0;
  std::uint64_t disk = 0;       ///< bytes of deleted files that are open or mapped
  std::uint64_t uncharged = 0;  ///< bytes of the memory above that no control group counts
  std::uint64_t swapped = 0;    ///< bytes of swapped memory; shared memory counts for each process
};
/// Counts the descendants of a process, at most `most`. Only the first `trusted` processes may be
/// unreadable. The result is `hidden` if another process is unreadable, has more than
/// most_mappings, most_watches or most_locks, or has an open file of a folder fdinfo in /proc.
inline constexpr std::uint64_t hidden = std::uint64_t{1} << 62;
Held held_by_descendants(pid_t of, std::size_t most, std::size_t trusted);

/// Largest number of bytes that the kernel keeps for a socket whose buffer was not enlarged.
std::uint64_t memory_of_socket();

/// Bytes that /proc does not show: sockets with full buffers that are in flight between processes.
std::uint64_t most_unseen_memory();

}  // namespace bindpose::conformance
