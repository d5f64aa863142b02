// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/normal_rule.h"

#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose::skinning {

TEST(InverseTranspose, the_result_is_a_positive_multiple_mirrored_or_not) {
  Random random("inverse_transpose");
  for (int i = 0; i < 20; ++i) {
    Mat3<double> B;
    for (int r = 0; r < 3; ++r)
      B.row(r) = random.point(2);
    const Vec3<double> n = random.direction();
    Vec3<double> y;
    ASSERT_TRUE(inverse_transpose_of<double>(B, n, y));
    const Vec3<double> expected = B.inverse().transpose() * n;
    EXPECT_GT(y.dot(expected), 0);
    EXPECT_LT(y.normalized().cross(expected.normalized()).norm(), 1e-12);
  }
}

TEST(InverseTranspose, a_singular_matrix_gives_no_normal) {
  Mat3<double> B = Mat3<double>::Identity();
  B(2, 2) = 0;
  Vec3<double> y;
  EXPECT_FALSE(inverse_transpose_of<double>(B, {0, 0, 1}, y));
  EXPECT_EQ(y, Vec3<double>(0, 0, 0));
}

}  // namespace bindpose::skinning
