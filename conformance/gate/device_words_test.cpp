// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/device_words.h"

#include <gtest/gtest.h>

namespace bindpose::conformance {
namespace device_words_test {

std::string meaning_of(const char* key, const char* before, const char* after) {
  return meaning({"vulkan:0", key, before, after});
}

TEST(DeviceWordsTest, a_line_of_a_card_is_told_by_what_the_device_does) {
  EXPECT_EQ(
      meaning_of("card.a b + c", "rounded twice", "fused"),
      "before: does not contract multiply-adds; now: contracts multiply-adds - sums of products differ in "
      "their last bits; every bound allows both, but answers are not the same to the bit");
  EXPECT_EQ(meaning_of("card.2^-126 / 2", "5.87747175e-39", "0")
                .find("before: keeps subnormal results; now: flushes subnormal results to 0 - "),
            0U);
  EXPECT_EQ(meaning_of("card.dot", "((0+1)+2)+3", "no plain order")
                .find("before: adds products as ((0+1)+2)+3; now: adds them as no plain order - "),
            0U);
  EXPECT_EQ(meaning_of("card.max(1, NaN)", "1", "NaN").find("before: gives 1; now: gives NaN - "), 0U);
  EXPECT_NE(meaning_of("card.packed numbers", "as near as they have to be", "too far: snorm8 attribute")
                .find("now: reads some packed numbers farther off than it may - "),
            std::string::npos);
  EXPECT_NE(meaning_of("card.asked again", "the same", "something else").find("compared to the bit"),
            std::string::npos);
}

TEST(DeviceWordsTest, an_error_is_told_by_how_it_grew) {
  EXPECT_EQ(meaning_of("card.exp", "2 ulp", "25 ulp"), "at the worst 12.5 times as far off as before");
  EXPECT_EQ(meaning_of("card.sin", "0.0002", "0.0001"), "at the worst 2 times nearer than before");
  EXPECT_EQ(meaning_of("card.half attribute", "0 ulp", "1 ulp"), "no longer exact");
  EXPECT_EQ(meaning_of("card.half attribute", "1 ulp", "0 ulp"), "exact now");
  EXPECT_EQ(meaning_of("card.log", "1.2 ulp", "NaN"), "NaN is now in place of a number");
}

TEST(DeviceWordsTest, a_limit_and_a_line_of_one_list_are_told_too) {
  EXPECT_EQ(meaning_of("limit.MAX_VERTEX_ATTRIBS", "32", "16"),
            "tests that need more than that are now not supported");
  EXPECT_EQ(meaning_of("limit.MAX_VERTEX_ATTRIBS", "16", "32"), "what needs as much as that runs now");
  EXPECT_EQ(meaning_of("card.exp", "", "25 ulp"),
            "the new card alone has this line: the other was not run, or lacks the property");
}

TEST(DeviceWordsTest, of_what_says_all_nothing_is_added) {
  EXPECT_EQ(meaning_of("renderer", "A", "B"), "");
  EXPECT_EQ(meaning_of("", "here", "gone"), "");
  EXPECT_EQ(meaning_of("card.unheard of", "this", "that"), "");
  EXPECT_EQ(meaning_of("limit.X", "many", "-1"), "");
}

}  // namespace device_words_test
}  // namespace bindpose::conformance
