// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/pose/chain.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "reference/pose/sample.h"

namespace bindpose::pose {

/// The largest bound in W after `depth` turns of about a radian each.
double bound_after(int depth) {
  Trs<double> trs;
  trs.rotation = quaternion_xyzw<double>(0.3, 0.4, 0.1, std::sqrt(1 - 0.26));
  const Affine<Tracked> L = affine_from_trs(trs.cast<Tracked>());
  AffineError e, next;
  Affine<Tracked> W = first_joint(L, e);
  for (int j = 1; j < depth; ++j) {
    W = next_joint(W, e, L, next);
    e = next;
  }
  double largest = 0;
  for (int i = 0; i < 9; ++i)
    largest = std::max(largest, W.linear(i).error());
  return largest;
}

TEST(Chain, bounds_of_rotations_grow_with_the_joints_not_with_their_powers) {
  const double ten = bound_after(10), hundred = bound_after(100);
  EXPECT_GT(hundred, ten);
  EXPECT_LT(hundred, 100 * ten) << "sqrt(3)^90 would be 3e21";
  EXPECT_LT(hundred, 1e-3);
}

TEST(Chain, other_scalars_multiply_only) {
  Random random("chain");
  const Affine<double> a = sample_affine(random), b = sample_affine(random);
  NoError none, out;
  EXPECT_EQ(next_joint(a, none, b, out).linear, (a * b).linear);
  EXPECT_EQ(first_joint(a, out).translation, a.translation);
}

}  // namespace bindpose::pose
