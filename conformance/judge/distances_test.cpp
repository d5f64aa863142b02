// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/distances.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "conformance/testing/given.h"

namespace bindpose::conformance {
namespace distances_test {

const std::string lbs = "skinning.linear_blend.bar.scaled.direction.pose.f32";

TEST(DistancesTest, ranks_correlate_whatever_the_numbers_are) {
  EXPECT_DOUBLE_EQ(*rank_correlation({1, 2, 3, 4}, {1, 10, 100, 1e9}), 1);
  EXPECT_DOUBLE_EQ(*rank_correlation({1, 2, 3, 4}, {4, 3, 2, 1}), -1);
  EXPECT_DOUBLE_EQ(*rank_correlation({1, 2, 3}, {1, 3, 2}), 0.5);
  EXPECT_DOUBLE_EQ(*rank_correlation({1, 1, 2, 2}, {5, 5, 7, 7}), 1) << "equal numbers share a rank";
  EXPECT_FALSE(rank_correlation({1, 1, 1}, {1, 2, 3}));
  EXPECT_FALSE(rank_correlation({}, {}));
}

TEST(DistancesTest, are_measured_from_the_origin_and_from_the_joint) {
  const Question question = given_answer(lbs).question;
  const auto& rest = question.arrays.find("positions")->reals();
  const auto origin = distances()[0].of(question), joint = distances()[1].of(question);
  ASSERT_EQ(origin.size(), rest.size() / 3);
  ASSERT_EQ(joint.size(), origin.size());
  EXPECT_DOUBLE_EQ(origin[1], std::hypot(rest[3], rest[4], rest[5]));
  EXPECT_NE(joint.back(), origin.back());
  EXPECT_TRUE(distances()[1]
                  .of(given_answer("skinning.linear_blend.bar.scaled.direction.palette.f32").question)
                  .empty());
}

TEST(DistancesTest, say_nothing_of_few_vertices_and_of_errors_that_are_no_numbers) {
  const auto with = [](auto change) {
    return correlation_with(distances()[0], given_answer(lbs, "positions", change));
  };
  EXPECT_TRUE(with([](double* row, std::size_t v) { row[0] += static_cast<double>(v + 1); }));
  EXPECT_FALSE(with([](double* row, std::size_t v) { row[0] += v < 15 ? static_cast<double>(v + 1) : 0; }));
  EXPECT_FALSE(with([](double* row, std::size_t v) {
    row[0] = v == 3 ? std::numeric_limits<double>::quiet_NaN() : row[0] + static_cast<double>(v + 1);
  }));
}

TEST(DistancesTest, say_nothing_where_all_are_about_equally_far) {
  const auto growing = [](double* row, std::size_t v) { row[0] += static_cast<double>(v + 1); };
  EXPECT_FALSE(correlation_with(
      distances()[0], given_answer("skinning.bones_blending.bar.far.pose.f32", "positions", growing)));
}

}  // namespace distances_test
}  // namespace bindpose::conformance
