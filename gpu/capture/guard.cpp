// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/guard.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include <fmt/format.h>

#include "reference/model/try.h"

namespace bindpose::gpu {

GuardedRange guarded_range(std::size_t words, std::size_t alignment) {
  GuardedRange layout;
  layout.guard = std::max(layout.guard, alignment / word_bytes);
  layout.range = words;
  return layout;
}

namespace {

Expected<void> check_guards(std::span<const std::uint32_t> buffer, const GuardedRange& layout) {
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
  return guards_hold(layout.guard + layout.range, "after");
}

Expected<void> check_written(std::span<const float> range, std::size_t record) {
  const auto is_untouched = [](float word) { return std::bit_cast<std::uint32_t>(word) == poison_word; };
  if (std::ranges::count_if(range, is_untouched) == 0) return {};  // without a branch for each word
  const auto untouched = std::ranges::find_if(range, is_untouched);
  const auto word = static_cast<std::size_t>(untouched - range.begin());
  return fail("INVALID_OUTPUT", fmt::format("vertex {}", word / record),
              fmt::format("word {} of {} was never written", word % record, record));
}

}  // namespace

Expected<void> take_range(std::span<const std::uint32_t> buffer, const GuardedRange& layout,
                          std::size_t record, std::vector<float>& captured) {
  BINDPOSE_CHECK(check_guards(buffer, layout));
  const std::size_t before = captured.size();
  const auto* words = reinterpret_cast<const float*>(buffer.data() + layout.guard);  // copied separately
  captured.insert(captured.end(), words, words + layout.range);
  auto written = check_written(std::span(captured).subspan(before), record);
  if (!written) captured.resize(before);
  return written;
}

Expected<void> check_count(std::size_t written, std::size_t expected, const char* query) {
  if (written == expected) return {};
  return fail("INVALID_OUTPUT", query, fmt::format("{} vertices captured, expected {}", written, expected));
}

}  // namespace bindpose::gpu
