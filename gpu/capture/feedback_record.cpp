// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/feedback_record.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "gpu/program/shader_source.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

constexpr std::string_view skip_name = "gl_SkipComponents";
constexpr std::size_t most_skipped = 4;

void append_words(FeedbackRecord& record, std::vector<std::size_t>* kind, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k, ++record.words)
    if (kind != nullptr) kind->push_back(record.words);
}

void append_skip(FeedbackRecord& record, std::size_t count) {
  record.names.push_back(fmt::format("{}{}", skip_name, count));
  append_words(record, &record.skipped, count);
}

/// The i-th of the captured arrays.
void append_array(FeedbackRecord& record, const VertexLayout& layout, std::size_t i) {
  record.names.push_back(captured_varyings(layout)[i]);
  record.at[i] = record.words;
  append_words(record, nullptr, layout.captures()[i].width);
}

/// Skips 1 word, then 2, up to the most that one name can skip, then 1 again.
void append_with_gaps(FeedbackRecord& record, const VertexLayout& layout) {
  const std::size_t arrays = record.at.size();
  for (std::size_t i = 0; i < arrays; ++i) {
    append_skip(record, i % most_skipped + 1);
    append_array(record, layout, i);
  }
  append_skip(record, arrays % most_skipped + 1);
}

void append_reordered(FeedbackRecord& record, const VertexLayout& layout) {
  for (std::size_t i = record.at.size(); i-- > 0;) {
    append_array(record, layout, i);
    if (i + 1 < record.at.size()) continue;
    record.names.emplace_back(constant_varying);
    append_words(record, &record.constant, constant_value.size());
  }
}

/// Handles the words of one vertex in the range; overwrites skipped words, so that they count as written.
Expected<void> check_skipped(std::span<std::uint32_t> words, const FeedbackRecord& record, std::size_t v) {
  for (const std::size_t k : record.skipped) {
    if (words[k] != poison_word)
      return fail("INVALID_OUTPUT", fmt::format("vertex {}", v),
                  fmt::format("word {} of {} was written, but must be skipped", k, record.words));
    words[k] = 0;
  }
  return {};
}

Expected<void> check_constant(std::span<const float> words, const FeedbackRecord& record, std::size_t v) {
  for (std::size_t i = 0; i < record.constant.size(); ++i)
    if (const float is = words[record.constant[i]]; !(is == constant_value[i]))
      return fail("INVALID_OUTPUT", fmt::format("vertex {}", v),
                  fmt::format("word {} of {} is {:.9g}; the shader writes {} there at every vertex",
                              record.constant[i], record.words, is, constant_value[i]));
  return {};
}

}  // namespace

FeedbackRecord feedback_record(const VertexLayout& layout, FeedbackUse use) {
  FeedbackRecord record;
  record.at.resize(layout.captures().size());
  if (use == FeedbackUse::gaps)
    append_with_gaps(record, layout);
  else if (use == FeedbackUse::reordered)
    append_reordered(record, layout);
  else
    for (std::size_t i = 0; i < record.at.size(); ++i)
      append_array(record, layout, i);
  return record;
}

std::vector<std::string> faulty(std::vector<std::string> names, PathFault fault) {
  if (fault == PathFault::gaps_closed)
    std::erase_if(names, [](const std::string& name) { return name.starts_with(skip_name); });
  if (fault == PathFault::constant_lost)
    std::erase_if(names, [](const std::string& name) { return name == constant_varying; });
  if (fault == PathFault::order_ignored) std::ranges::reverse(names);
  return names;
}

Expected<void> take_records(std::span<const std::uint32_t> buffer, const GuardedRange& range,
                            const VertexLayout& layout, const FeedbackRecord& record,
                            std::vector<float>& captured) {
  std::vector<std::uint32_t> words(buffer.begin(), buffer.end());
  const std::size_t vertices = range.range / record.words;
  for (std::size_t v = 0; v < vertices; ++v)
    BINDPOSE_CHECK(check_skipped(std::span(words).subspan(range.guard + v * record.words), record, v));
  std::vector<float> records;
  BINDPOSE_CHECK(take_range(words, range, record.words, records));
  for (std::size_t v = 0; v < vertices; ++v)
    BINDPOSE_CHECK(check_constant(std::span(records).subspan(v * record.words), record, v));
  const std::vector<VertexLayout::Capture> arrays = layout.captures();
  for (std::size_t v = 0; v < vertices; ++v)
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      const float* first = &records[v * record.words + record.at[i]];
      captured.insert(captured.end(), first, first + arrays[i].width);
    }
  return {};
}

}  // namespace bindpose::gpu
