// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "reference/ik/ik_ccd_bound.h"
#include "reference/testing/ik_checks.h"

namespace bindpose::ik {

using namespace test;

namespace ik_ccd_test {

constexpr CcdOrder usual = CcdOrder::tip_to_root;

double residual(const Chain<double>& chain, const Vec3<double>& goal) {
  return norm_of<double>(chain.back() - goal);
}

/// The same with Eigen's axis and angle. stale: the end's position is read only once per iteration.
Chain<double> by_axis_and_angle(Chain<double> p, const Vec3<double>& goal, int iterations, bool stale) {
  for (int k = 0; k < iterations; ++k) {
    const Vec3<double> old_end = p.back();
    for (std::size_t i = p.size() - 1; i-- > 0;) {
      const Vec3<double> end = stale ? old_end : p.back();
      const Vec3<double> a = end - p[i], b = goal - p[i], normal = a.cross(b);
      const Mat3<double> R =
          Eigen::AngleAxisd(std::atan2(normal.norm(), a.dot(b)), normal.normalized()).matrix();
      for (std::size_t j = i + 1; j < p.size(); ++j)
        p[j] = p[i] + R * (p[j] - p[i]);
    }
  }
  return p;
}

TEST(ik_ccd, the_result_agrees_with_axis_and_angle) {
  const Chain<double> rest = bent_chain(6);
  for (const Vec3<double>& goal : goals_around(rest)) {
    const Chain<double> chain = bounded_ccd<double>(rest, goal, 8, usual);
    const Chain<double> expected = by_axis_and_angle(rest, goal, 8, false);
    for (std::size_t i = 0; i < rest.size(); ++i)
      EXPECT_LT(norm_of<double>(chain[i] - expected[i]), 1e-12);
  }
}

TEST(ik_ccd, bones_keep_their_length_and_the_root_stays) {
  const Chain<double> rest = bent_chain(6);
  for (const Vec3<double>& goal : goals_around(rest)) {
    const Chain<double> chain = bounded_ccd<double>(rest, goal, 20, usual);
    EXPECT_LT(stretch(chain, rest), 1e-14);
    EXPECT_EQ(chain[0], rest[0]);
  }
}

TEST(ik_ccd, no_iteration_moves_the_end_away_from_the_goal) {
  const Chain<double> rest = bent_chain(5);
  for (const Vec3<double>& goal : goals_around(rest)) {
    double before = residual(rest, goal);
    for (int k = 1; k <= 10; ++k) {
      const double after = residual(bounded_ccd<double>(rest, goal, k, usual), goal);
      EXPECT_LE(after, before + 1e-14);
      before = after;
    }
    EXPECT_LT(residual(bounded_ccd<double>(rest, goal, 100, usual), goal), 0.01);
  }
}

TEST(ik_ccd, an_unreachable_goal_straightens_the_chain) {
  const Chain<double> rest = bent_chain(4);
  const double reach = full_reach(rest);
  for (const Vec3<double>& goal : goals_at(rest, 1.5)) {
    const double left = residual(bounded_ccd<double>(rest, goal, 100, usual), goal);
    EXPECT_GE(left, 0.5 * reach - 1e-12);
    EXPECT_LT(left, 0.51 * reach);
  }
}

TEST(ik_ccd, degenerate_chains_have_a_result) {
  const Chain<double> line = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
  for (const double x : {-2.0, 0.0, 0.5, 1.0, 2.0, 3.0, 5.0}) {
    EXPECT_EQ(bounded_ccd<double>(line, {x, 0, 0}, 10, usual), line) << x;
    EXPECT_EQ(bounded_ccd<float>(line, {x, 0, 0}, 10, usual)[3], Vec3<float>(3, 0, 0)) << x;
    Branches::current() = {};
    for (const Vec3<Tracked>& p : bounded_ccd<Tracked>(line, {x, 0, 0}, 1, usual))
      EXPECT_LT(p[0].error() + p[1].error() + p[2].error(), 1e-4) << x;
    EXPECT_EQ(Branches::current().undecided, 0u) << x;
  }
  EXPECT_EQ(bounded_ccd<double>(bent_chain(5), {1, 1, 1}, 0, usual), bent_chain(5));
}

TEST(ik_ccd, bounds_stay_small_over_ten_iterations) {
  EXPECT_LT(worst_relative_bound("ik_ccd",
                                 [](const Chain<double>& rest, const Vec3<double>& goal) {
                                   return bounded_ccd<Tracked>(rest, goal, 10, usual);
                                 }),
            2e-3);
}

}  // namespace ik_ccd_test
}  // namespace bindpose::ik
