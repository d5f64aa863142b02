// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/core/scalar.h"

#include <cmath>
#include <limits>
#include <type_traits>

#include <gtest/gtest.h>

#include "reference/core/transform.h"

namespace bindpose {

TEST(Scalar, to_float32_rounds_to_nearest_even) {
  EXPECT_EQ(to_float32(1 + 0x1p-24), 1);
  EXPECT_EQ(to_float32(1 + 0x3p-24), 1 + 0x1p-22);
  EXPECT_EQ(to_float32(1 + 0x1p-24 + 0x1p-50), 1 + 0x1p-23);
  EXPECT_EQ(to_float32(0x1p-150), 0);
  EXPECT_EQ(to_float32(0.5), 0.5);
}

TEST(Scalar, to_float32_rounds_neighbouring_numbers) {
  Vec3<double> x(0.1, 0.2, 0.3);
  x = x.unaryExpr([](double c) { return to_float32(c); }).eval();
  for (const double c : x)
    EXPECT_NE(c - std::floor(c * 10 + 0.5) / 10, 0) << "gcc 12 may leave it unrounded";
  const double in[2] = {0.1, 0.7};
  double out[2];
  out[0] = to_float32(in[0]);
  out[1] = to_float32(in[1]);
  EXPECT_EQ(out[0], 0x1.99999ap-4);
  EXPECT_EQ(out[1], 0x1.666666p-1);
}

TEST(Scalar, quad_has_113_bits) {
  EXPECT_EQ(std::numeric_limits<Quad>::digits, 113);
  const Quad one = 1;
  EXPECT_NE(one + Quad(0x1p-112), one);
  EXPECT_EQ(one + Quad(0x1p-114), one);
}

TEST(Scalar, to_double_rounds_once) {
  EXPECT_EQ(to_double(1.5F), 1.5);
  EXPECT_EQ(to_double(2.5), 2.5);
  EXPECT_EQ(to_double(Tracked(3)), 3);
  EXPECT_EQ(to_double(Quad(1) + Quad(0x1p-53)), 1) << "a tie goes to even";
  EXPECT_EQ(to_double(Quad(1) + Quad(0x1p-53) + Quad(0x1p-100)), 1 + 0x1p-52);
}

TEST(Scalar, stored_ends_a_stage_for_tracked_alone) {
  const double x = 2;
  EXPECT_EQ(&stored(x), &x);
  const Tracked difference = Tracked(3) - Tracked(2);
  EXPECT_LT(stored(difference).magnitude(), difference.magnitude());
  EXPECT_EQ(stored(difference).value(), 1);
}

TEST(Scalar, every_scalar_is_named_once) {
  int doubles = 0, others = 0;
#define BINDPOSE_COUNT(T) ++(std::is_same_v<T, double> ? doubles : others);
  BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_COUNT)
#undef BINDPOSE_COUNT
  EXPECT_EQ(doubles, 1);
  EXPECT_EQ(others, 3);
}

}  // namespace bindpose
