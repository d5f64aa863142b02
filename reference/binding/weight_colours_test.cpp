// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/weight_colours.h"

#include <set>

#include <gtest/gtest.h>

#include "reference/testing/answers.h"
#include "reference/testing/weights.h"

namespace bindpose::binding::weight_colours_test {

TEST(WeightColours, no_two_joints_have_the_same_colour) {
  std::set<std::vector<double>> seen;
  for (std::size_t j = 0; j < 1024; ++j) {
    const Vec3<double> c = colour_of(hue_of(j));
    EXPECT_EQ(c.maxCoeff(), 1);
    EXPECT_EQ(c.minCoeff(), 0);
    seen.insert({c.begin(), c.end()});
  }
  EXPECT_EQ(seen.size(), 1024U);
}

TEST(WeightColours, invalid_inputs_are_refused) {
  const ArraySet asked = test::weighted(1, {0}, {1}, 2);
  const Options one = {{"colours", "one-joint"}};
  EXPECT_EQ(test::error_of("weights.colours", asked, one), "ARRAY_MISSING shown_joint");
}

}  // namespace bindpose::binding::weight_colours_test
