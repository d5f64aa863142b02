// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/deform/twist.h"

#include <numbers>

#include <gtest/gtest.h>

#include "reference/testing/deformer_checks.h"

namespace bindpose::deform {
namespace twist_test {

using namespace bindpose::test;
using Row = Array::Reals;
using std::numbers::pi;

ArraySet twisted(const Mesh& mesh, const Row& heights, const Row& angles, bool askew = false) {
  return with_numbers(with_numbers(question_about(mesh, askew), "heights", heights), "angles", angles);
}

TEST(twist, turns_slices_counter_clockwise) {
  const auto position = [](const Vec3<double>& x) {
    return answered("deform.twist", twisted(one_vertex(x), {0, 2}, {0, pi}), "positions");
  };
  EXPECT_LT(greatest_difference(position({3, 0, 1}), {0, 3, 1}), 1e-15);
  EXPECT_LT(greatest_difference(position({3, 0, 7}), {-3, 0, 7}), 1e-15) << "held after the last";
  EXPECT_EQ(position({3, 4, -1}), (Row{3, 4, -1})) << "held before the first";
  EXPECT_EQ(position({0, 0, 1.25}), (Row{0, 0, 1.25})) << "the axis stays";
}

TEST(twist, no_angle_moves_nothing) {
  EXPECT_LT(moved_by("deform.twist", twisted(six_vertices(), {-0.5, 0.5}, {0, 0})), 1e-15);
  EXPECT_LT(moved_by("deform.twist", twisted(six_vertices(), {-0.5, 0.5}, {0, 0}, true)), 1e-15);
}

TEST(twist, one_height_turns_everything_rigidly) {
  const Mesh mesh = six_vertices();
  const ArraySet question = twisted(mesh, {0.25}, {2});
  const Mat3<double> R = Eigen::AngleAxis<double>(2, Vec3<double>::UnitZ()).toRotationMatrix();
  Row positions, normals;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const Vec3<double> x = R * mesh.positions[v], n = R * mesh.normals[v];
    positions.insert(positions.end(), x.begin(), x.end());
    normals.insert(normals.end(), n.begin(), n.end());
  }
  EXPECT_LT(greatest_difference(answered("deform.twist", question, "positions"), positions), 1e-15);
  EXPECT_LT(greatest_difference(answered("deform.twist", question, "normals"), normals), 1e-15);
}

TEST(twist, directions_follow_the_jacobian) {
  EXPECT_LT(directions_off("deform.twist", twisted(six_vertices(), {-0.6, 0.3}, {0, 2})), 1e-8);
  EXPECT_LT(directions_off("deform.twist", twisted(six_vertices(), {-0.6, 0.3, 0.7}, {0.5, -3, 2}, true)),
            1e-8);
}

TEST(twist, zero_directions_stay) {
  Mesh mesh = one_vertex({1, 2, 3});
  mesh.normals[0].setZero();
  EXPECT_EQ(undefined_of("deform.twist", twisted(mesh, {0, 4}, {0, 1})),
            std::vector<std::string>{"ZERO_NORMAL 0"});
}

TEST(twist, errors) {
  EXPECT_EQ(error_of("deform.twist", twisted(six_vertices(), {0, 1}, {1, 2})), "");
  EXPECT_EQ(error_of("deform.twist", twisted(six_vertices(), {1, 0}, {1, 2})), "PARAMETER_RANGE heights[1]");
}

}  // namespace twist_test
}  // namespace bindpose::deform
