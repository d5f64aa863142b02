// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/tracked.h"

#include <gtest/gtest.h>

#include "reference/numeric/random.h"
#include "reference/numeric/scalar.h"
#include "reference/testing/legal_machine.h"

namespace bindpose::tracked_test {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

Tracked dot(const std::vector<double>& a, const std::vector<double>& b) {
  Tracked sum;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += Tracked(a[i]) * Tracked(b[i]);
  return sum;
}

/// The largest error of dot products by `evaluate` as a fraction of the bound.
template <class Evaluate>
double largest_fraction(const char* name, Evaluate evaluate) {
  Random random(name);
  double largest = 0;
  for (int i = 0; i < 1000; ++i) {
    std::vector<double> a(4), b(4);
    for (double& x : a)
      x = random.uniform(0.25, 1);
    for (double& x : b)
      x = random.uniform(0.25, 1);
    const Tracked bound = dot(a, b);
    largest = std::max(largest, std::fabs(evaluate(a, b) - bound.value()) / bound.error());
  }
  return largest;
}

TEST(Tracked, a_wrong_dot_product_exceeds_the_bound) {
  const auto in_float = [](const std::vector<double>& a, const std::vector<double>& b, std::size_t count) {
    float sum = 0;
    for (std::size_t i = 0; i < count; ++i)
      sum += static_cast<float>(a[i]) * static_cast<float>(b[i]);
    return static_cast<double>(sum);
  };
  EXPECT_LT(
      largest_fraction("tracked.right", [&](const auto& a, const auto& b) { return in_float(a, b, 4); }),
      0.6);
  EXPECT_GT(
      largest_fraction("tracked.dropped", [&](const auto& a, const auto& b) { return in_float(a, b, 3); }),
      1e5);
  LegalMachine half(1, {11, -14});
  EXPECT_GT(largest_fraction("tracked.half",
                             [&](auto a, const auto& b) {
                               for (double& x : a)
                                 x = half.input(x);
                               return in_float(a, b, 4);
                             }),
            100);
  EXPECT_GT(largest_fraction("tracked.repeated",
                             [&](auto a, const auto& b) {
                               a[1] = a[0];
                               return in_float(a, b, 4);
                             }),
            1e4);
}

TEST(Tracked, exact_numbers_have_no_error) {
  EXPECT_EQ(Tracked(0.1).error(), 0);
  EXPECT_EQ(Tracked().error(), 0);
  EXPECT_EQ((-Tracked(3)).value(), -3);
  EXPECT_EQ((Tracked(2) + Tracked(0)).error(), 0) << "adding an exact zero is exact";
  EXPECT_EQ((Tracked(0) + Tracked(2)).value(), 2);
  EXPECT_EQ((Tracked(0) * Tracked(2)).error(), 0);
  EXPECT_EQ(sqrt(Tracked(0)).error(), 0);
  EXPECT_GE(Tracked(0x1p-130).error(), 0x1p-130) << "a subnormal input may be flushed";
}

TEST(Tracked, one_operation_has_the_bound_of_its_rounding) {
  const double u = 0x1p-23;
  const Tracked sum = Tracked(1) + Tracked(2), product = Tracked(3) * Tracked(5),
                quotient = Tracked(1) / Tracked(4);
  EXPECT_EQ(sum.value(), 3);
  EXPECT_NEAR(sum.error() / (3 * u), 1, 1e-5);
  EXPECT_EQ(product.value(), 15);
  EXPECT_NEAR(product.error() / (15 * u), 1, 1e-5);
  EXPECT_EQ(quotient.value(), 0.25);
  EXPECT_NEAR(quotient.error() / (2.5 * 0.25 * u), 1, 1e-5);
  EXPECT_NEAR(sqrt(Tracked(4)).error() / (4.5 * 2 * u), 1, 1e-5);
  EXPECT_NEAR(sin(Tracked(1)).error() / (4 * std::sin(1.0) * u), 1, 1e-5);
  EXPECT_NEAR(cos(Tracked(1)).error() / (4 * std::cos(1.0) * u), 1, 1e-5);
  EXPECT_NEAR(atan2(Tracked(1), Tracked(1)).error() / (4 * std::atan(1.0) * u), 1, 1e-5);
  EXPECT_NEAR(sin(Tracked::uncertain(0, 0.5)).error(), 0.5, 1e-5);
  EXPECT_NEAR(atan2(Tracked::uncertain(0, 0.5), Tracked(2)).error(), 0.5 / 1.5, 1e-5);
}

TEST(Tracked, the_bound_does_not_depend_on_the_order) {
  const std::vector<Tracked> x = {1, -3, 5, 0x1p-10};
  const Tracked forward = ((x[0] + x[1]) + x[2]) + x[3], pairs = (x[3] + x[1]) + (x[2] + x[0]);
  EXPECT_EQ(forward.error(), pairs.error());
  const Tracked w(0.5);
  const Tracked collected = w * (x[0] + x[1]), distributed = w * x[0] + w * x[1];
  EXPECT_NEAR(collected.error() / distributed.error(), 1, 1e-6);
}

TEST(Tracked, cancellation_keeps_the_magnitude_until_stored) {
  const Tracked difference = Tracked(1000) - Tracked(999);
  EXPECT_EQ(difference.value(), 1);
  EXPECT_GT(difference.magnitude(), 1998);
  EXPECT_GT((difference * Tracked(1)).error(), 1999 * 0x1p-23);
  const Tracked stored = difference.stored();
  EXPECT_NEAR(stored.error() / difference.error(), 1, 1e-5);
  EXPECT_LT(stored.magnitude(), 1.01);
  EXPECT_EQ(abs(Tracked(-2) - Tracked(1)).value(), 3);
}

TEST(Tracked, not_a_number_has_no_bound) {
  for (const Tracked& x :
       {Tracked(not_a_number), Tracked(infinity), Tracked(1) + Tracked(not_a_number),
        Tracked(0) * Tracked(infinity), Tracked(0) + Tracked(0) * Tracked(infinity),
        Tracked(not_a_number) / Tracked(2), sqrt(Tracked(not_a_number)), sqrt(Tracked(-1))})
    EXPECT_EQ(x.error(), infinity) << x.value();
  EXPECT_FALSE(isfinite(Tracked(not_a_number)));
  EXPECT_FALSE(isfinite(Tracked(infinity)));
  EXPECT_TRUE(isfinite(Tracked(1)));
}

TEST(Tracked, overflow_has_no_bound) {
  EXPECT_LT((Tracked(0x1p64) * Tracked(0x1p63)).error(), infinity);
  EXPECT_EQ((Tracked(0x1p64) * Tracked(0x1p64)).error(), infinity);
  const Tracked largest(0x1.fffffep127);
  EXPECT_EQ(largest.error(), 0);
  EXPECT_EQ((largest + Tracked(-1)).error(), infinity) << "rounded up, the sum may overflow";
}

TEST(Tracked, a_divisor_that_may_be_zero_has_no_bound) {
  const Tracked difference = (Tracked(1) + Tracked(0x1p-24)) - Tracked(1);  // in float32 0, 2^-24 or 2^-23
  const Tracked quotient = Tracked(1) / difference;
  EXPECT_EQ(quotient.error(), infinity);
  EXPECT_EQ((Tracked(0) * quotient).error(), infinity) << "0 * infinity is not 0 in float32";
  EXPECT_EQ((quotient + Tracked(1)).error(), infinity);
  EXPECT_EQ(quotient.stored().error(), infinity);
  EXPECT_EQ((Tracked(1) / Tracked(0)).error(), infinity);
  EXPECT_EQ((Tracked(1) / Tracked(0x1p-127)).error(), infinity) << "a flushed divisor is 0";
  EXPECT_EQ((Tracked(1) / Tracked(0x1p127)).error(), infinity) << "the reciprocal may be flushed";
  EXPECT_LT((Tracked(1) / Tracked(0x1p126)).error(), infinity);
  EXPECT_EQ(sqrt(difference).error(), infinity);
  EXPECT_EQ(atan2(difference, Tracked::uncertain(0, 1)).error(), infinity);
}

TEST(Tracked, values_decide_comparisons_beyond_their_errors) {
  Branches::current() = {};
  EXPECT_TRUE(Tracked(1) < Tracked(2));
  EXPECT_FALSE(Tracked(1) < Tracked(1));
  EXPECT_TRUE(Tracked(1) <= Tracked(1));
  EXPECT_TRUE(Tracked(1) >= Tracked(1));
  EXPECT_TRUE(Tracked(2) * Tracked(2) > Tracked(3));
  EXPECT_TRUE(Tracked(1) == Tracked(1));
  EXPECT_TRUE(Tracked(1) != Tracked(2));
  EXPECT_EQ(Branches::current().undecided, 0u);
}

TEST(Tracked, open_comparisons_are_counted_and_decided_both_ways) {
  const Tracked third = Tracked(1) / Tracked(3);
  const Tracked one = third + third + third;
  Branches::current() = {};
  EXPECT_FALSE(one < Tracked(1));
  EXPECT_TRUE(one <= Tracked(1) + Tracked(0x1p-30));
  EXPECT_EQ(Branches::current().undecided, 2u);
  Branches::current().take_other = true;
  EXPECT_TRUE(one < Tracked(1));
  EXPECT_FALSE(Tracked(1) < Tracked(1)) << "exact numbers have no other output";
  EXPECT_TRUE(Tracked(1) < Tracked(2));
  EXPECT_EQ(Branches::current().undecided, 3u);
  EXPECT_TRUE(Tracked(not_a_number) < Tracked(1));
  EXPECT_EQ(Branches::current().undecided, 4u) << "NaN decides nothing";
  Branches::current() = {};
}

TEST(Tracked, scope_bounds_another_format) {
  const auto product = [] { return Tracked(1.0 / 3) * Tracked(3); };
  const double in_float32 = product().error();
  {
    const Tracked::Scope scope(Precision::mediump());
    EXPECT_GT(Tracked(1.0 / 3).error(), 0x1p-12) << "inputs are rounded too";
    EXPECT_NEAR(product().error() / (3 * 0x1p-10), 1, 0.03) << "two inputs and a product";
    EXPECT_EQ(Tracked(70000).error(), infinity);
    EXPECT_GE(Tracked(0x1p-15).error(), 0x1p-15);
    {
      const Tracked::Scope inner(Precision::float32());
      EXPECT_EQ(product().error(), in_float32);
    }
    EXPECT_EQ(Tracked::precision().unit, 0x1p-10);
  }
  EXPECT_EQ(product().error(), in_float32);
}

TEST(Tracked, errors_of_uncertain_inputs_are_propagated) {
  const Tracked x = Tracked::uncertain(2, 0.25);
  EXPECT_EQ(x.value(), 2);
  EXPECT_NEAR(x.error(), 0.25, 1e-6);
  EXPECT_NEAR((x * Tracked(4)).error(), 1, 1e-5);
  EXPECT_NEAR((Tracked(1) / x).error(), 0.25 / 2 / 1.75, 1e-5);
  EXPECT_NEAR((x - x).error(), 0.5, 1e-5) << "Tracked does not know that both are the same number";
}

}  // namespace bindpose::tracked_test
