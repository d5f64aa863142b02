// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: threads that wait for work and divide ranges of vertices among themselves.
//
// The calling thread takes a part of the work. Other threads wait for work for about half a millisecond, then they
// sleep. A call does not wait for a thread that wakes up after all work is done.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace bindpose::software {

class Threads {
 public:
  /// count: number of computing threads, including the caller; 0 counts as 1.
  explicit Threads(std::size_t count);
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  std::size_t count() const { return workers_.size() + 1; }

  /// Works on the numbers from `begin` up to `end`, without `end`.
  using Work = std::function<void(std::size_t begin, std::size_t end)>;

  /// Calls work for ranges that cover 0 .. n - 1 and returns when all is done. All lengths but the last are multiples of `grain`.
  /// One caller at a time; work does not throw.
  void share(std::size_t n, std::size_t grain, const Work& work);

 private:
  void serve();
  void take_ranges();

  /// The current work; written only while no thread works.
  const Work* work_ = nullptr;
  std::size_t n_ = 0, grain_ = 0;
  std::atomic<std::size_t> next_{0};      ///< the first number that no thread has taken
  std::atomic<std::uint32_t> round_{0};   ///< changes when there is work
  std::atomic<std::uint32_t> taking_{0};  ///< workers that take part, and the bit `open`
  std::atomic<bool> ending_{false};
  std::vector<std::jthread> workers_;
};

}  // namespace bindpose::software
