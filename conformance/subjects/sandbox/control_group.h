// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a kernel control group for one foreign program. It counts and limits all its memory, including kernel
// memory (buffers of sockets and pipes, page tables, files in memory). Source: the kernel's
// Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst.
#pragma once

#include <cstdint>
#include <filesystem>

#include "reference/io/process.h"

namespace bindpose::conformance {

/// Folder in which this process can make groups with a limit on memory; empty without one. Tried once per process.
const std::filesystem::path& folder_of_control_groups();

/// Folders that may allow groups, the nearest to the process first. `proc`: its folder in /proc.
std::vector<std::filesystem::path> control_group_candidates(const std::filesystem::path& proc);

class ControlGroup {
 public:
  /// Makes the group at `path` with a limit on its memory, including swap; exists() is false if this fails. An
  /// empty path makes none. In version 2 it also limits processes and threads, if the parent group allows it.
  ControlGroup(const std::filesystem::path& path, std::uint64_t bytes, std::size_t tasks);
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;
  ~ControlGroup();

  bool exists() const { return !path_.empty(); }
  /// Moves this process into the group, and so its future children.
  bool enter() const;
  /// Kills all processes of the group at once, if the kernel can: version 2, from Linux 5.14.
  void kill_all() const;
  /// True if the kernel has killed a process of the group because of the limit.
  bool was_hit() const;

 private:
  std::filesystem::path path_;
  Descriptor lock_;  ///< ends with this process
};

/// Removes a group that has no processes, or whose processes are about to end. Ignores an empty path.
void remove_group(const std::filesystem::path& path);

/// Removes old groups in the folder whose names begin with `prefix`: those of killed supervisors,
/// older than a second. Kills processes of a group without a supervisor's lock.
void remove_abandoned_groups(const std::filesystem::path& in, const std::string& prefix);

}  // namespace bindpose::conformance
