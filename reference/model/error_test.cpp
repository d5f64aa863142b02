// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/error.h"

#include <gtest/gtest.h>

namespace bindpose {

TEST(Error, prints_code_place_and_message) {
  EXPECT_EQ(to_string({"INDEX_RANGE", "joints[3][1]", "joint 7 of 4"}),
            "INDEX_RANGE at joints[3][1]: joint 7 of 4");
}

TEST(Error, prints_without_a_place) {
  EXPECT_EQ(to_string({"NO_DEVICE", "", "none found"}), "NO_DEVICE: none found");
}

TEST(Error, fail_makes_an_expected_failure) {
  const Expected<int> failed = fail("CODE", "here", "words");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, "CODE");
  EXPECT_EQ(failed.error().where, "here");
  EXPECT_EQ(failed.error().message, "words");
}

}  // namespace bindpose
