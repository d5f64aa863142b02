// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/rigid_laws.h"

#include <gtest/gtest.h>

namespace bindpose::test {

// The laws must fail for methods that violate them.
TEST(RigidLaws, distances_show_differences) {
  const ArraySet question = twisted_ring(0.5, 1);
  EXPECT_GT(distance(surface_of("log_blend", question), turned_ring(0.4)), 0.05);
  EXPECT_GT(distance(surface_of("log_blend", question), surface_of("log_blend", twisted_ring(0.5, 0))), 0.1);
  const Rigid<double> motion{Quat<double>(0, 1, 0, 0), {1, 2, 3}};
  EXPECT_GT(distance_when_moved("log_blend", question, motion), 0.1) << "does not commute with motions";
}

TEST(RigidLaws, a_ring_without_rotation_equals_the_rest_ring) {
  EXPECT_LT(distance(turned_ring(0), surface_of("log_blend", twisted_ring(0.25, 0))), 1e-15);
}

TEST(RigidLaws, errors_have_a_code_and_a_place) {
  EXPECT_EQ(error_of("log_blend", with_array(twisted_ring(0.5, 1), "joints", {6, 2}, Array::Integers(12, 2))),
            "INDEX_RANGE joints[0][0]");
  EXPECT_EQ(error_of("log_blend", twisted_ring(0.5, 1)), "");
}

}  // namespace bindpose::test
