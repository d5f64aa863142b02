// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/blend_layers.h"

#include <gtest/gtest.h>

#include "reference/animation/blend_layers_bound.h"
#include "reference/animation/nlerp.h"
#include "reference/numeric/random.h"

namespace bindpose::animation::blend_layers_test {

Trs<double> any(Random& random) {
  Trs<double> trs;
  trs.translation = random.point(2);
  trs.rotation = random.rotation().normalized();
  trs.scale = Vec3<double>(1, 2, 3) + random.point(0.5);
  return trs;
}

double distance(const Trs<double>& a, const Trs<double>& b) {
  const double q = std::min((a.rotation.coeffs() - b.rotation.coeffs()).norm(),
                            (a.rotation.coeffs() + b.rotation.coeffs()).norm());
  return (a.translation - b.translation).norm() + q + (a.scale - b.scale).norm();
}

TEST(blend_layers, two_layers_are_blended_by_lerp_and_nlerp) {
  Random random("blend_layers.two");
  for (int round = 0; round < 300; ++round) {
    const Trs<double> a = any(random), b = any(random), rest = any(random);
    const double f = random.unit();
    const Trs<double> blend = blend_layers<double>({a, b}, {1 - f, f}, rest, 0.5);
    EXPECT_LT((blend.translation - ((1 - f) * a.translation + f * b.translation)).norm(), 1e-14);
    EXPECT_LT((blend.scale - ((1 - f) * a.scale + f * b.scale)).norm(), 1e-14);
    EXPECT_LT((blend.rotation.coeffs() - nlerp<double>(a.rotation.coeffs(), b.rotation.coeffs(), f)).norm(),
              1e-14);
  }
}

TEST(blend_layers, the_rest_pose_fills_weights_up_to_the_threshold) {
  Random random("blend_layers.rest");
  const Trs<double> a = any(random), rest = any(random);
  EXPECT_LT(distance(blend_layers<double>({a}, {0}, rest, 0.1), rest), 1e-15);
  EXPECT_LT(distance(blend_layers<double>({}, {}, rest, 0.1), rest), 1e-15);
  EXPECT_LT(distance(blend_layers<double>({a}, {0.1}, rest, 0.1), a), 1e-15);
  EXPECT_LT(distance(blend_layers<double>({a}, {7}, rest, 0.1), a), 1e-15);
  EXPECT_LT(distance(blend_layers<double>({a}, {0.25}, rest, 1),
                     blend_layers<double>({a, rest}, {0.25, 0.75}, rest, 1)),
            1e-15);
}

TEST(blend_layers, opposite_quaternions_do_not_cancel) {
  const Trs<double> one;
  Trs<double> turned, back;
  turned.rotation = Quat<double>(0, 1, 0, 0);
  back.rotation = Quat<double>(0, -1, 0, 0);
  const Trs<double> blend = blend_layers<double>({turned, back}, {1, 1}, one, 1);
  EXPECT_LT((blend.rotation.coeffs() - turned.rotation.coeffs()).norm(), 1e-15);
}

/// The blend of layers of weight 1/4, and a bound.
Trs<Tracked> tracked_blend(const std::vector<Quat<double>>& rotations) {
  std::vector<Trs<Tracked>> layers(rotations.size());
  for (std::size_t i = 0; i < layers.size(); ++i)
    layers[i].rotation = rotations[i].cast<Tracked>();
  Branches::current() = {};
  const Trs<Tracked> blend =
      bounded_blend<Tracked>(layers, std::vector<Tracked>(layers.size(), Tracked(0.25)), {}, Tracked(0.125),
                             BlendForm::sum_then_normalise);
  Branches::current() = {};
  return blend;
}

TEST(blend_layers, two_signs_undecided_in_float32_leave_the_rotation_open) {
  const Quat<double> a(0.5, 0.5, 0.5, 0.5), b(0.5, -0.5, 0.5, -0.5), c(0.5, 0.5, -0.5, 0.5);
  EXPECT_TRUE(std::isfinite(tracked_blend({a, b}).rotation.x().error())) << "the judge tries both signs";
  EXPECT_TRUE(std::isinf(tracked_blend({a, b, c}).rotation.x().error()));
  EXPECT_TRUE(std::isfinite(tracked_blend({a, b, c}).scale.x().error()));
}

}  // namespace bindpose::animation::blend_layers_test
