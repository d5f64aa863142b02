// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/power.h"

#include <gtest/gtest.h>

#include "reference/numeric/quad.h"

namespace bindpose::power_test {

TEST(Power, float32_stays_within_the_bound) {
  for (double p : {2.4, 1 / 2.4})
    for (double x = 0x1p-12; x < 4; x *= 1.03125) {
      const Tracked bound = power(Tracked(x), Tracked(p));
      const auto in_float = static_cast<double>(power(static_cast<float>(x), static_cast<float>(p)));
      const double of_rounded =
          std::pow(static_cast<double>(static_cast<float>(x)), static_cast<double>(static_cast<float>(p)));
      EXPECT_LE(std::fabs(in_float - of_rounded), bound.error()) << x;
      EXPECT_LT(bound.error(), 1e-4 * bound.value()) << x;
    }
}

TEST(Power, an_error_of_x_is_propagated) {
  const Tracked bound = power(Tracked::uncertain(0.5, 0x1p-10), Tracked(2.4));
  EXPECT_GE(bound.error(), std::pow(0.5 + 0x1p-10, 2.4) - std::pow(0.5, 2.4));
  EXPECT_LT(bound.error(), 1.1 * (std::pow(0.5 + 0x1p-10, 2.4) - std::pow(0.5, 2.4)));
}

TEST(Power, a_base_that_may_be_zero_has_no_bound) {
  EXPECT_TRUE(std::isinf(power(Tracked::uncertain(0x1p-10, 0x1p-9), Tracked(2.4)).error()));
}

}  // namespace bindpose::power_test
