// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/rotation_constraint.h"

#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose::ik::rotation_constraint_test {

TEST(rotation_constraint, the_same_rotations_at_rest_give_the_rotation_of_the_source) {
  Random random("rotation_constraint.same");
  for (int round = 0; round < 100; ++round) {
    const Quat<double> rest = random.rotation(), now = random.rotation();
    EXPECT_NEAR(std::fabs(rotation_constraint<double>(rest, now, rest, 1).dot(now)), 1, 1e-6);
    EXPECT_NEAR(std::fabs(rotation_constraint<double>(rest, now, rest, 0).dot(rest)), 1, 1e-6);
  }
}

}  // namespace bindpose::ik::rotation_constraint_test
