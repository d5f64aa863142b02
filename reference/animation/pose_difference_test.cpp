// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/pose_difference.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"

namespace bindpose::animation::pose_difference_test {

ArraySet one_joint(double scale, double reference_scale) {
  ArraySet question;
  for (const std::string prefix : {"", "reference_"}) {
    question.add(prefix + "translations", {1, 3}, Array::Reals{1, 2, 3});
    question.add(prefix + "rotations", {1, 4}, Array::Reals{0.6, 0, 0, 0.8});
    question.add(prefix + "scales", {1, 3},
                 prefix.empty() ? Array::Reals{1, scale, 2} : Array::Reals{1, reference_scale, 2});
  }
  return question;
}

TEST(pose_difference, equal_poses_differ_by_the_identity) {
  for (const char* scales : {"factor", "difference"}) {
    const auto answer = find_algorithm("pose_difference")
                            ->implementation.in_double(one_joint(3, 3), {{"delta_scales", scales}});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->find("translations")->values, std::vector<double>(3, 0.0));
    EXPECT_NEAR(answer->find("rotations")->values[3], 1, 1e-15);
    EXPECT_EQ(answer->find("scales")->values,
              std::vector<double>(3, scales == std::string("factor") ? 1.0 : 0.0));
  }
}

TEST(pose_difference, a_reference_scale_of_zero_leaves_the_factor_undefined) {
  const Implementation implementation = find_algorithm("pose_difference")->implementation;
  for (const double scale : {2.0, 0.0}) {
    const auto answer = implementation.in_double(one_joint(scale, 0), {});
    ASSERT_TRUE(answer);
    ASSERT_EQ(answer->undefined.size(), 1u);
    EXPECT_EQ(answer->undefined[0].code, "ZERO_SCALE");
    EXPECT_EQ(answer->find("scales")->values, std::vector<double>(3, 0.0));
    EXPECT_TRUE(
        implementation.in_double(one_joint(scale, 0), {{"delta_scales", "difference"}})->undefined.empty());
  }
}

}  // namespace bindpose::animation::pose_difference_test
