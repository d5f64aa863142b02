// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/eigenskin_bound.h"

#include <cstdio>

#include <Eigen/SVD>
#include <gtest/gtest.h>

namespace bindpose::examples::eigenskin_bound_test {

using Matrix = DynamicMatrix<double>;

/// Largest ratios of differences to their bounds.
struct Used {
  double s = 0, eta = 0, D_r = 0;

  template <class Numbers>
  void compare(const Truncated<Tracked>& bound, const Truncated<Numbers>& other) {
    const auto part = [](double value, const Tracked& known) {
      const double off = std::fabs(value - known.value());
      return off == 0 ? 0 : off / known.error();
    };
    for (std::size_t b = 0; b < bound.s.size(); ++b)
      s = std::max(s, part(to_double(other.s[b]), bound.s[b]));
    eta = std::max(eta, part(to_double(other.eta), bound.eta));
    for (Eigen::Index i = 0; i < bound.D_r.size(); ++i)
      D_r = std::max(D_r, part(to_double(other.D_r.data()[i]), bound.D_r.data()[i]));
  }
  void expect_within(const char* what) const {
    std::printf("%s: singular values within %.3f of the bound, energies %.3f, the kept part %.3f\n", what, s,
                eta, D_r);
    EXPECT_LE(s, 1);
    EXPECT_LE(eta, 1);
    EXPECT_LE(D_r, 1);
  }
};

/// A matrix of up to 4 columns, a few nearly dependent, with errors up to `size`, and another matrix within these errors.
struct Drawn {
  Matrix D, other;
  DynamicMatrix<Tracked> known;
  std::size_t r = 0;

  Drawn(double size, Random& random) {
    const auto m = static_cast<Eigen::Index>(3 * (1 + random.below(6))),
               n = static_cast<Eigen::Index>(1 + random.below(4));
    D.resize(m, n);
    other.resize(m, n);
    known.resize(m, n);
    const double spread = std::pow(2.0, -static_cast<double>(random.below(10)));
    for (Eigen::Index i = 0; i < m; ++i)
      for (Eigen::Index k = 0; k < n; ++k) {
        D(i, k) = k > 0 && k % 2 == 0 ? D(i, k - 1) : 0;
        D(i, k) += (k > 0 ? spread : 1) * random.uniform(-1, 1);
        D(i, k) = static_cast<float>(D(i, k));
        known(i, k) = size == 0 ? Tracked(D(i, k)) : Tracked::uncertain(D(i, k), size);
        other(i, k) = D(i, k) + size * (random.below(2) == 0 ? 1 : -1);
      }
    r = random.below(static_cast<std::size_t>(n) + 1);
  }
};

/// Tests random matrices within the errors.
TEST(EigenSkinBound, perturbed_matrices_stay_within_the_bound) {
  Random random("eigenskin.perturbed");
  Used used;
  for (int trial = 0; trial < 3000; ++trial) {
    const double size = std::pow(2.0, -static_cast<double>(3 + random.below(14)));
    const Drawn drawn(size, random);
    used.compare(truncated(drawn.known, drawn.r), truncated(drawn.other, drawn.r));
  }
  used.expect_within("perturbed");
  EXPECT_GT(used.D_r, 0.05);
}

/// sum_b u_b (u_b . d_k) in float32, by U alone.
Truncated<float> by_left_vectors(const DynamicMatrix<float>& D, std::size_t r) {
  const Eigen::JacobiSVD<DynamicMatrix<float>, Eigen::FullPivHouseholderQRPreconditioner> svd(
      D, Eigen::ComputeFullU);
  Truncated<float> left{{}, 1, DynamicMatrix<float>::Zero(D.rows(), D.cols())};
  float kept = 0, all = 0;
  for (Eigen::Index b = 0; b < D.cols(); ++b) {
    const float s = b < svd.singularValues().size() ? svd.singularValues()[b] : 0;
    left.s.push_back(s);
    all += s * s;
    if (b >= static_cast<Eigen::Index>(r) || b >= svd.matrixU().cols()) continue;
    kept += s * s;
    left.D_r += svd.matrixU().col(b) * (svd.matrixU().col(b).transpose() * D);
  }
  if (all > 0) left.eta = kept / all;
  return left;
}

/// Two solvers in float32.
TEST(EigenSkinBound, float_solvers_stay_within_the_bound) {
  Random random("eigenskin.solvers");
  Used by_columns, by_vectors;
  for (int trial = 0; trial < 2000; ++trial) {
    const Drawn drawn(0, random);
    const Truncated<Tracked> bound = truncated(drawn.known, drawn.r);
    const DynamicMatrix<float> D = drawn.D.cast<float>();
    by_columns.compare(bound, truncated(D, drawn.r));
    by_vectors.compare(bound, by_left_vectors(D, drawn.r));
  }
  by_columns.expect_within("one-sided Jacobi in float32");
  by_vectors.expect_within("left singular vectors in float32");
}

TEST(EigenSkinBound, equal_singular_values_leave_the_truncation_open) {
  DynamicMatrix<Tracked> D = DynamicMatrix<Tracked>::Zero(3, 2);
  EXPECT_EQ(truncated(D, 1).eta.value(), 1);
  EXPECT_LT(truncated(D, 1).D_r(0, 0).error(), 0x1p-120);
  D(0, 0) = D(1, 1) = Tracked(1);
  const Truncated<Tracked> tied = truncated(D, 1);
  EXPECT_GE(tied.D_r(0, 0).error(), 1) << "either column may be kept";
  EXPECT_EQ(truncated(D, 0).D_r(0, 0).error(), 0);
  EXPECT_LT(truncated(D, 2).D_r(0, 0).error(), 1e-3) << "nothing is cut";
  D(1, 1) = Tracked(0x1p-20);
  EXPECT_LT(truncated(D, 1).D_r(1, 1).error(), 1e-3) << "the cut part is small";
}

}  // namespace bindpose::examples::eigenskin_bound_test
