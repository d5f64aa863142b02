// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/rigid.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "reference/samples/parts.h"

namespace bindpose {

Quat<double> about_z(double angle) {
  return quaternion_xyzw<double>(0, 0, std::sin(angle / 2), std::cos(angle / 2));
}

TEST(Rigid, hamilton_product_of_the_units) {
  const auto i = quaternion_xyzw<double>(1, 0, 0, 0), j = quaternion_xyzw<double>(0, 1, 0, 0);
  EXPECT_EQ(quaternion_product(i, j).coeffs(), Vec4<double>(0, 0, 1, 0)) << "i j = k";
  EXPECT_EQ(quaternion_product(j, i).coeffs(), Vec4<double>(0, 0, -1, 0)) << "j i = -k";
}

TEST(Rigid, rotate_is_the_rotation_matrix) {
  Random random("rigid");
  for (int n = 0; n < 100; ++n) {
    const Quat<double> q = random.rotation();
    const Vec3<double> x = random.point(4);
    EXPECT_LT((rotate(q, x) - rotation_matrix(q) * x).norm(), 1e-14);
  }
  EXPECT_LT((rotate(about_z(std::acos(0.0)), Vec3<double>(1, 0, 0)) - Vec3<double>(0, 1, 0)).norm(), 1e-15);
}

TEST(Rigid, product_is_the_product_of_the_matrices) {
  const Rigid<double> a{about_z(0.3), {1, 2, 3}}, b{quaternion_xyzw<double>(0.6, 0, 0, 0.8), {-1, 0, 2}};
  const Affine<double> whole = affine_from_rigid(a * b), parts = affine_from_rigid(a) * affine_from_rigid(b);
  EXPECT_LT((whole.linear - parts.linear).norm(), 1e-15);
  EXPECT_LT((whole.translation - parts.translation).norm(), 1e-15);
}

TEST(Rigid, conjugate_undoes) {
  const auto q = quaternion_xyzw<double>(0.6, 0, 0, 0.8);
  EXPECT_LT((rotate(conjugate(q), rotate(q, Vec3<double>(1, 2, 3))) - Vec3<double>(1, 2, 3)).norm(), 1e-14);
}

}  // namespace bindpose
