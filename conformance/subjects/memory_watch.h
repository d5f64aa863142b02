// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a memory limit for a program without a supervisor, such as a page's browser.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>

#include <sys/types.h>

namespace bindpose::conformance {

/// Kills a group of processes when they exceed their memory limit together. A thread checks every 50 ms (the
/// supervisor every 10 ms); shared memory counts once.
class MemoryWatch {
 public:
  /// leader: the parent of all counted processes, and the leader of their group. It must outlive this object.
  /// limit: in MiB.
  MemoryWatch(pid_t leader, std::size_t limit);

  /// True after the limit was exceeded.
  bool was_passed() const { return was_passed_; }

 private:
  std::atomic<bool> was_passed_ = false;
  std::jthread thread_;
};

}  // namespace bindpose::conformance
