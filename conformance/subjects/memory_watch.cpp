// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/memory_watch.h"

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>

#include "conformance/subjects/sandbox/usage.h"

namespace bindpose::conformance {
namespace {

constexpr auto period = std::chrono::milliseconds(50);
constexpr std::size_t most_tasks = 100000;  // limit of measured processes and threads

bool uses_more_than(std::uint64_t bytes, pid_t leader) {
  return usage_of_descendants(leader, most_tasks).memory > bytes &&
         proportional_memory(leader, most_tasks, true) > bytes;
}

}  // namespace

MemoryWatch::MemoryWatch(pid_t leader, std::size_t limit)
    : thread_([this, leader, bytes = std::uint64_t{limit} << 20](const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any waiting;
        std::unique_lock lock(mutex);
        while (!waiting.wait_for(lock, stop, period, [] { return false; }) && !stop.stop_requested()) {
          if (!uses_more_than(bytes, leader)) continue;
          was_passed_ = true;
          ::kill(-leader, SIGKILL);
          return;
        }
      }) {}

}  // namespace bindpose::conformance
