// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/box_quadratic.h"

#include <algorithm>
#include <cstdio>

#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose::box_quadratic_test {

/// A random problem whose solution has numbers at both ends and between.
struct Problem {
  DynamicMatrix<double> Q;
  DynamicVector<double> g;

  Problem(Eigen::Index n, Random& random) : Q(n, n), g(n) {
    DynamicMatrix<double> A(n, n);
    for (double& a : A.reshaped())
      a = random.uniform(-1, 1);
    for (double& g_i : g)
      g_i = random.uniform(-3, 3);
    Q = A.transpose() * A + 0.125 * DynamicMatrix<double>::Identity(n, n);
  }
  template <class T>
  DynamicVector<T> least() const {
    return least_in_box<T>(DynamicMatrix<T>(Q.cast<T>()).sparseView(), g.cast<T>());
  }
};

TEST(BoxQuadratic, solutions_meet_the_optimality_conditions) {
  Random random("box.kkt");
  std::size_t ends = 0, inner = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Problem problem(static_cast<Eigen::Index>(1 + random.below(30)), random);
    const DynamicVector<double> w = problem.least<double>(), z = problem.Q * w + problem.g;
    for (Eigen::Index i = 0; i < w.size(); ++i) {
      EXPECT_GE(w[i], 0);
      EXPECT_LE(w[i], 1);
      EXPECT_GE(z[i], w[i] < 1 ? -1e-9 : -1e9);
      EXPECT_LE(z[i], w[i] > 0 ? 1e-9 : 1e9);
      (w[i] > 0 && w[i] < 1 ? inner : ends) += 1;
    }
  }
  EXPECT_GT(ends, 500U);
  EXPECT_GT(inner, 500U);
}

TEST(BoxQuadratic, perturbed_problems_and_float_stay_within_the_bound) {
  Random random("box.bound");
  double worst = 0, float_worst = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const auto n = static_cast<Eigen::Index>(1 + random.below(8));
    Problem problem(n, random);
    for (double& g_i : problem.g)
      g_i = to_float32(g_i);
    for (double& q : problem.Q.reshaped())
      q = to_float32(q);
    const double size = std::pow(2.0, -static_cast<double>(8 + random.below(10)));
    DynamicMatrix<Tracked> known(n, n);
    Problem other = problem;
    for (Eigen::Index r = 0; r < n; ++r)
      for (Eigen::Index c = 0; c <= r; ++c) {
        other.Q(r, c) = other.Q(c, r) = problem.Q(r, c) + size * random.uniform(-1, 1);
        known(r, c) = known(c, r) = Tracked::uncertain(problem.Q(r, c), size);
      }
    const DynamicVector<Tracked> bound = least_in_box<Tracked>(known.sparseView(), problem.g.cast<Tracked>());
    const DynamicVector<double> moved = other.least<double>();
    const DynamicVector<Tracked> exact = problem.least<Tracked>();
    const DynamicVector<float> in_float = problem.least<float>();
    for (Eigen::Index i = 0; i < n; ++i) {
      worst = std::max(worst, std::fabs(moved[i] - bound[i].value()) / bound[i].error());
      float_worst = std::max(
          float_worst, std::fabs(static_cast<double>(in_float[i]) - exact[i].value()) / exact[i].error());
    }
  }
  std::printf("perturbed: within %.3f of the bound, float %.3f\n", worst, float_worst);
  EXPECT_LE(worst, 1);
  EXPECT_GT(worst, 0.05);
  EXPECT_LE(float_worst, 1);
}

TEST(BoxQuadratic, problems_that_may_be_singular_have_no_bound) {
  DynamicMatrix<Tracked> Q(1, 1);
  Q(0, 0) = Tracked::uncertain(1, 1);
  DynamicVector<Tracked> g(1);
  g[0] = Tracked(-0.5);
  EXPECT_TRUE(std::isinf(least_in_box<Tracked>(Q.sparseView(), g)[0].error()));
}

}  // namespace bindpose::box_quadratic_test
