// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/deform/twist.h"

#include <gtest/gtest.h>

#include "reference/testing/deformer_checks.h"

namespace bindpose::deform::twist_test {

using namespace bindpose::test;
using Row = Array::Reals;

ArraySet twisted(const Mesh& mesh, const Row& heights, const Row& angles, bool askew = false) {
  return with_numbers(with_numbers(question_about(mesh, askew), "heights", heights), "angles", angles);
}

TEST(twist, an_angle_of_zero_moves_nothing) {
  EXPECT_LT(moved_by("deform.twist", twisted(six_vertices(), {-0.5, 0.5}, {0, 0})), 1e-15);
  EXPECT_LT(moved_by("deform.twist", twisted(six_vertices(), {-0.5, 0.5}, {0, 0}, true)), 1e-15);
}

TEST(twist, directions_follow_the_jacobian) {
  EXPECT_LT(directions_off("deform.twist", twisted(six_vertices(), {-0.6, 0.3}, {0, 2})), 1e-8);
  EXPECT_LT(directions_off("deform.twist", twisted(six_vertices(), {-0.6, 0.3, 0.7}, {0.5, -3, 2}, true)),
            1e-8);
}

TEST(twist, a_zero_normal_is_undefined) {
  Mesh mesh = one_vertex({1, 2, 3});
  mesh.normals[0].setZero();
  EXPECT_EQ(undefined_of("deform.twist", twisted(mesh, {0, 4}, {0, 1})),
            std::vector<std::string>{"ZERO_NORMAL 0"});
}

TEST(twist, invalid_inputs_are_refused) {
  EXPECT_EQ(error_of("deform.twist", twisted(six_vertices(), {0, 1}, {1, 2})), "");
  EXPECT_EQ(error_of("deform.twist", twisted(six_vertices(), {1, 0}, {1, 2})), "PARAMETER_RANGE heights[1]");
}

}  // namespace bindpose::deform::twist_test
