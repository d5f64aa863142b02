// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/spherical_joint_blend.h"

#include <numbers>

#include <gtest/gtest.h>

#include "reference/testing/rigid_laws.h"

namespace bindpose::skinning::spherical_joint_blend_test {

using namespace test;

constexpr const char* stem = "spherical_joint_blend";
constexpr double pi = std::numbers::pi;

TEST(SphericalJointBlend, a_twist_keeps_the_radius) {
  for (const double twist : {0.5, 2.0, 3.0, 3.1415})
    EXPECT_LT(distance(surface_of(stem, twisted_ring(0.5, twist)), turned_ring(twist / 2)), 1e-12);
}

TEST(SphericalJointBlend, vertices_with_several_open_signs_are_undecided) {
  ArraySet question = twisted_ring(0.5, pi);
  question = with_array(question, "parents", {3}, Array::Integers{-1, 0, 0});
  question = with_array(question, "bind_positions", {3, 3}, Array::Reals(9, 0.0));
  std::vector<Rigid<double>> motions = motions_of(question);
  motions[1].rotation.w() = 0;
  motions.push_back(motions[1]);
  question = with_motions(question, motions);
  const auto bound = [&](const ArraySet& asked) {
    Branches::current() = {};
    const auto answer =
        find_algorithm("skinning.spherical_joint_blend")->implementation.in_tracked(asked, {});
    Branches::current() = {};
    return answer->find("positions")->values[0].error();
  };
  EXPECT_LT(bound(question), 1e-4) << "two joints: either sign";
  Array::Integers joints;
  for (int v = 0; v < 6; ++v)
    joints.insert(joints.end(), {0, 1, 2});
  const ArraySet three = with_array(question, "joints", {6, 3}, joints);
  EXPECT_TRUE(std::isinf(bound(with_array(three, "weights", {6, 3}, Array::Reals(18, 0.25)))));
}

TEST(SphericalJointBlend, wrong_inputs_are_refused) {
  const ArraySet question = twisted_ring(0.5, 1);
  EXPECT_EQ(error_of(stem, question), "");
  EXPECT_EQ(error_of(stem, with_array(question, "parents", {2}, Array::Integers{-1, -1})),
            "NO_COMMON_PIVOT joints[0]");
  EXPECT_EQ(error_of(stem, with_array(question, "parents", {2}, Array::Integers{1, 0})), "CYCLE parents[0]");
  EXPECT_EQ(error_of(stem, with_array(question, "parents", {1}, Array::Integers{-1})), "ARRAY_SHAPE parents");
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error_of(stem, with_array(question, "bind_positions", {2, 3}, Array::Reals{0, 0, 0, 0, inf, 0})),
            "NOT_FINITE bind_positions[1]");
  std::vector<Rigid<double>> motions(2);
  motions[1].rotation.w() = 0.5;
  EXPECT_EQ(error_of(stem, with_motions(question, motions)), "NOT_UNIT palette_rotations[1]");
  ArraySet late = question;  // only the third vertex is wrong
  late.find("joints")->data = Array::Integers{0, 1, 0, 1, 1, 2, 0, 1, 0, 1, 0, 1};
  late = with_array(late, "parents", {3}, Array::Integers{-1, 0, 0});
  late = with_array(late, "bind_positions", {3, 3}, Array::Reals{0, 0, 0, 0, 0, 0, 0, 0, 1});
  EXPECT_EQ(error_of(stem, with_motions(late, std::vector<Rigid<double>>(3))), "NO_COMMON_PIVOT joints[2]");
}

}  // namespace bindpose::skinning::spherical_joint_blend_test
