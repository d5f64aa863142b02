// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/nearest.h"

#include <gtest/gtest.h>

namespace bindpose::nearest_test {

TEST(NearestTest, inserted_removed_exchanged_and_swapped_letters_count) {
  EXPECT_EQ(typing_distance("", "test"), 4U);
  EXPECT_EQ(typing_distance("test", "test"), 0U);
  EXPECT_EQ(typing_distance("tset", "test"), 1U);
  EXPECT_EQ(typing_distance("tst", "test"), 1U);
  EXPECT_EQ(typing_distance("tesst", "test"), 1U);
  EXPECT_EQ(typing_distance("best", "test"), 1U);
  EXPECT_EQ(typing_distance("kitten", "sitting"), 3U);
}

TEST(NearestTest, distant_or_very_long_words_have_no_suggestion) {
  EXPECT_EQ(nearest_word("tset", {"merge", "test"}), "test");
  EXPECT_EQ(nearest_word("zzzz", {"merge", "test"}), "");
  EXPECT_EQ(nearest_word(std::string(1000000, 'a'), {"test"}), "");
  EXPECT_EQ(nearest_word("", {}), "");
}

}  // namespace bindpose::nearest_test
