// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/quad.h"

#include <cmath>

#include <gtest/gtest.h>

namespace bindpose::quad_test {

using Limits = std::numeric_limits<Quad>;

/// 2^n
Quad power(int n) {
  Quad x = 1;
  for (; n > 0; --n)
    x *= 2;
  for (; n < 0; ++n)
    x /= 2;
  return x;
}

TEST(Quad, numeric_limits_are_right) {
  EXPECT_EQ(Quad(1) + Limits::epsilon() / 2, Quad(1));
  EXPECT_GT(Quad(1) + Limits::epsilon(), Quad(1));
  EXPECT_TRUE(isfinite(Limits::max()));
  EXPECT_FALSE(isfinite(Limits::max() * 2));
  EXPECT_GT(Limits::min(), Quad(0));
  EXPECT_FALSE(isfinite(Limits::quiet_NaN()));
}

TEST(Quad, functions_use_and_return_all_113_bits) {
  EXPECT_EQ(sqrt(Quad(2)), Quad("1.41421356237309504880168872420969807857"));
  EXPECT_EQ(acos(Quad(-1)), Quad("3.14159265358979323846264338327950288420"));
  EXPECT_LE(abs(exp(Quad(1)) - Quad("2.71828182845904523536028747135266249776")), 2 * Limits::epsilon());
  EXPECT_LE(abs(log(Quad(10)) - Quad("2.30258509299404568401799145468436420760")), 2 * Limits::epsilon());
  const Quad x = Quad(1) + Limits::epsilon();
  EXPECT_EQ(sqrt(x * x), x) << "the argument's last bit counts";
  const Quad sine = sin(x), cosine = cos(x);
  EXPECT_LE(abs(sine * sine + cosine * cosine - 1), 2 * Limits::epsilon());
  EXPECT_LE(abs(atan2(sine, cosine) - x), 2 * Limits::epsilon());
}

TEST(Quad, functions_cover_the_whole_range) {
  for (const int n : {-16000, -1100, -600, -2, 2, 600, 1100, 16000})
    EXPECT_EQ(sqrt(power(n)), power(n / 2)) << n;
  EXPECT_EQ(static_cast<double>(sqrt(Quad(0))), 0);
  EXPECT_FALSE(isfinite(sqrt(Limits::infinity())));
  EXPECT_TRUE(std::signbit(static_cast<double>(sin(Quad(-0.0))))) << "the sign of zero";
}

}  // namespace bindpose::quad_test
