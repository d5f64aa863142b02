// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/guard.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <gtest/gtest.h>

namespace bindpose::gpu::guard_test {

const GuardedRange layout{4, 6};
constexpr std::size_t record = 3;

/// A buffer as a faultless device leaves it.
std::vector<std::uint32_t> written() {
  std::vector<std::uint32_t> buffer(layout.size(), poison_word);
  std::fill_n(buffer.begin() + 4, 6, std::bit_cast<std::uint32_t>(1.5F));
  return buffer;
}

TEST(Guard, poison_is_a_signalling_nan) {
  EXPECT_TRUE(std::isnan(std::bit_cast<float>(poison_word)));
  EXPECT_EQ(poison_word & 0x00400000U, 0U);  // the quiet bit
}

/// The result of taking a buffer's range.
Expected<void> taken(const std::vector<std::uint32_t>& buffer) {
  std::vector<float> captured;
  auto verdict = take_range(buffer, layout, record, captured);
  EXPECT_EQ(captured.empty(), !verdict);
  return verdict;
}

TEST(Guard, a_completely_written_range_is_accepted) {
  EXPECT_TRUE(taken(written()));
}

TEST(Guard, a_nan_other_than_the_poison_is_accepted) {
  auto buffer = written();
  buffer[5] = 0x7FC00000U;
  EXPECT_TRUE(taken(buffer));
}

TEST(Guard, every_overwritten_guard_word_is_found) {
  for (const std::size_t i : {0, 3, 10, 13}) {
    auto buffer = written();
    buffer[i] = 0;
    const auto verdict = taken(buffer);
    ASSERT_FALSE(verdict) << i;
    EXPECT_EQ(verdict.error().code, "INVALID_OUTPUT");
    EXPECT_NE(verdict.error().message.find(i < 4 ? "guard before" : "guard after"), std::string::npos);
  }
}

TEST(Guard, every_untouched_word_is_found) {
  for (std::size_t i = 0; i < layout.range; ++i) {
    auto buffer = written();
    buffer[layout.guard + i] = poison_word;
    const auto verdict = taken(buffer);
    ASSERT_FALSE(verdict) << i;
    EXPECT_EQ(verdict.error().code, "INVALID_OUTPUT");
    EXPECT_EQ(verdict.error().where, i < 3 ? "vertex 0" : "vertex 1");
  }
}

TEST(Guard, a_wrong_count_is_found) {
  EXPECT_TRUE(check_count(5, 5, "written"));
  EXPECT_EQ(check_count(4, 5, "written").error().code, "INVALID_OUTPUT");
  EXPECT_EQ(check_count(6, 5, "written").error().code, "INVALID_OUTPUT");
}

TEST(Guard, a_range_starts_at_the_alignment_of_the_device) {
  EXPECT_EQ(guarded_range(6, 16).guard, 64U);
  EXPECT_EQ(guarded_range(6, 1024).guard, 256U);
  EXPECT_EQ(guarded_range(6, 1024).size(), 256U + 6U + 256U);
}

TEST(Guard, only_the_range_is_appended) {
  std::vector<float> captured;
  EXPECT_TRUE(take_range(written(), layout, record, captured));
  EXPECT_EQ(captured, std::vector<float>(6, 1.5F));
  auto buffer = written();
  buffer[0] = 0;
  EXPECT_EQ(take_range(buffer, layout, record, captured).error().code, "INVALID_OUTPUT");
  EXPECT_EQ(captured.size(), layout.range) << "only the words of the first call";
}

}  // namespace bindpose::gpu::guard_test
