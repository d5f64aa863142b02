// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/software/threads.h"

#include <algorithm>
#include <cstdint>

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

namespace bindpose::software {
namespace {

constexpr std::uint32_t open = 1U << 31;  // bit of taking_: workers may still join
constexpr int looks = 40'000;  // spins before a thread sleeps: half a millisecond; waking up takes a tenth

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  _mm_pause();
#endif
}

/// Returns when `word` is no longer `seen`.
void wait_while(const std::atomic<std::uint32_t>& word, std::uint32_t seen) {
  for (int look = 0; look < looks; ++look) {
    if (word.load(std::memory_order_acquire) != seen) return;
    pause();
  }
  word.wait(seen, std::memory_order_acquire);
}

}  // namespace

Threads::Threads(std::size_t count) {
  for (std::size_t worker = 1; worker < count; ++worker)
    workers_.emplace_back([this] { serve(); });
}

Threads::~Threads() {
  ending_ = true;
  ++round_;
  round_.notify_all();
}

void Threads::share(std::size_t n, std::size_t grain, const Work& work) {
  if (workers_.empty() || n <= grain) {
    if (n > 0) work(0, n);
    return;
  }
  work_ = &work;
  n_ = n;
  grain_ = grain;
  next_ = 0;
  taking_.store(open, std::memory_order_release);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  take_ranges();
  std::uint32_t others = taking_.fetch_and(~open) & ~open;
  while (others != 0) {
    wait_while(taking_, others);
    others = taking_.load(std::memory_order_acquire);
  }
}

void Threads::serve() {
  std::uint32_t seen = 0;
  while (true) {
    wait_while(round_, seen);
    seen = round_.load(std::memory_order_acquire);
    if (ending_) return;
    std::uint32_t taking = taking_.load(std::memory_order_acquire);
    while ((taking & open) != 0 && !taking_.compare_exchange_weak(taking, taking + 1)) {
    }
    if ((taking & open) == 0) continue;  // all work is done
    take_ranges();
    taking_.fetch_sub(1, std::memory_order_release);
    taking_.notify_all();
  }
}

void Threads::take_ranges() {
  for (std::size_t begin = next_.fetch_add(grain_); begin < n_; begin = next_.fetch_add(grain_))
    (*work_)(begin, std::min(begin + grain_, n_));
}

}  // namespace bindpose::software
