// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/rigid.h"

#include <gtest/gtest.h>

namespace bindpose {

Quat<double> about_z(double angle) {
  return quaternion_xyzw<double>(0, 0, std::sin(angle / 2), std::cos(angle / 2));
}

TEST(Rigid, quaternion_units_multiply_as_hamilton_defined) {
  const auto i = quaternion_xyzw<double>(1, 0, 0, 0), j = quaternion_xyzw<double>(0, 1, 0, 0);
  EXPECT_EQ(quaternion_product(i, j).coeffs(), Vec4<double>(0, 0, 1, 0)) << "i j = k";
  EXPECT_EQ(quaternion_product(j, i).coeffs(), Vec4<double>(0, 0, -1, 0)) << "j i = -k";
}

TEST(Rigid, rotate_equals_the_rotation_matrix) {
  Random random("rigid");
  for (int n = 0; n < 100; ++n) {
    const Quat<double> q = random.rotation();
    const Vec3<double> x = random.point(4);
    EXPECT_LT((rotate(q, x) - rotation_matrix(q) * x).norm(), 1e-14);
  }
  EXPECT_LT((rotate(about_z(std::acos(0.0)), Vec3<double>(1, 0, 0)) - Vec3<double>(0, 1, 0)).norm(), 1e-15);
}

TEST(Rigid, conjugation_scales_unless_the_quaternion_is_unit) {
  Random random("conjugation");
  for (int n = 0; n < 100; ++n) {
    const Quat<double> q = random.rotation().normalized();
    const Vec3<double> x = random.point(4);
    EXPECT_LT((rotate_by_conjugation(q, x) - rotate(q, x)).norm(), 1e-14);
    const Quat<double> longer(Vec4<double>(1.25 * q.coeffs()));
    EXPECT_LT(
        (rotate_by_conjugation(longer, x) - rotate_by_cross_products(longer, x) - (1.5625 - 1) * x).norm(),
        1e-14);
  }
}

/// A quaternion normalised in float32 has length 1 within some 1e-7; x moves by the same fraction of its
/// length.
TEST(Rigid, the_bound_also_covers_conjugation) {
  Random random("bound of conjugation");
  double worst = 0;
  for (int n = 0; n < 20000; ++n) {
    const Quat<double> q =
        n % 2 == 0 ? random.rotation() : Quat<double>(0x1p-12 * random.uniform(-1, 1), 1, 0, 0);
    const Quat<float> normalized = q.cast<float>().normalized();
    const Vec3<double> x = random.point(4).unaryExpr(&to_float32);
    Quat<Tracked> tracked;
    for (int i = 0; i < 4; ++i)
      tracked.coeffs()[i] = Tracked::uncertain(
          q.normalized().coeffs()[i],
          std::fabs(static_cast<double>(normalized.coeffs()[i]) - q.normalized().coeffs()[i]));
    const Vec3<Tracked> bound = rotate(tracked, Vec3<Tracked>(x.cast<Tracked>()));
    const Vec3<float> got = rotate_by_conjugation(normalized, Vec3<float>(x.cast<float>()));
    for (int i = 0; i < 3; ++i)
      worst = std::max(worst, std::fabs(static_cast<double>(got[i]) - bound[i].value()) / bound[i].error());
  }
  EXPECT_LE(worst, 1);
  EXPECT_GT(worst, 0.1);
}

TEST(Rigid, products_of_motions_equal_products_of_matrices) {
  const Rigid<double> a{about_z(0.3), {1, 2, 3}}, b{quaternion_xyzw<double>(0.6, 0, 0, 0.8), {-1, 0, 2}};
  const Affine<double> whole = affine_from_rigid(a * b), parts = affine_from_rigid(a) * affine_from_rigid(b);
  EXPECT_LT((whole.linear - parts.linear).norm(), 1e-15);
  EXPECT_LT((whole.translation - parts.translation).norm(), 1e-15);
}

TEST(Rigid, quaternions_are_recovered_from_their_matrices) {
  Random random("quaternion_of");
  for (int n = 0; n < 200; ++n) {
    const Quat<double> q = random.rotation().normalized();
    const Quat<double> back = quaternion_of(rotation_matrix(q));
    EXPECT_NEAR(std::fabs(q.dot(back)), 1, 1e-14);
    EXPECT_NEAR(back.norm(), 1, 1e-14);
  }
  for (int axis = 0; axis < 3; ++axis) {  // half turns: w is 0
    Vec4<double> q = Vec4<double>::Zero();
    q[axis] = 1;
    EXPECT_EQ(quaternion_of(rotation_matrix(Quat<double>(q))).coeffs().cwiseAbs(), q);
  }
}

}  // namespace bindpose
