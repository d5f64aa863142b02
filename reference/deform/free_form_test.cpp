// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/deform/free_form.h"

#include <numeric>

#include <gtest/gtest.h>

#include "reference/testing/deformer_checks.h"

namespace bindpose::deform::free_form_test {

using namespace bindpose::test;
using Row = Array::Reals;

Mat3<double> slanted_edges() {
  Mat3<double> edges;
  edges << 2.5, 0.25, -0.125, 0.5, 3, 0.375, -0.25, 0.125, 4;
  return edges;
}

const Vec3<double> corner(-1.25, -1.5, -1.75);

/// A lattice whose points are move(P), with P the points at rest.
template <class Move>
ArraySet in_lattice(const Mesh& mesh, const Array::Integers& d, const Mat3<double>& edges, Move move) {
  ArraySet question;
  add_mesh(question, mesh);
  question.add("lattice_origin", {3}, Row(corner.begin(), corner.end()));
  Row axes, points;
  for (int a = 0; a < 3; ++a)
    for (int c = 0; c < 3; ++c)
      axes.push_back(edges(c, a));
  for (int i = 0; i <= d[0]; ++i)
    for (int j = 0; j <= d[1]; ++j)
      for (int k = 0; k <= d[2]; ++k) {
        const Vec3<double> s(i / static_cast<double>(d[0]), j / static_cast<double>(d[1]),
                             k / static_cast<double>(d[2]));
        const Vec3<double> P = move(Vec3<double>(corner + edges * s));
        points.insert(points.end(), P.begin(), P.end());
      }
  question.add("lattice_axes", {3, 3}, axes);
  question.add("degrees", {3}, d);
  question.add("lattice_points", {points.size() / 3, 3}, points);
  return question;
}

Vec3<double> stay(const Vec3<double>& P) {
  return P;
}
Vec3<double> wave(const Vec3<double>& P) {
  return P + 0.25 * Vec3<double>(std::sin(2 * P[1]), std::cos(P[0] + P[2]), P[0] * P[1]);
}

TEST(free_form, bernstein_polynomials_sum_to_one_in_both_forms) {
  for (const int l : {0, 1, 2, 5, 24})
    for (const double s : {0.0, 0.25, 0.7, 1.0}) {
      const auto B = bernstein(l, s, BasisForm::powers), C = bernstein(l, s, BasisForm::recurrence);
      ASSERT_EQ(B.size(), static_cast<std::size_t>(l) + 1);
      EXPECT_LT(greatest_difference(B, C), 1e-15);
      EXPECT_NEAR(std::accumulate(B.begin(), B.end(), 0.0), 1, 1e-14);
    }
  EXPECT_EQ(bernstein(3, 0.5, BasisForm::powers), (Row{0.125, 0.375, 0.375, 0.125}));
  EXPECT_EQ(bernstein_slopes(2, 0.25, BasisForm::powers), (Row{-1.5, 1, 0.5}));
}

TEST(free_form, a_lattice_at_rest_moves_nothing) {
  for (const Array::Integers& d : {Array::Integers{1, 1, 1}, {2, 3, 1}, {4, 2, 5}})
    for (const char* outside : {"unchanged", "polynomial"})
      EXPECT_LT(moved_by("deform.ffd", in_lattice(six_vertices(), d, slanted_edges(), stay),
                         {{"outside", outside}}),
                1e-14);
}

TEST(free_form, directions_follow_the_jacobian_also_of_a_mirrored_lattice) {
  Mat3<double> left = slanted_edges();
  left.col(1) = -left.col(1);
  for (const Mat3<double>& edges : {slanted_edges(), left})
    EXPECT_LT(directions_off("deform.ffd", in_lattice(six_vertices(), {2, 3, 2}, edges, wave),
                             {{"outside", "polynomial"}}),
              1e-8);
}

TEST(free_form, the_option_decides_outside_the_lattice) {
  const auto position = [](const Vec3<double>& x, const char* outside) {
    return answered("deform.ffd",
                    in_lattice(one_vertex(x), {1, 2, 1}, Mat3<double>::Identity(),
                               [](const Vec3<double>& P) { return Vec3<double>(2 * P); }),
                    "positions", {{"outside", outside}});
  };
  EXPECT_EQ(position({-0.25, -0.5, -0.75}, "unchanged"), (Row{-0.5, -1, -1.5})) << "a corner is inside";
  EXPECT_EQ(position({-0.125, -0.5, -0.75}, "unchanged"), (Row{-0.125, -0.5, -0.75}));
  EXPECT_EQ(position({-0.125, -0.5, -0.75}, "polynomial"), (Row{-0.25, -1, -1.5}));
}

TEST(free_form, a_flat_lattice_leaves_tangents_across_it_undefined) {
  Mesh mesh = one_vertex({0, 0, 0});
  mesh.tangents[0] = {0, 0, 1, 1};
  const auto flat = [](const Vec3<double>& P) { return Vec3<double>(P[0], P[1], 0); };
  EXPECT_EQ(undefined_of("deform.ffd", in_lattice(mesh, {1, 1, 1}, 4 * Mat3<double>::Identity(), flat)),
            std::vector<std::string>{"ZERO_TANGENT 0"});
}

TEST(free_form, invalid_inputs_are_refused) {
  const ArraySet right = in_lattice(six_vertices(), {1, 2, 1}, slanted_edges(), wave);
  const auto error = [&](Array changed) { return error_with("deform.ffd", right, std::move(changed)); };
  EXPECT_EQ(error_of("deform.ffd", right), "");
  EXPECT_EQ(error({"degrees", {3}, Array::Integers{1, 1, 1}}), "COUNT_MISMATCH lattice_points");
  EXPECT_EQ(error({"lattice_axes", {3, 3}, Row{1, 0, 0, 2, 0, 0, 0, 0, 1}}), "SINGULAR_LATTICE lattice_axes");
}

}  // namespace bindpose::deform::free_form_test
