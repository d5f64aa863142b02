// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "golden/bound.h"

#include <cmath>

#include <gtest/gtest.h>

#include "golden/toy_test.h"
#include "reference/numeric/float32.h"
#include "reference/numeric/random.h"

namespace bindpose::golden::bound_test {

Expected<Bounds> bounds_of(const char* mode, double x, const std::vector<std::string>& leave_out) {
  const ArraySet question = ArraySet().add("x", {1}, Array::Reals{x});
  const Implementation& implementation = toy::algorithm().implementation;
  const auto exact = implementation.in_quad(question, {{"mode", mode}});
  return float32_bounds(implementation, question, {{"mode", mode}}, leave_out, *exact);
}

double bound_of(const char* mode, double x, const std::vector<std::string>& leave_out = {"broken"}) {
  return bounds_of(mode, x, leave_out).value().at("y").at(0);
}

TEST(bound, round_bound_rounds_up_to_8_bits) {
  EXPECT_EQ(round_bound(0), 0);
  EXPECT_EQ(round_bound(255), 255);
  EXPECT_EQ(round_bound(256), 256);
  EXPECT_EQ(round_bound(256.0001), 258);
  EXPECT_EQ(round_bound(511), 512);
  EXPECT_EQ(round_bound(0x1p-149), 0x1p-149);
  EXPECT_EQ(round_bound(0x1p-200), 0x1p-149);
  EXPECT_EQ(round_bound(0x1.01p-149), 0x1p-148);
  EXPECT_EQ(round_bound(0x1.fffffep127), infinity);
  EXPECT_EQ(round_bound(1e300), infinity);
  EXPECT_EQ(round_bound(infinity), infinity);
  EXPECT_EQ(round_bound(std::nan("")), infinity);
}

TEST(bound, round_bound_forgets_the_last_bits) {
  Random random("bound.round_bound_forgets_the_last_bits");
  for (int i = 0; i < 1000; ++i) {
    const double x = std::ldexp(1 + random.unit(), static_cast<int>(random.below(300)) - 180);
    const double rounded = round_bound(x);
    EXPECT_GE(rounded, x);
    EXPECT_TRUE(rounded <= x * (1 + 0x1p-7) || rounded <= 0x1p-142) << x;
    EXPECT_EQ(rounded, to_float32(rounded));
    EXPECT_EQ(rounded, round_bound(rounded));
  }
}

TEST(bound, the_bound_covers_every_formulation) {
  const double plain = bound_of("third", 1, {"broken", "long-way"});
  EXPECT_GT(plain, 0x1p-26);
  EXPECT_GT(bound_of("third", 1), plain) << "the long formulation rounds more often";
}

TEST(bound, failing_formulations_are_errors_unless_inapplicable) {
  EXPECT_EQ(bounds_of("third", 1, {}).error().code, "BROKEN");
  EXPECT_TRUE(bounds_of("third", 1, {"broken"}));
}

TEST(bound, outputs_without_a_bound_get_infinity) {
  EXPECT_EQ(bound_of("third", 0), infinity) << "an undefined row";
  EXPECT_EQ(bound_of("branch", 2), infinity) << "two outputs";
  EXPECT_EQ(bound_of("square", 0x1p100), infinity) << "more than float32 holds";
  EXPECT_EQ(bound_of("infinite", 1), infinity);
  EXPECT_EQ(Branches::current().undecided, 0U) << "the state is restored";
  EXPECT_FALSE(Branches::current().take_other);
}

TEST(bound, stages_have_bounds) {
  const auto bounds = bounds_of("third", 0, {"broken"});
  ASSERT_TRUE(bounds);
  EXPECT_EQ(bounds->at("twice").at(0), 0);
}

}  // namespace bindpose::golden::bound_test
