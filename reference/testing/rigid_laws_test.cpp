// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/rigid_laws.h"

#include <gtest/gtest.h>

namespace bindpose::test {

// The laws must fail for methods that violate them.
TEST(RigidLaws, distances_show_what_is_apart) {
  const ArraySet question = twisted_ring(0.5, 1);
  EXPECT_GT(distance(surface_of("log_blend", question), turned_ring(0.4)), 0.05);
  EXPECT_GT(distance(surface_of("log_blend", question), surface_of("log_blend", twisted_ring(0.5, 0))), 0.1);
  const Rigid<double> motion{Quat<double>(0, 1, 0, 0), {1, 2, 3}};
  EXPECT_GT(distance_when_moved("log_blend", question, motion), 0.1) << "it does not commute with motions";
}

TEST(RigidLaws, the_rotated_ring_equals_the_ring_rotated) {
  EXPECT_LT(distance(turned_ring(0), surface_of("log_blend", twisted_ring(0.25, 0))), 1e-15);
}

TEST(RigidLaws, errors_are_spelled_with_their_place) {
  EXPECT_EQ(error_of("log_blend", with_array(twisted_ring(0.5, 1), "joints", {6, 2}, Array::Integers(12, 2))),
            "INDEX_RANGE joints[0][0]");
  EXPECT_EQ(error_of("log_blend", twisted_ring(0.5, 1)), "");
}

}  // namespace bindpose::test
