// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/feedback_record.h"

#include <bit>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gpu/program/shader_source.h"

namespace bindpose::gpu::feedback_record_test {

VertexLayout full_layout() {
  VertexLayout layout;
  layout.normals = layout.tangents = true;
  return layout;
}

using Names = std::vector<std::string>;

TEST(FeedbackRecord, a_record_has_the_position_of_each_array) {
  const FeedbackRecord plain = feedback_record(full_layout(), FeedbackUse::interleaved);
  EXPECT_EQ(plain.names, captured_varyings(full_layout()));
  EXPECT_EQ(plain.at, (std::vector<std::size_t>{0, 3, 6}));
  EXPECT_EQ(plain.words, 10U);

  const FeedbackRecord gaps = feedback_record(full_layout(), FeedbackUse::gaps);
  EXPECT_EQ(gaps.names,
            (Names{"gl_SkipComponents1", "captured_positions", "gl_SkipComponents2", "captured_normals",
                   "gl_SkipComponents3", "captured_tangents", "gl_SkipComponents4"}));
  EXPECT_EQ(gaps.at, (std::vector<std::size_t>{1, 6, 12}));
  EXPECT_EQ(gaps.skipped, (std::vector<std::size_t>{0, 4, 5, 9, 10, 11, 16, 17, 18, 19}));
  EXPECT_EQ(gaps.words, 20U);

  const FeedbackRecord reordered = feedback_record(full_layout(), FeedbackUse::reordered);
  EXPECT_EQ(reordered.names,
            (Names{"captured_tangents", "constant_varying", "captured_normals", "captured_positions"}));
  EXPECT_EQ(reordered.at, (std::vector<std::size_t>{9, 6, 0}));
  EXPECT_EQ(reordered.constant, (std::vector<std::size_t>{4, 5}));
  EXPECT_EQ(reordered.words, 12U);
}

/// Two vertices as a faultless device captures them: word k of the arrays, in the layout's order,
/// holds the number k.
struct Captured {
  explicit Captured(FeedbackUse use) : record(feedback_record(full_layout(), use)) {
    range.range = 2 * record.words;
    buffer.assign(range.size(), poison_word);
    float number = 0;
    for (std::size_t v = 0; v < 2; ++v) {
      for (std::size_t i = 0; i < record.at.size(); ++i)
        for (std::size_t k = 0; k < full_layout().captures()[i].width; ++k)
          word(v, record.at[i] + k) = std::bit_cast<std::uint32_t>(number++);
      for (std::size_t i = 0; i < record.constant.size(); ++i)
        word(v, record.constant[i]) = std::bit_cast<std::uint32_t>(constant_value[i]);
    }
  }
  std::uint32_t& word(std::size_t v, std::size_t k) { return buffer[range.guard + v * record.words + k]; }
  Expected<void> taken() {
    numbers.clear();
    return take_records(buffer, range, full_layout(), record, numbers);
  }
  std::string refused() {
    const auto done = taken();
    EXPECT_TRUE(numbers.empty());
    return done ? "" : to_string(done.error());
  }

  FeedbackRecord record;
  GuardedRange range;
  std::vector<std::uint32_t> buffer;
  std::vector<float> numbers;
};

TEST(FeedbackRecord, arrays_come_back_in_the_order_of_the_layout) {
  std::vector<float> expected(20);
  for (std::size_t i = 0; i < expected.size(); ++i)
    expected[i] = static_cast<float>(i);
  for (const FeedbackUse use : {FeedbackUse::interleaved, FeedbackUse::gaps, FeedbackUse::reordered}) {
    Captured captured(use);
    const auto done = captured.taken();
    ASSERT_TRUE(done) << to_string(done.error());
    EXPECT_EQ(captured.numbers, expected);
  }
}

TEST(FeedbackRecord, writes_into_a_gap_or_past_the_end_are_reported) {
  Captured captured(FeedbackUse::gaps);
  captured.word(1, 9) = 0;
  EXPECT_EQ(captured.refused(), "INVALID_OUTPUT at vertex 1: word 9 of 20 was written, but must be skipped");
  captured.word(1, 9) = captured.word(1, 7) = poison_word;
  EXPECT_EQ(captured.refused(), "INVALID_OUTPUT at vertex 1: word 7 of 20 was never written");
  Captured beyond(FeedbackUse::gaps);
  beyond.buffer.back() = 0;
  EXPECT_NE(beyond.refused().find("guard after"), std::string::npos);
}

TEST(FeedbackRecord, a_constant_that_differs_at_one_vertex_is_reported) {
  Captured captured(FeedbackUse::reordered);
  captured.word(1, 5) = 0;
  EXPECT_EQ(captured.refused(),
            "INVALID_OUTPUT at vertex 1: word 5 of 12 is 0; the shader writes -3 there at every vertex");
  captured.word(1, 5) = 0x7FC00000;
  EXPECT_NE(captured.refused(), "") << "not a number";
}

}  // namespace bindpose::gpu::feedback_record_test
