// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/direct_weights.h"

#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose::binding::direct_weights_test {

using Weights = DynamicVector<double>;

/// A vertex under K joints with random rotations in P poses.
struct Posed {
  std::vector<std::vector<Affine<double>>> M;
  std::vector<std::int32_t> j;
  Vec3<double> p;
  std::vector<Vec3<double>> y;
  std::vector<bool> is_moved;

  Posed(std::size_t K, std::size_t P, Random& random) : p(random.point(1)), is_moved(P, true) {
    for (std::size_t k = 0; k < P; ++k) {
      M.emplace_back();
      for (std::size_t i = 0; i < K; ++i)
        M.back().push_back({rotation_matrix(random.rotation()), random.point(0.5)});
    }
    for (std::size_t i = 0; i < K; ++i)
      j.push_back(static_cast<std::int32_t>(i));
    y.assign(P, p);
  }

  void meet(const Weights& w) {
    for (std::size_t k = 0; k < y.size(); ++k) {
      y[k].setZero();
      for (std::size_t i = 0; i < j.size(); ++i)
        y[k] += w[static_cast<Eigen::Index>(i)] * (M[k][i] * p);
    }
  }
  DirectWeights<double> found(const Weights& before, double s = 0) const {
    return direct_weights<double>(moved_vertex<double>(M, j, p, y, is_moved), before, s);
  }
};

Weights equal_weights(std::size_t K) {
  return Weights::Constant(static_cast<Eigen::Index>(K), 1.0 / static_cast<double>(K));
}

TEST(DirectWeights, known_weights_of_four_influences_are_found_from_ten_poses) {
  Random random("direct.known");
  double worst = 0;
  for (int vertex = 0; vertex < 2000; ++vertex) {
    Posed posed(4, 10, random);
    Weights w(4);
    for (double& w_i : w)
      w_i = random.below(4) == 0 ? 0 : random.unit();
    if (w.sum() == 0) w[0] = 1;
    w /= w.sum();
    posed.meet(w);
    const auto found = posed.found(equal_weights(4));
    worst = std::max(worst, (found.w - w).lpNorm<Eigen::Infinity>());
    EXPECT_LT(found.rho, 1e-12);
  }
  std::printf("known weights found to %.2g\n", worst);
  EXPECT_LT(worst, 1e-8);
}

TEST(DirectWeights, no_other_convex_weights_fit_better) {
  Random random("direct.best");
  for (int vertex = 0; vertex < 200; ++vertex) {
    Posed posed(3, 3, random);
    for (Vec3<double>& y : posed.y)
      y = random.point(2);
    const Weights before = equal_weights(3);
    const double s = vertex % 2 == 0 ? 0 : 0.5;
    const auto cost = [&](const Weights& w) {
      const auto moved = moved_vertex<double>(posed.M, posed.j, posed.p, posed.y, posed.is_moved);
      return (moved.A * w - moved.b).squaredNorm() + s * s * (w - before).squaredNorm();
    };
    const Weights w = posed.found(before, s).w;
    EXPECT_NEAR(w.sum(), 1, 1e-14);
    EXPECT_GE(w.minCoeff(), 0);
    for (int other = 0; other < 50; ++other) {
      const double a = random.unit(), b = (1 - a) * random.unit();
      EXPECT_GE(cost(Weights{{a, b, 1 - a - b}}), cost(w) - 1e-13);
    }
  }
}

TEST(DirectWeights, only_moved_poses_change_the_weights) {
  Random random("direct.unmoved");
  Posed posed(2, 3, random);
  const Weights before{{0.25, 0.5}};
  posed.is_moved.assign(3, false);
  EXPECT_EQ(posed.found(before).w, before);
  EXPECT_EQ(posed.found(before).rho, 0);
  posed.meet(Weights{{0.75, 0.25}});
  posed.y[0] = {9, 9, 9};
  posed.is_moved = {false, true, true};
  EXPECT_LT((posed.found(before).w - Weights{{0.75, 0.25}}).norm(), 1e-14);
}

}  // namespace bindpose::binding::direct_weights_test
