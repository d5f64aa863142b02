// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/checks.h"

#include <gtest/gtest.h>

#include "reference/testing/assert.h"

namespace bindpose {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Checks, unit_lengths_may_be_off_by_two_percent) {
  EXPECT_TRUE(require_unit(Vec4<double>(0, 0, 0, 1.019), "q"));
  EXPECT_EQ(test::refusal_of(require_unit(Vec4<double>(0, 0, 0, 1.021), "q[7]")), "NOT_UNIT q[7]");
  EXPECT_EQ(require_unit(Vec4<double>(0, nan, 0, 1), "q").error().code, "NOT_FINITE");
}

TEST(Checks, errors_of_local_transforms_name_part_and_joint) {
  LocalTransform<double> local;
  EXPECT_TRUE(validate(local, 3));
  local.trs.scale[1] = nan;
  EXPECT_EQ(validate(local, 3).error().where, "local_scales[3]");
  local.is_matrix = true;
  EXPECT_TRUE(validate(local, 3)) << "the scale is ignored";
  local.matrix.translation[0] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(validate(local, 3).error().where, "local_matrices[3]");
}

TEST(Checks, every_joint_needs_a_local_transform) {
  const std::vector<LocalTransform<double>> locals(2);
  EXPECT_TRUE(validate(std::vector<int>{-1, 0}, locals));
  EXPECT_EQ(validate(std::vector<int>{-1, 0, 1}, locals).error().code, "COUNT_MISMATCH");
  EXPECT_EQ(validate(std::vector<int>{1, 0}, locals).error().code, "CYCLE");
}

}  // namespace bindpose
