// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/skinning_decomposition_bound.h"

#include <cstdio>

#include <Eigen/LU>
#include <Eigen/SVD>
#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/examples/shared/kept_bones.h"

namespace bindpose::examples::skinning_decomposition_bound_test {

using Matrix = Eigen::MatrixXf;
using Vector = Eigen::VectorXf;
using Eigen::Index;

/// Two bones and their weights, in float32 by textbook methods: the clamped parameter of a segment, and Kabsch's SVD of 3 by 3 matrices.
struct InFloat {
  AnimatedMesh<float> mesh;
  SkinningDecomposition<float> found;

  void find_weights() {
    for (std::size_t v = 0; v < mesh.p.size(); ++v) {
      const Matrix A = moved<float>(found.M, mesh.p[v]);
      const Vector along = A.col(1) - A.col(0), to = targets<float>(mesh, v) - A.col(0);
      const float w = std::clamp(to.dot(along) / along.squaredNorm(), 0.0F, 1.0F);
      found.w.row(static_cast<Index>(v)) << 1 - w, w;
    }
  }

  void find_bone(Index j) {
    const Vector w = found.w.col(j);
    const auto V = static_cast<Index>(mesh.p.size());
    for (std::size_t k = 0; k < mesh.y.size(); ++k) {
      Matrix P(3, V), Q(3, V);
      for (Index v = 0; v < V; ++v) {
        const auto at = static_cast<std::size_t>(v);
        P.col(v) = mesh.p[at];
        Q.col(v) =
            mesh.y[k][at] - found.w(v, 1 - j) * (found.M[k][static_cast<std::size_t>(1 - j)] * mesh.p[at]);
      }
      const Eigen::Vector3f p = P * w.cwiseAbs2() / w.squaredNorm(), q = Q * w / w.squaredNorm();
      const Eigen::Matrix3f A = (P.colwise() - p) * w.asDiagonal() * (Q - q * w.transpose()).transpose();
      const Eigen::JacobiSVD<Eigen::Matrix3f> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
      const float side = (svd.matrixV() * svd.matrixU().transpose()).determinant() < 0 ? -1.0F : 1.0F;
      const Eigen::Matrix3f R =
          svd.matrixV() * Eigen::Vector3f(1, 1, side).asDiagonal() * svd.matrixU().transpose();
      found.M[k][static_cast<std::size_t>(j)] = {R, q - R * p};
    }
  }
};

/// A sample input with two bones.
struct Asked {
  ArraySet question;
  InFloat subject;
  Array::Integers clusters;

  explicit Asked(Random& random) {
    do
      question = find_algorithm("ssdr")->implementation.sample(10, random);
    while (question.find("bone_count")->integers()[0] != 2);
    question.put({"round_count", {1}, Array::Integers{2}});
    const auto points = [&](const char* name) {
      Points<float> rows;
      const Array::Reals& x = question.find(name)->reals();
      for (std::size_t i = 0; i < x.size(); i += 3)
        rows.emplace_back(static_cast<float>(x[i]), static_cast<float>(x[i + 1]),
                          static_cast<float>(x[i + 2]));
      return rows;
    };
    clusters = question.find("clusters")->integers();
    subject.mesh = {points("positions"),
                    in_groups(question.find("example_positions")->shape[0], points("example_positions"))};
    subject.found = undeformed<float>(subject.mesh, clusters, 2);
  }
};

TEST(skinning_decomposition_bound, other_solvers_stay_within_the_bound) {
  Random random("ssdr.others");
  double worst = 0, widest = 0;
  for (int trial = 0; trial < 30; ++trial) {
    Asked asked(random);
    InFloat& subject = asked.subject;
    for (int n = 0; n <= 2; ++n) {
      if (n > 0) subject.find_weights();
      subject.find_bone(0);
      subject.find_bone(1);
    }
    fit(subject.mesh, subject.found);
    Branches::current() = {};
    const auto bound = find_algorithm("ssdr")->implementation.in_tracked(asked.question, {});
    ASSERT_EQ(Branches::current().undecided, 0U);
    const auto compare = [&](double got, const Tracked& known) {
      worst = std::max(worst, std::fabs(got - known.value()) / known.error());
      widest = std::max(widest, known.error());
    };
    const std::vector<Tracked>& w = bound->find("bone_weights")->values;
    for (std::size_t i = 0; i < w.size(); ++i)
      compare(static_cast<double>(subject.found.weight(i / 2, i % 2)), w[i]);
    const std::vector<Tracked>& M = bound->find("example_palettes")->values;
    const std::size_t P = subject.found.M.size();
    for (std::size_t i = 0; i < M.size(); ++i) {
      const Affine<float>& map = subject.found.M[i / 12 % P][i / 12 / P];
      const auto r = static_cast<Index>(i % 12 / 4), c = static_cast<Index>(i % 4);
      compare(static_cast<double>(c < 3 ? map.linear(r, c) : map.translation[r]), M[i]);
    }
    compare(static_cast<double>(subject.found.rho), bound->find("residual")->values[0]);
  }
  std::printf("others: within %.4f of the bound, which is at most %.4f\n", worst, widest);
  EXPECT_LE(worst, 1);
  EXPECT_LT(widest, 0.1);
}

/// The kept two of three bones, with the weights 1 - w_1 - w_2, w_1 and w_2.
Kept kept_two(double w_1, double w_2, double off, bool take_other = false) {
  DynamicMatrix<Tracked> A(3, 3);
  A << 1, 0, 0, 0, 1, 0, 0, 0, 1;
  DynamicVector<Tracked> b(3), w(3);
  w << Tracked(1 - w_1 - w_2), Tracked::uncertain(w_1, off), Tracked::uncertain(w_2, off);
  b << Tracked(1 - w_1 - w_2), Tracked(w_1), Tracked(w_2);
  Branches::current() = {0, take_other};
  return kept_of(A, b, effects_of<Tracked>(A, w), 2);
}

TEST(skinning_decomposition_bound, the_choice_of_bones_is_open_if_effects_are_equal) {
  using Which = std::vector<bool>;
  EXPECT_EQ(kept_two(0.25, 0.125, 0x1p-6).is_in, (Which{true, true, false}));
  EXPECT_EQ(Branches::current().undecided, 0U);
  EXPECT_EQ(kept_two(0.25, 0.125, 0x1p-6).more, 0);
  EXPECT_EQ(kept_two(0.25, 0.25, 0x1p-6).is_in, (Which{true, true, false}));
  EXPECT_EQ(Branches::current().undecided, 1U);
  EXPECT_EQ(kept_two(0.25, 0.25, 0x1p-6, true).is_in, (Which{true, false, true}));
  Branches::current() = {};
}

TEST(skinning_decomposition_bound, bones_of_small_weight_may_replace_each_other) {
  const Kept small = kept_two(0x1p-8, 0x1p-9, 0x1p-7);
  EXPECT_EQ(Branches::current().undecided, 0U);
  EXPECT_GT(small.more, 2 * 0x1.8p-8);
  EXPECT_LT(small.more, 0x1p-4);
  EXPECT_GT(kept_two(0, 0, 0x1p-7).more, 0);
  EXPECT_EQ(Branches::current().undecided, 0U);
}

}  // namespace bindpose::examples::skinning_decomposition_bound_test
