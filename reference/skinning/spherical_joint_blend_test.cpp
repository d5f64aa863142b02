// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/spherical_joint_blend.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "reference/samples/pivot_questions.h"
#include "reference/testing/rigid_laws.h"

namespace bindpose::skinning {
namespace spherical_joint_blend_test {

using namespace test;

constexpr const char* stem = "spherical_joint_blend";
constexpr double pi = std::numbers::pi;

ArraySet forks(const char* seed, std::size_t width = 3) {
  Random random(seed);
  return with_unit_rotations(samples::sample_forks(60, width, random));
}

TEST(SphericalJointBlend, twist_keeps_the_radius) {
  for (const double twist : {0.5, 2.0, 3.0, 3.1415})
    EXPECT_LT(distance(surface_of(stem, twisted_ring(0.5, twist)), turned_ring(twist / 2)), 1e-12);
}

TEST(SphericalJointBlend, turn_is_that_of_the_blended_quaternion) {
  // tan of half the angle is w sin / ((1 - w) + w cos), not w times the angle.
  const double half = std::atan2(0.25 * std::sin(1.0), 0.75 + 0.25 * std::cos(1.0));
  EXPECT_LT(distance(surface_of(stem, twisted_ring(0.25, 2)), turned_ring(2 * half)), 1e-14);
}

TEST(SphericalJointBlend, only_ratios_of_weights_count) {
  const ArraySet question = forks("sjb.ratios");
  Array weights = *question.find("weights");
  for (double& w : std::get<Array::Reals>(weights.data))
    w *= 0.75;
  EXPECT_LT(distance(surface_of(stem, question),
                     surface_of(stem, with_array(question, "weights", weights.shape, weights.reals()))),
            1e-13);
}

TEST(SphericalJointBlend, vertex_keeps_its_distance_from_the_joint) {
  // A bend about x at the joint (0, 0, 5): linear blending would draw the vertex towards it.
  ArraySet question = twisted_ring(0.5, 0);
  question = with_array(question, "bind_positions", {2, 3}, Array::Reals{0, 0, -3, 0, 0, 5});
  std::vector<Rigid<double>> motions(2);
  motions[1].rotation = Quat<double>(std::cos(pi / 4), std::sin(pi / 4), 0, 0);
  const Vec3<double> c(0, 0, 5);
  motions[1].translation = c - bindpose::rotate(motions[1].rotation, c);
  question = with_motions(question, motions);
  const Surface<double> surface = surface_of(stem, question);
  const Mesh mesh = *read_mesh(question);
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v)
    EXPECT_NEAR((surface.positions[v] - c).norm(), (mesh.positions[v] - c).norm(), 1e-14);
}

TEST(SphericalJointBlend, sign_follows_the_joint_nearest_the_root) {
  // Children at +130 and -130 degrees, listed before their parent: seen from the parent they cancel.
  ArraySet question = twisted_ring(0.5, 0);
  question = with_array(question, "parents", {3}, Array::Integers{-1, 0, 0});
  question = with_array(question, "bind_positions", {3, 3}, Array::Reals(9, 0.0));
  Array::Integers joints;
  Array::Reals weights;
  for (int v = 0; v < 6; ++v) {
    joints.insert(joints.end(), {1, 2, 0});
    weights.insert(weights.end(), {0.25, 0.25, 0.5});
  }
  question = with_array(question, "joints", {6, 3}, joints);
  question = with_array(question, "weights", {6, 3}, weights);
  std::vector<Rigid<double>> motions(3);
  const double half = 65 * pi / 180;
  motions[1].rotation = Quat<double>(std::cos(half), 0, 0, std::sin(half));
  motions[2].rotation = Quat<double>(std::cos(half), 0, 0, -std::sin(half));
  EXPECT_LT(distance(surface_of(stem, with_motions(question, motions)), turned_ring(0)), 1e-14);
}

TEST(SphericalJointBlend, child_moved_off_takes_the_pivot_along) {
  ArraySet question = twisted_ring(0.5, 0);
  std::vector<Rigid<double>> motions(2);
  motions[1].translation = {0, 0, 2};
  const Surface<double> surface = surface_of(stem, with_motions(question, motions));
  EXPECT_NEAR(surface.positions[0][2], 2.25, 1e-15);
}

TEST(SphericalJointBlend, degenerate_rows_are_zero_and_noted) {
  ArraySet question = twisted_ring(0.5, 1);
  Array weights = *question.find("weights"), normals = *question.find("normals");
  for (const std::size_t i : {0U, 1U})
    std::get<Array::Reals>(weights.data)[i] = 0;
  for (const std::size_t i : {3U, 4U, 5U})
    std::get<Array::Reals>(normals.data)[i] = 0;
  question.put(weights);
  question.put(normals);
  const Surface<double> surface = surface_of(stem, question);
  ASSERT_EQ(surface.undefined.size(), 4U);
  EXPECT_EQ(surface.undefined[0].code, "NO_INFLUENCE");
  EXPECT_EQ(surface.undefined[3].code, "ZERO_NORMAL");
  EXPECT_EQ(surface.undefined[3].row, 1U);
  EXPECT_EQ(surface.positions[0].norm(), 0);
}

TEST(SphericalJointBlend, several_open_signs_are_not_judged) {
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

TEST(SphericalJointBlend, bad_input_is_refused) {
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
  ArraySet late = question;  // the third vertex only
  late.find("joints")->data = Array::Integers{0, 1, 0, 1, 1, 2, 0, 1, 0, 1, 0, 1};
  late = with_array(late, "parents", {3}, Array::Integers{-1, 0, 0});
  late = with_array(late, "bind_positions", {3, 3}, Array::Reals{0, 0, 0, 0, 0, 0, 0, 0, 1});
  EXPECT_EQ(error_of(stem, with_motions(late, std::vector<Rigid<double>>(3))), "NO_COMMON_PIVOT joints[2]");
}

}  // namespace spherical_joint_blend_test
}  // namespace bindpose::skinning
