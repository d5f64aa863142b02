// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/ik/ik_fabrik_bound.h"
#include "reference/testing/ik_checks.h"

namespace bindpose::ik {

using namespace test;

namespace ik_fabrik_test {

double residual(const Chain<double>& chain, const Vec3<double>& goal) {
  return norm_of<double>(chain.back() - goal);
}

/// Algorithm 1 of the paper.
Chain<double> as_published(Chain<double> p, const Vec3<double>& goal, int iterations) {
  std::vector<double> d;
  for (std::size_t i = 0; i + 1 < p.size(); ++i)
    d.push_back((p[i + 1] - p[i]).norm());
  const Vec3<double> root = p[0];
  for (int k = 0; k < iterations; ++k) {
    p.back() = goal;
    for (std::size_t i = d.size(); i-- > 0;) {
      const double lambda = d[i] / (p[i + 1] - p[i]).norm();
      p[i] = (1 - lambda) * p[i + 1] + lambda * p[i];
    }
    p[0] = root;
    for (std::size_t i = 0; i < d.size(); ++i) {
      const double lambda = d[i] / (p[i + 1] - p[i]).norm();
      p[i + 1] = (1 - lambda) * p[i] + lambda * p[i + 1];
    }
  }
  return p;
}

TEST(ik_fabrik, the_result_agrees_with_the_published_algorithm) {
  const Chain<double> rest = bent_chain(6);
  for (const Vec3<double>& goal : goals_around(rest)) {
    const Chain<double> chain = bounded_fabrik<double>(rest, goal, false, 7);
    const Chain<double> expected = as_published(rest, goal, 7);
    for (std::size_t i = 0; i < rest.size(); ++i)
      EXPECT_LT(norm_of<double>(chain[i] - expected[i]), 1e-13);
  }
}

TEST(ik_fabrik, bones_keep_their_length_and_the_root_stays) {
  const Chain<double> rest = bent_chain(6);
  for (const Vec3<double>& goal : goals_around(rest)) {
    const Chain<double> chain = bounded_fabrik<double>(rest, goal, false, 20);
    EXPECT_LT(stretch(chain, rest), 1e-14);
    EXPECT_EQ(chain[0], rest[0]);
  }
}

TEST(ik_fabrik, the_end_converges_to_the_goal) {
  const Chain<double> rest = bent_chain(5);
  for (const Vec3<double>& goal : goals_around(rest)) {
    EXPECT_LT(residual(bounded_fabrik<double>(rest, goal, false, 10), goal), 0.1 * residual(rest, goal));
    EXPECT_LT(residual(bounded_fabrik<double>(rest, goal, false, 100), goal), 1e-4);
  }
}

TEST(ik_fabrik, an_unreachable_goal_gives_the_nearest_straight_chain) {
  const Chain<double> rest = bent_chain(5);
  const ArraySet question = ik_question(rest, goals_at(rest, 1.25), 1);
  const auto answer = find_algorithm("ik_fabrik")->implementation.in_double(question, {});
  ASSERT_TRUE(answer);
  const std::vector<double>& nearest = answer->find("nearest")->values;
  const std::vector<double>& positions = answer->find("positions")->values;
  for (std::size_t row = 0; row < 5; ++row) {
    EXPECT_EQ(answer->find("reachable")->values[row], 0);
    EXPECT_NEAR(answer->find("residual")->values[row], 0.25 * full_reach(rest), 1e-6);
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_NEAR(nearest[3 * row + c], positions[15 * row + 12 + c], 1e-14);
  }
}

TEST(ik_fabrik, degenerate_chains_have_a_result) {
  const Chain<double> line = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
  for (const double x : {-2.0, 0.0, 0.5, 1.0, 2.0, 3.0}) {
    const Chain<double> chain = bounded_fabrik<double>(line, {x, 0, 0}, false, 10);
    EXPECT_LT(stretch(chain, line), 1e-15);
    for (const Vec3<double>& p : chain)
      EXPECT_EQ(p.tail(2).norm(), 0) << "left the line";
  }
  EXPECT_EQ(bounded_fabrik<double>(line, {3, 0, 0}, false, 10), line);
  // The goal is at the joint before the end: the direction between them is undefined, so the last bone keeps its direction.
  const Chain<double> bent = bent_chain(4);
  EXPECT_LT(stretch(bounded_fabrik<double>(bent, bent[2], false, 5), bent), 1e-15);
  EXPECT_EQ(bounded_fabrik<double>(bent, {1, 1, 1}, false, 0), bent);
  EXPECT_EQ(bounded_fabrik<double>(bent, {100, 1, 1}, true, 0), bent);
}

TEST(ik_fabrik, bounds_stay_small_over_ten_iterations) {
  EXPECT_LT(worst_relative_bound("ik_fabrik",
                                 [](const Chain<double>& rest, const Vec3<double>& goal) {
                                   return bounded_fabrik<Tracked>(rest, goal, false, 10);
                                 }),
            2e-3);
}

}  // namespace ik_fabrik_test
}  // namespace bindpose::ik
