// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/delaunay.h"

#include <gtest/gtest.h>

#include "reference/binding/shared/delaunay_cells.h"
#include "reference/testing/answers.h"
#include "reference/testing/assert.h"
#include "reference/testing/weights.h"

namespace bindpose::binding::delaunay_test {

using Points = std::vector<Vec3<double>>;

ArraySet of(const Points& positions, const Points& pivots) {
  ArraySet question;
  question.add("positions", {positions.size(), 3}, numbers_of(positions));
  question.add("pivots", {pivots.size(), 3}, numbers_of(pivots));
  return question;
}

std::string error_of(const ArraySet& question) {
  return test::error_of("bind.delaunay", question);
}

/// Centre of the sphere through four points.
Vec3<double> centre_of(const Points& points, const std::vector<std::uint32_t>& cell) {
  const Vec3<double>& a = points[cell[0]];
  Mat3<double> rows;
  Vec3<double> side;
  for (std::size_t i = 1; i < 4; ++i) {
    const Vec3<double> to = points[cell[i]] - a;
    rows.row(static_cast<Eigen::Index>(i) - 1) = 2 * to.transpose();
    side[static_cast<Eigen::Index>(i) - 1] = to.squaredNorm();
  }
  return a + rows.inverse() * side;
}

TEST(DelaunayCells, spheres_are_empty_and_cells_fill_the_hull) {
  Random random("delaunay.spheres");
  for (int trial = 0; trial < 20; ++trial) {
    Points points;
    for (int i = 0; i < 40; ++i)
      points.push_back(random.point(0.5));
    for (const Vec3<double>& corner :
         {Vec3<double>(2, 2, 2), Vec3<double>(2, -2, -2), Vec3<double>(-2, 2, -2), Vec3<double>(-2, -2, 2)})
      points.push_back(corner);
    BINDPOSE_ASSERT(const auto cells, delaunay_cells(points));
    double volume = 0;
    for (const auto& cell : cells) {
      ASSERT_EQ(cell.size(), 4U);
      const Vec3<double> centre = centre_of(points, cell);
      const double radius = (points[cell[0]] - centre).norm();
      for (const Vec3<double>& point : points)
        EXPECT_GE((point - centre).norm(), radius * (1 - 1e-9));
      Mat3<double> sides;
      for (int i = 0; i < 3; ++i)
        sides.col(i) = points[cell[static_cast<std::size_t>(i) + 1]] - points[cell[0]];
      volume += std::fabs(determinant(sides)) / 6;
    }
    EXPECT_NEAR(volume, 64.0 / 3, 1e-9) << "the tetrahedron of the four corners";
  }
}

TEST(DelaunayCells, points_on_one_sphere_form_one_cell) {
  Points cube;
  for (int i = 0; i < 8; ++i)
    cube.emplace_back(i & 1, i >> 1 & 1, i >> 2);
  BINDPOSE_ASSERT(const auto cells, delaunay_cells(cube));
  ASSERT_EQ(cells.size(), 1U);
  EXPECT_EQ(cells.front().size(), 8U);
}

TEST(DelaunayCells, fewest_edges_lead_along_a_chain) {
  const std::vector<std::vector<std::uint32_t>> joined = joined_points({{0, 1}, {1, 2}, {2, 3}, {5, 6}}, 7);
  const std::vector<Reached> reached = fewest_edges(joined, {0, 3});
  EXPECT_EQ(reached[1].edges, 1);
  EXPECT_EQ(reached[1].from, (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(reached[3].edges, 0);
  EXPECT_TRUE(reached[5].from.empty());
}

TEST(Delaunay, equal_positions_get_equal_weights) {
  const Points positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1.5}, {0, 0, 0}};
  const auto W = test::joint_weights("bind.delaunay", of(positions, {{5, 5, 5}, {0, 0, 0}, {0, 0, 0}}));
  EXPECT_EQ(W[0][1], 1) << "a vertex at a pivot, the first of two";
  EXPECT_EQ(W[5], W[0]);
}

TEST(Delaunay, invalid_inputs_are_refused) {
  const Points flat = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 3, 0}};
  EXPECT_EQ(error_of(of(flat, {{0.5, 0.25, 0}})), "FLAT_POINTS positions");
  EXPECT_EQ(error_of(of(flat, {{0.5, 0.25, 1}})), "");
  EXPECT_EQ(error_of(of({{0, 0, 0}}, {{0, 0, 1}})), "");
  const Points merged = {{0, 0, 0}, {1e-30, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1.5}};
  EXPECT_EQ(error_of(of(merged, {{0.25, 0.25, 0.25}})).substr(0, 17), "NO_CELL positions");
}

}  // namespace bindpose::binding::delaunay_test
