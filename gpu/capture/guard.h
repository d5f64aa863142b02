// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: proves that exactly the range of a capture buffer was written.
//
// The buffer is [guard | range | guard], filled with the poison word before the draw. Afterwards the guards must
// still be poison, and no word of the range may be: a skipped vertex cannot look like a computed one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/model/error.h"

namespace bindpose::gpu {

constexpr std::size_t word_bytes = sizeof(std::uint32_t);

/// A signalling NaN: float32 arithmetic returns only quiet NaNs, so no computation yields this word.
constexpr std::uint32_t poison_word = 0xFFB0DEAD;

/// Words of a poisoned buffer.
struct GuardedRange {
  std::size_t guard = 64;  ///< words before the range, and after it
  std::size_t range = 0;   ///< words to be written
  std::size_t size() const { return guard + range + guard; }
};

/// A range of `words` words between two guards of max(64 words, `alignment` bytes): it starts at a multiple of `alignment`.
GuardedRange guarded_range(std::size_t words, std::size_t alignment);

/// Appends the range of a returned buffer to `captured`, bit by bit; reads it only once, because it may be on the
/// device. Error INVALID_OUTPUT with the first wrong word (an overwritten guard, or an untouched word of the
/// range); then it appends nothing. buffer: [layout.size()]; `record`: words per vertex, for the message.
Expected<void> take_range(std::span<const std::uint32_t> buffer, const GuardedRange& layout,
                          std::size_t record, std::vector<float>& captured);

/// Checks the number of captured vertices that the query of this name returned. Error INVALID_OUTPUT.
Expected<void> check_count(std::size_t written, std::size_t expected, const char* query);

}  // namespace bindpose::gpu
