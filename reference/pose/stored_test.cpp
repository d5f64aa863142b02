// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/pose/stored.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace bindpose::pose {

TEST(Stored, values_stay_and_terms_are_added_up) {
  const Tracked difference = Tracked(3) - Tracked(2);
  const Affine<Tracked> map{Mat3<Tracked>::Constant(difference), Vec3<Tracked>::Constant(difference)};
  const Affine<Tracked> kept = stored_entries(map);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(kept.translation[i].value(), 1);
    EXPECT_LT(kept.translation[i].magnitude(), difference.magnitude());
    EXPECT_LT(kept.linear(i, i).magnitude(), difference.magnitude());
    EXPECT_GE(kept.linear(i, i).error(), difference.error());
  }
}

TEST(Stored, quaternions_keep_their_order) {
  const Quat<double> q = stored_entries(quaternion_xyzw<double>(1, 2, 3, 4));
  EXPECT_EQ(q.coeffs(), Vec4<double>(1, 2, 3, 4));
}

}  // namespace bindpose::pose
