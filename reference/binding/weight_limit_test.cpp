// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/weight_limit.h"

#include <gtest/gtest.h>

#include "reference/testing/answers.h"
#include "reference/testing/weights.h"

namespace bindpose::binding::weight_limit_test {

using Row = std::vector<double>;

ArraySet question(std::size_t slots, Array::Integers joints, Array::Reals weights, int k) {
  ArraySet asked = test::weighted(slots, std::move(joints), std::move(weights), 4);
  asked.add("influence_count", {1}, Array::Integers{k});
  return asked;
}

Row limited_row(const ArraySet& asked, const Options& options = {}) {
  return test::joint_weights("weights.limit", asked, options).at(0);
}

TEST(WeightLimit, slots_of_one_joint_are_added_first) {
  EXPECT_EQ(limited_row(question(4, {2, 1, 2, 0}, {0.3125, 0.375, 0.3125, 0}, 1)), (Row{0, 0, 1, 0}));
}

TEST(WeightLimit, the_first_of_equal_weights_stays) {
  const ArraySet equals = question(3, {3, 0, 2}, {0.25, 0.25, 0.5}, 2);
  const double second = 0.25 * (1 / 0.75), first = 0.5 * (1 / 0.75);
  EXPECT_EQ(limited_row(equals), (Row{second, 0, first, 0}));
  EXPECT_EQ(limited_row(equals, {{"tie", "first-slot"}}), (Row{0, 0, first, second}));
}

TEST(WeightLimit, a_vertex_without_weights_is_undefined) {
  const auto answer =
      find_algorithm("weights.limit")->implementation.in_double(question(2, {0, 1}, {0, 0}, 2), {});
  ASSERT_EQ(answer->undefined.size(), 1U);
  EXPECT_EQ(answer->undefined[0].code, "NO_INFLUENCE");
}

}  // namespace bindpose::binding::weight_limit_test
