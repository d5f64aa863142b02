// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/polar.h"

#include <Eigen/SVD>
#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose::polar_test {

Mat3<double> random_matrix(Random& random) {
  Mat3<double> A;
  for (double& a : A.reshaped())
    a = random.uniform(-1, 1);
  return A;
}

TEST(Polar, polar_equals_the_signed_singular_value_decomposition) {
  Random random("polar.svd");
  int mirrored = 0;
  for (int i = 0; i < 500; ++i) {
    const Mat3<double> A = random_matrix(random);
    const Eigen::JacobiSVD<Mat3<double>> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const double sign = A.determinant() < 0 ? -1 : 1;
    mirrored += sign < 0 ? 1 : 0;
    const Mat3<double> R = svd.matrixU() * Vec3<double>(1, 1, sign).asDiagonal() * svd.matrixV().transpose();
    const double spread = svd.singularValues()[1] + sign * svd.singularValues()[2];
    const PolarRotation<double> polar = polar_rotation(A);
    EXPECT_NEAR(polar.spread, spread, 1e-14);
    EXPECT_LT((rotation_matrix(polar.q) - R).norm() * spread, 1e-14);
    EXPECT_NEAR(rotation_matrix(polar.q).determinant(), 1, 1e-14) << "proper even if A mirrors";
  }
  EXPECT_GT(mirrored, 100);
}

TEST(Polar, double_agrees_with_quad) {
  Random random("polar.quad");
  for (int i = 0; i < 100; ++i) {
    const Mat3<double> A = random_matrix(random);
    const PolarRotation<double> in_double = polar_rotation(A);
    const PolarRotation<Quad> in_quad = polar_rotation<Quad>(A.cast<Quad>());
    const Mat3<Quad> R = rotation_matrix(in_quad.q);
    EXPECT_LT((rotation_matrix(in_double.q) - R.cast<double>()).norm() * in_double.spread, 1e-14);
    const Mat3<Quad> S = R.transpose() * A.cast<Quad>();
    EXPECT_LT(to_double(Quad((S - S.transpose()).norm())), 1e-32) << "converged in 113 bits";
  }
}

TEST(Polar, undetermined_matrices_give_some_rotation) {
  EXPECT_EQ(rotation_matrix(polar_rotation<double>(Mat3<double>::Zero()).q), Mat3<double>::Identity());
  EXPECT_EQ(polar_rotation<float>(Mat3<float>::Zero()).spread, 0);
  const Mat3<double> line = Vec3<double>(1, 2, 3) * Vec3<double>(0, 1, -1).transpose();
  EXPECT_NEAR(polar_rotation(line).spread, 0, 1e-15);
  EXPECT_NEAR(rotation_matrix(polar_rotation(line).q).determinant(), 1, 1e-14);
  const Mat3<double> mirror = -Mat3<double>::Identity();
  EXPECT_EQ(polar_rotation(mirror).spread, 0);
  EXPECT_TRUE(polar_rotation<float>(Mat3<float>(Mat3<float>::Identity() * 1e-30F)).q.coeffs().allFinite());
}

}  // namespace bindpose::polar_test
