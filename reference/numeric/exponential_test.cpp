// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/exponential.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose::exponential_test {

TEST(Exponential, float_stays_within_the_bound) {
  Random random("exponential.float");
  double worst = 0;
  for (int i = 0; i < 20000; ++i) {
    const double x = random.uniform(-80, 40);
    const Tracked y = exp(Tracked(x));
    EXPECT_EQ(y.value(), std::exp(x));
    const auto in_float = static_cast<double>(std::exp(static_cast<float>(x)));
    worst = std::max(worst, std::fabs(in_float - y.value()) / y.error());
  }
  EXPECT_LE(worst, 1);
}

TEST(Exponential, an_error_of_the_argument_is_propagated) {
  for (const double d : {1e-6, 1e-3, 0.5})
    for (const double x : {-3.0, 0.0, 2.0}) {
      const double bound = exp(Tracked::uncertain(x, d)).error();
      EXPECT_GE(bound, std::exp(x + d) - std::exp(x));
      EXPECT_LE(bound, 2 * (std::exp(x + d) - std::exp(x)) + 1e-5);
    }
}

}  // namespace bindpose::exponential_test
