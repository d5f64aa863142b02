// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/shared/keys.h"

#include <gtest/gtest.h>

namespace bindpose::animation::keys_test {

const std::vector<double> keys = {0.5, 0.75, 1.25};

double below(double t) {
  return std::nextafter(static_cast<float>(t), -1e9f);
}
double above(double t) {
  return std::nextafter(static_cast<float>(t), 1e9f);
}

TEST(keys, find_key_returns_the_key_at_or_before_a_time) {
  const auto place = [](double t) {
    const KeyPlace found = find_key(keys, t);
    return std::pair<int, bool>(static_cast<int>(found.key), found.between);
  };
  using P = std::pair<int, bool>;
  EXPECT_EQ(place(-infinity), P(0, false));
  EXPECT_EQ(place(below(0.5)), P(0, false));
  EXPECT_EQ(place(0.5), P(0, false));
  EXPECT_EQ(place(above(0.5)), P(0, true));
  EXPECT_EQ(place(below(0.75)), P(0, true));
  EXPECT_EQ(place(0.75), P(1, false));
  EXPECT_EQ(place(above(0.75)), P(1, true));
  EXPECT_EQ(place(below(1.25)), P(1, true));
  EXPECT_EQ(place(1.25), P(2, false));
  EXPECT_EQ(place(above(1.25)), P(2, false));
  EXPECT_EQ(place(infinity), P(2, false));
  EXPECT_EQ(place(NAN), P(0, false));
}

TEST(keys, the_error_of_elapsed_time_is_one_rounding) {
  const double late = 1000, later = above(1000);
  EXPECT_EQ(elapsed<double>(late, later), later - late);
  EXPECT_EQ(elapsed<Tracked>(late, later).value(), later - late);
  EXPECT_LE(elapsed<Tracked>(late, later).error(), 0x1p-22 * (later - late));
  EXPECT_EQ(elapsed<Tracked>(0, 1.5).error(), 0);
  EXPECT_EQ(elapsed<Tracked>(0.5, 2e30).value(), 2e30 - 0.5);
}

}  // namespace bindpose::animation::keys_test
