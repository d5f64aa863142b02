// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/weight_colours.h"

#include <set>

#include <gtest/gtest.h>

#include "reference/testing/errors.h"
#include "reference/testing/weights.h"

namespace bindpose::binding {
namespace weight_colours_test {

using Row = std::vector<double>;

std::vector<Row> shown(const ArraySet& asked, const Options& options = {}) {
  return test::answer_rows("weights.colours", "colours", asked, options);
}

TEST(WeightColours, black_to_white) {
  ArraySet asked = test::weighted(2, {0, 1, 1, 1, 0, 2}, {0.75, 0.25, 0.5, 0.5, 0.5, 0.5}, 3);
  asked.add("shown_joint", {1}, Array::Integers{1});
  EXPECT_EQ(shown(asked, {{"colours", "one-joint"}}),
            (std::vector<Row>{{0.25, 0.25, 0.25}, {1, 1, 1}, {0, 0, 0}}));
}

TEST(WeightColours, a_colour_a_joint) {
  ArraySet asked = test::weighted(2, {0, 1, 0, 1}, {0.75, 0.25, 0, 0}, 2);
  EXPECT_EQ(shown(asked), (std::vector<Row>{{0.75, 0.25, 0.25}, {0, 0, 0}}))
      << "red and cyan; without weights black";
  asked.add("joint_colours", {2, 3}, Array::Reals{0, 0, 1, 1, 0.5, 0});
  EXPECT_EQ(shown(asked)[0], (Row{0.25, 0.125, 0.75}));
}

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

TEST(WeightColours, what_is_refused) {
  const ArraySet asked = test::weighted(1, {0}, {1}, 2);
  const Options one = {{"colours", "one-joint"}};
  EXPECT_EQ(test::error_of("weights.colours", asked, one), "ARRAY_MISSING shown_joint");
}

}  // namespace weight_colours_test
}  // namespace bindpose::binding
