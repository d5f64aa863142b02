// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/conditioned.h"

#include <algorithm>

#include <Eigen/SVD>
#include <fmt/core.h>
#include <gtest/gtest.h>

#include "reference/numeric/polar.h"
#include "reference/numeric/random.h"

namespace bindpose::conditioned_test {

/// A matrix with random axes and given singular values.
Mat3<double> with_values(Random& random, double s1, double s2, double s3) {
  return rotation_matrix(random.rotation().normalized()) * Vec3<double>(s1, s2, s3).asDiagonal() *
         rotation_matrix(random.rotation().normalized()).transpose();
}

Mat3<double> random_values(Random& random) {
  return with_values(random, 1, random.uniform(0.01, 1), random.uniform(-0.005, 0.01));
}

/// Distance of two nearest rotations in units of the bound; each number of A is known up to e.
double fraction(const Mat3<double>& A, double e, const Mat3<double>& R) {
  const PolarRotation<double> polar = polar_rotation(A);
  Mat3<Tracked> tracked;
  for (int i = 0; i < 9; ++i)
    tracked(i / 3, i % 3) = Tracked::uncertain(A(i / 3, i % 3), e);
  return (R - rotation_matrix(polar.q)).norm() / rotation_error(tracked, polar.spread);
}

Mat3<float> by_svd(const Mat3<float>& A) {
  const Eigen::JacobiSVD<Mat3<float>> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const float sign = (svd.matrixU() * svd.matrixV().transpose()).determinant() < 0 ? -1.0F : 1.0F;
  return svd.matrixU() * Vec3<float>(1, 1, sign).asDiagonal() * svd.matrixV().transpose();
}

TEST(Conditioned, rotations_of_disturbed_matrices_stay_within_the_bound) {
  Random random("conditioned.disturbed");
  double worst = 0;
  for (int i = 0; i < 20000; ++i) {
    const Mat3<double> A = random_values(random);
    const double e = std::ldexp(1, -5 - static_cast<int>(random.below(20)));
    Mat3<double> E;
    for (double& number : E.reshaped())
      number = random.below(2) == 0 ? e : -e;
    worst = std::max(worst, fraction(A, e, rotation_matrix(polar_rotation<double>(A + E).q)));
  }
  fmt::print("disturbed matrices: {:.3f} of the bound\n", worst);
  EXPECT_LE(worst, 1);
  EXPECT_GT(worst, 0.2);
}

TEST(Conditioned, float32_solvers_stay_within_the_bound) {
  Random random("conditioned.float32");
  double jacobi = 0, svd = 0;
  for (int i = 0; i < 20000; ++i) {
    const Mat3<float> A = (random_values(random) * random.uniform(0.5, 2)).cast<float>();
    const Mat3<double> exact = A.cast<double>();
    jacobi = std::max(jacobi, fraction(exact, 0, rotation_matrix(polar_rotation(A).q).cast<double>()));
    svd = std::max(svd, fraction(exact, 0, by_svd(A).cast<double>()));
  }
  fmt::print("float32 solvers: eigenvector {:.4f}, singular values {:.4f} of the bound\n", jacobi, svd);
  EXPECT_LE(jacobi, 1);
  EXPECT_LE(svd, 1);
  EXPECT_GT(jacobi, 0.002);
}

TEST(Conditioned, undetermined_rotations_differ_by_at_most_half_a_turn) {
  EXPECT_EQ(rotation_error(Mat3<Tracked>::Zero(), 0), std::sqrt(8.0));
  Random random("conditioned.undetermined");
  const Mat3<double> line = with_values(random, 1, 0, 0);
  EXPECT_EQ(rotation_error(line.cast<Tracked>(), polar_rotation(line).spread), std::sqrt(8.0));
  Mat3<Tracked> lost = Mat3<Tracked>::Identity();
  lost(0, 1) = Tracked::uncertain(0, std::numeric_limits<double>::infinity());
  EXPECT_EQ(rotation_error(lost, 2), std::sqrt(8.0));
}

TEST(Conditioned, errors_of_roots_stay_within_the_bound) {
  EXPECT_EQ(root_error(0.5, 2, 0), 0.25);
  EXPECT_EQ(root_error(0.5, 0, 1), std::numeric_limits<double>::infinity());
  EXPECT_EQ(root_error(1, 1, 1), std::numeric_limits<double>::infinity()) << "the slope may vanish";
  // y^2 = 2 - e
  for (const double e : {1e-3, 1e-2, 0.1}) {
    const double y = std::sqrt(2.0), bound = root_error(e, 2 * y, 2);
    EXPECT_LE(y - std::sqrt(2 - e), bound);
    EXPECT_LT(bound, 1.2 * e / (2 * y));
  }
}

TEST(Conditioned, a_difference_loses_one_rounding) {
  const double u = Tracked::precision().unit;
  const Tracked d = difference(Tracked(1024.5), Tracked(1024));
  EXPECT_EQ(d.value(), 0.5);
  EXPECT_LT(d.error(), 0.5 * u * 1.001 + 1e-37);
  EXPECT_GT((Tracked(1024.5) - Tracked(1024)).error(), 2048 * u);
  EXPECT_EQ(difference(Tracked(3), Tracked(3)).error(), 0) << "equal numbers differ by exactly 0";
  EXPECT_GE(difference(Tracked::uncertain(2, 0.5), Tracked::uncertain(1, 0.25)).error(), 0.75);
  EXPECT_EQ(difference(2.0F, 0.5F), 1.5F);
  EXPECT_EQ(difference(Tracked(1.5), Tracked(1)).error(), 0) << "float32 holds the difference";
  EXPECT_GT(difference(Tracked(0x1p100), Tracked(1)).error(), 0) << "not exact in float32 or double";
  EXPECT_EQ(widened(2.0, 7), 2);
  EXPECT_GE(widened(Tracked(2), 7).error(), 7);
  EXPECT_EQ(euclidean(std::array{3.0, 4.0}), 5);
}

}  // namespace bindpose::conditioned_test
