// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/guard.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <iterator>

#include <fmt/format.h>

#include "reference/model/try.h"

namespace bindpose::gpu {

GuardedRange guarded_range(std::size_t words, std::size_t alignment) {
  GuardedRange layout;
  layout.guard = std::max(layout.guard, alignment / word_bytes);
  layout.range = words;
  return layout;
}

Expected<void> check_guards(std::span<const std::uint32_t> buffer, const GuardedRange& layout,
                            std::size_t record) {
  assert(buffer.size() == layout.size());
  const auto guards_hold = [&](std::size_t first, const char* side) -> Expected<void> {
    for (std::size_t i = first; i < first + layout.guard; ++i)
      if (buffer[i] != poison_word)
        return fail("INVALID_OUTPUT", "captured vertices",
                    fmt::format("the guard {} the range was overwritten: word {} of {} holds {:#010x}", side,
                                i - first, layout.guard, buffer[i]));
    return {};
  };
  BINDPOSE_CHECK(guards_hold(0, "before"));
  BINDPOSE_CHECK(guards_hold(layout.guard + layout.range, "after"));
  const auto range = buffer.subspan(layout.guard, layout.range);
  const auto untouched = std::find(range.begin(), range.end(), poison_word);
  if (untouched == range.end()) return {};
  const auto word = static_cast<std::size_t>(untouched - range.begin());
  return fail("INVALID_OUTPUT", fmt::format("vertex {}", word / record),
              fmt::format("word {} of {} was never written", word % record, record));
}

Expected<void> take_range(std::span<const std::uint32_t> buffer, const GuardedRange& layout,
                          std::size_t record, std::vector<float>& captured) {
  BINDPOSE_CHECK(check_guards(buffer, layout, record));
  const auto range = buffer.subspan(layout.guard, layout.range);
  std::transform(range.begin(), range.end(), std::back_inserter(captured),
                 [](std::uint32_t word) { return std::bit_cast<float>(word); });
  return {};
}

Expected<void> check_count(std::size_t written, std::size_t expected, const char* query) {
  if (written == expected) return {};
  return fail("INVALID_OUTPUT", query, fmt::format("{} vertices captured, expected {}", written, expected));
}

}  // namespace bindpose::gpu
