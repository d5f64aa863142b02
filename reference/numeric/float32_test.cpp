// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/float32.h"

#include <gtest/gtest.h>

#include "reference/numeric/transform.h"

namespace bindpose {

TEST(Float32, rounds_to_nearest_even) {
  EXPECT_EQ(to_float32(1 + 0x1p-24), 1);
  EXPECT_EQ(to_float32(1 + 0x3p-24), 1 + 0x1p-22);
  EXPECT_EQ(to_float32(1 + 0x1p-24 + 0x1p-50), 1 + 0x1p-23);
  EXPECT_EQ(to_float32(0x1p-150), 0);
  EXPECT_EQ(to_float32(0.5), 0.5);
}

TEST(Float32, rounds_neighbouring_numbers) {
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

}  // namespace bindpose
