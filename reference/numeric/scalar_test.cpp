// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/scalar.h"

#include <gtest/gtest.h>

namespace bindpose {

TEST(Scalar, to_double_rounds_once) {
  EXPECT_EQ(to_double(1.5F), 1.5);
  EXPECT_EQ(to_double(2.5), 2.5);
  EXPECT_EQ(to_double(Tracked(3)), 3);
  EXPECT_EQ(to_double(Quad(1) + Quad(0x1p-53)), 1) << "a tie goes to even";
  EXPECT_EQ(to_double(Quad(1) + Quad(0x1p-53) + Quad(0x1p-100)), 1 + 0x1p-52);
}

TEST(Scalar, stored_ends_a_stage_for_tracked_only) {
  const double x = 2;
  EXPECT_EQ(&stored(x), &x);
  const Tracked difference = Tracked(3) - Tracked(2);
  EXPECT_LT(stored(difference).magnitude(), difference.magnitude());
  EXPECT_EQ(stored(difference).value(), 1);
}

TEST(Scalar, the_macro_names_every_scalar_once) {
  int doubles = 0, others = 0;
#define BINDPOSE_COUNT(T) ++(std::is_same_v<T, double> ? doubles : others);
  BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_COUNT)
#undef BINDPOSE_COUNT
  EXPECT_EQ(doubles, 1);
  EXPECT_EQ(others, 3);
}

}  // namespace bindpose
