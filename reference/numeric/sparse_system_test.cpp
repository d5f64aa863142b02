// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/sparse_system.h"

#include <algorithm>
#include <cstdio>

#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose::sparse_system_test {

/// A chain of unknowns whose equations differ in size.
DynamicMatrix<double> chain(Eigen::Index n, Random& random) {
  DynamicMatrix<double> A = DynamicMatrix<double>::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    A(i, i) += std::pow(2.0, static_cast<double>(random.below(12)) - 2);
    if (i == 0) continue;
    const double c = random.uniform(0.25, 1);
    A(i, i) += c, A(i - 1, i - 1) += c;
    A(i, i - 1) = A(i - 1, i) = -c;
  }
  return A.unaryExpr([](double x) { return to_float32(x); });
}

TEST(SparseSystem, all_scalars_solve_the_system_within_the_bound) {
  Random random("sparse.chain");
  double worst = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const auto n = static_cast<Eigen::Index>(1 + random.below(20));
    const DynamicMatrix<double> A = chain(n, random);
    DynamicMatrix<double> B(n, 2);
    for (double& b : B.reshaped())
      b = random.uniform(-1, 1);
    const DynamicMatrix<double> X = solved_sparse<double>(A.sparseView(), B);
    EXPECT_LT((A * X - B).norm(), 1e-12 * A.norm());
    const DynamicMatrix<Quad> in_quad =
        solved_sparse<Quad>(DynamicMatrix<Quad>(A.cast<Quad>()).sparseView(), B.cast<Quad>());
    const DynamicMatrix<float> in_float =
        solved_sparse<float>(DynamicMatrix<float>(A.cast<float>()).sparseView(), B.cast<float>());
    const DynamicMatrix<Tracked> bound =
        solved_sparse<Tracked>(DynamicMatrix<Tracked>(A.cast<Tracked>()).sparseView(), B.cast<Tracked>());
    for (Eigen::Index i = 0; i < X.size(); ++i) {
      EXPECT_NEAR(X(i), to_double(in_quad(i)), 1e-14);
      worst = std::max(worst, std::fabs(static_cast<double>(in_float(i)) - X(i)) / bound(i).error());
    }
  }
  std::printf("float within %.4f of the bound\n", worst);
  EXPECT_LE(worst, 1);
  EXPECT_GT(worst, 0.0001);
}

TEST(SparseSystem, unconnected_parts_are_bounded_separately) {
  Random random("sparse.parts");
  constexpr Eigen::Index n = 5, alone = 300;
  const DynamicMatrix<double> A = chain(n, random);
  DynamicMatrix<double> whole = 3 * DynamicMatrix<double>::Identity(n + alone, n + alone);
  // Every second one of the first unknowns belongs to the chain.
  const std::vector<Eigen::Index> own = {0, 2, 4, 6, 8};
  whole(own, own) = A;
  const DynamicMatrix<double> B = DynamicMatrix<double>::Ones(n, 1),
                              all = DynamicMatrix<double>::Ones(n + alone, 1);
  const DynamicMatrix<Tracked> X =
      solved_sparse<Tracked>(DynamicMatrix<Tracked>(A.cast<Tracked>()).sparseView(), B.cast<Tracked>());
  const DynamicMatrix<Tracked> among =
      solved_sparse<Tracked>(DynamicMatrix<Tracked>(whole.cast<Tracked>()).sparseView(), all.cast<Tracked>());
  for (Eigen::Index i = 0; i < n; ++i) {
    EXPECT_EQ(among(own[static_cast<std::size_t>(i)]).value(), X(i).value());
    EXPECT_EQ(among(own[static_cast<std::size_t>(i)]).error(), X(i).error());
  }
  EXPECT_NEAR(among(1).value(), 1.0 / 3, 1e-15);
  EXPECT_LT(among(1).error(), 1e-4) << "a single unknown among three hundred others";
}

TEST(SparseSystem, fixed_numbers_move_to_the_right_hand_side) {
  DynamicMatrix<double> Q(3, 3);
  Q << 2, -1, 0, -1, 3, -1, 0, -1, 2;
  const auto rest =
      without_fixed<double>(Q.sparseView(), {false, true, false}, DynamicVector<double>{{0, 5, 0}});
  EXPECT_EQ(rest.at, (std::vector<Eigen::Index>{0, 2}));
  EXPECT_EQ(DynamicMatrix<double>(rest.Q), (DynamicMatrix<double>(2, 2) << 2, 0, 0, 2).finished());
  EXPECT_EQ(rest.g, (DynamicVector<double>{{-5, -5}}));
}

}  // namespace bindpose::sparse_system_test
