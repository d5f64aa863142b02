// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/transform.h"

#include <gtest/gtest.h>

#include "reference/numeric/random.h"
#include "reference/numeric/scalar.h"

namespace bindpose::transform_test {

Mat3<double> random_matrix(Random& random) {
  Mat3<double> C;
  for (double& entry : C.reshaped())
    entry = random.uniform(-2, 2);
  return C;
}

TEST(Transform, product_applies_the_right_map_first) {
  Random random("transform.product");
  for (int i = 0; i < 50; ++i) {
    const Affine<double> A{random_matrix(random), random.point(3)}, B{random_matrix(random), random.point(3)};
    const Vec3<double> x = random.point(3);
    EXPECT_LT((A * B * x - A * (B * x)).norm(), 1e-13);
    EXPECT_GT((A * B * x - B * (A * x)).norm(), 1e-6);
  }
}

TEST(Transform, quaternions_are_stored_xyzw) {
  const Quat<double> q = quaternion_xyzw(1.0, 2.0, 3.0, 4.0);
  EXPECT_EQ(q.x(), 1);
  EXPECT_EQ(q.w(), 4);
  EXPECT_EQ(q.coeffs(), Vec4<double>(1, 2, 3, 4));
  const double h = std::sqrt(0.5);
  const Mat3<double> R =
      rotation_matrix(quaternion_xyzw(0.0, 0.0, h, h));  // 90 degrees about z, right-handed
  EXPECT_LT((R * Vec3<double>::UnitX() - Vec3<double>::UnitY()).norm(), 1e-14);
}

TEST(Transform, rotation_matrices_rotate) {
  Random random("transform.rotation");
  for (int i = 0; i < 50; ++i) {
    const Quat<double> q = random.rotation().normalized();
    const Mat3<double> R = rotation_matrix(q);
    EXPECT_LT((R * R.transpose() - Mat3<double>::Identity()).norm(), 1e-14);
    EXPECT_NEAR(determinant(R), 1, 1e-14);
    EXPECT_LT((R - q.toRotationMatrix()).norm(), 1e-14) << "Eigen's";
    const Quat<double> p = random.rotation().normalized();
    EXPECT_LT((rotation_matrix(Quat<double>(q * p)) - R * rotation_matrix(p)).norm(), 1e-14)
        << "Hamilton's product";
    EXPECT_EQ(rotation_matrix(quaternion_xyzw(-q.x(), -q.y(), -q.z(), -q.w())), R);
  }
}

TEST(Transform, trs_scales_then_rotates_then_moves) {
  Trs<double> trs;
  trs.scale = {2, 3, 4};
  const double h = std::sqrt(0.5);
  trs.rotation = quaternion_xyzw(0.0, 0.0, h, h);
  trs.translation = {1, 1, 1};
  const Affine<double> L = affine_from_trs(trs);
  EXPECT_LT((L * Vec3<double>(1, 0, 0) - Vec3<double>(1, 3, 1)).norm(), 1e-14);
  EXPECT_LT((L * Vec3<double>(0, 1, 0) - Vec3<double>(-2, 1, 1)).norm(), 1e-14);
  EXPECT_LT((L * Vec3<double>(0, 0, 1) - Vec3<double>(1, 1, 5)).norm(), 1e-14);
}

TEST(Transform, cofactor_times_matrix_is_the_determinant) {
  Random random("transform.cofactor");
  for (int i = 0; i < 50; ++i) {
    Mat3<double> C = random_matrix(random);
    if (i % 5 == 0) C.col(2) = C.col(0) - C.col(1);  // singular
    const double det = determinant(C);
    EXPECT_LT((cofactor(C).transpose() * C - det * Mat3<double>::Identity()).norm(), 1e-13);
    EXPECT_NEAR(det, C.determinant(), 1e-13) << "Eigen's";
    if (std::fabs(det) > 0.1) {
      EXPECT_LT((cofactor(C) - det * C.inverse().transpose()).norm(), 1e-12);
    }
  }
}

TEST(Transform, casts_to_wider_scalars_are_exact) {
  Random random("transform.cast");
  const Affine<double> M{random_matrix(random), random.point(3)};
  EXPECT_EQ(M.cast<float>().cast<double>().linear, M.linear) << "its entries are float32-representable";
  EXPECT_EQ(to_double(M.cast<Quad>().translation[1]), M.translation[1]);
  Trs<double> trs;
  trs.rotation = quaternion_xyzw(0.25, 0.5, 0.125, 1.0);
  EXPECT_EQ(trs.cast<float>().rotation.z(), 0.125F);
}

}  // namespace bindpose::transform_test
