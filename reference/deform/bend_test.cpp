// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/deform/bend.h"

#include <numbers>

#include <gtest/gtest.h>

#include "reference/testing/deformer_checks.h"

namespace bindpose::deform::bend_test {

using namespace bindpose::test;
using Row = Array::Reals;
using std::numbers::pi;

ArraySet bent_question(const Mesh& mesh, double k, double y_0, const Row& range, bool askew = false) {
  ArraySet question = with_numbers(question_about(mesh, askew), "curvature", {k});
  question = with_numbers(std::move(question), "bend_centre", {y_0});
  return with_numbers(std::move(question), "bend_range", range);
}

/// A quarter circle of radius 1 from y = 0 to y = pi / 2.
Row quarter(const Vec3<double>& x, const char* array = "positions") {
  return answered("deform.bend", bent_question(one_vertex(x), 1, 0, {0, pi / 2}), array);
}

TEST(bend, vertices_beyond_the_range_move_rigidly) {
  EXPECT_LT(greatest_difference(quarter({5, pi / 2 + 3, 0}), {5, 1, 4}), 1e-15);
  EXPECT_LT(greatest_difference(quarter({5, pi / 2 + 3, 0.25}), {5, 0.75, 4}), 1e-15);
  EXPECT_EQ(quarter({5, -3, 0.25}), (Row{5, -3, 0.25}));
  EXPECT_LT(greatest_difference(quarter({5, pi / 2 + 3, 0.25}, "normals"), {0, -1, 0}), 1e-15);
}

TEST(bend, zero_curvature_moves_nothing_and_tiny_curvature_little) {
  EXPECT_LT(moved_by("deform.bend", bent_question(six_vertices(), 0, 0, {-0.25, 0.5})), 1e-15);
  EXPECT_LT(moved_by("deform.bend", bent_question(six_vertices(), 0, 0, {-0.25, 0.5}, true)), 1e-15);
  EXPECT_LT(moved_by("deform.bend", bent_question(six_vertices(), 1e-12, 0, {-0.25, 0.5})), 1e-11);
}

TEST(bend, directions_follow_the_jacobian) {
  EXPECT_LT(directions_off("deform.bend", bent_question(six_vertices(), 0.75, 0.125, {-0.3, 0.6})), 1e-8);
  EXPECT_LT(directions_off("deform.bend", bent_question(six_vertices(), -2, 0.125, {-0.3, 0.6}, true)), 1e-8);
  EXPECT_LT(directions_off("deform.bend", bent_question(six_vertices(), 3, -1, {-0.3, 0.6})), 1e-8)
      << "inside out";
}

TEST(bend, directions_at_the_centre_can_be_undefined) {
  Mesh mesh = one_vertex({0, 0.5, 1});
  mesh.normals[0] = {1, 0, 0};
  mesh.tangents[0] = {0, 1, 0, 1};
  EXPECT_EQ(undefined_of("deform.bend", bent_question(mesh, 1, 0, {0, 1})),
            (std::vector<std::string>{"ZERO_NORMAL 0", "ZERO_TANGENT 0"}));
}

TEST(bend, invalid_inputs_are_refused) {
  EXPECT_EQ(error_of("deform.bend", bent_question(six_vertices(), 1, 0, {0, 1})), "");
  EXPECT_EQ(error_of("deform.bend", bent_question(six_vertices(), 1, 0, {1, 1})),
            "PARAMETER_RANGE bend_range[1]");
}

}  // namespace bindpose::deform::bend_test
