// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/volume_preserving_bound.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace bindpose::surface {

TEST(Multiplier, roots_match_a_hand_calculation) {
  EXPECT_EQ(*multiplier<double>({0, 0, 2, -3}, 1), 1.5);
  EXPECT_EQ(*multiplier<double>({0, 0, 2, 3}, 1), -1.5);
  EXPECT_EQ(*multiplier<double>({5, 7, 2, 0}, 1), 0);
  // (k + 3) (k - 1) (k - 4) = k^3 - 2 k^2 - 11 k + 12 falls at 0; its negative rises.
  EXPECT_NEAR(*multiplier<double>({-1, 2, 11, -12}, 1), 1, 1e-15);
  EXPECT_NEAR(*multiplier<double>({1, 3, 3, -7}, 1), 1, 1e-15) << "(k + 1)^3 = 8";
}

TEST(Multiplier, roots_outside_the_interval_are_refused) {
  const auto beyond = multiplier<double>({0, -1, 2, -1.5}, 1);
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().code, "VOLUME_UNREACHABLE") << "2 k - k^2 is at most 1";
  EXPECT_NEAR(*multiplier<double>({0, -1, 2, -0.75}, 1), 0.5, 1e-15) << "0.5 and not 1.5";
  EXPECT_EQ(multiplier<double>({0, 0, 0, 1}, 1).error().code, "ZERO_GRADIENT");
  EXPECT_EQ(multiplier<double>({0, 0, 1e-30, 1}, 1).error().code, "ZERO_GRADIENT");
}

TEST(Multiplier, every_scalar_finds_the_root_within_the_bound) {
  Random random("multiplier");
  double worst = 0;
  int found = 0;
  for (int i = 0; i < 3000; ++i) {
    const Cubic<double> p{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.5, 2),
                          random.uniform(-1, 1)};
    const auto k = multiplier<double>(p, 1);
    const auto certified = multiplier<Quad>({p.c3, p.c2, p.c1, p.c0}, 1);
    ASSERT_EQ(k.has_value(), certified.has_value());
    if (!k) continue;
    ++found;
    const double slope = p.slope(*k);
    ASSERT_GE(slope, 0);
    EXPECT_LT(std::fabs(to_double(Quad(*certified - *k))) * slope, 1e-14);
    EXPECT_LT(std::fabs(p.at(*k)), 1e-14);
    const Tracked bound = *multiplier(Cubic<Tracked>{p.c3, p.c2, p.c1, p.c0}, 1);
    const auto in_float = multiplier<float>({static_cast<float>(p.c3), static_cast<float>(p.c2),
                                             static_cast<float>(p.c1), static_cast<float>(p.c0)},
                                            1);
    if (in_float && std::isfinite(bound.error()))
      worst = std::max(worst, std::fabs(static_cast<double>(*in_float) - *k) / bound.error());
  }
  fmt::print("roots of {} cubics: {:.3f} of the bound\n", found, worst);
  EXPECT_GT(found, 2000);
  EXPECT_LE(worst, 1);
  EXPECT_GT(worst, 0.02);
}

}  // namespace bindpose::surface
