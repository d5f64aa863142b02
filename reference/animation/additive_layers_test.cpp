// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/additive_layers.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/animation/pose_difference.h"

namespace bindpose::animation::additive_layers_test {

constexpr DeltaAxes all_axes[] = {DeltaAxes::parent, DeltaAxes::joint};
constexpr DeltaScale all_scales[] = {DeltaScale::factor, DeltaScale::difference};

Trs<double> any(Random& random) {
  Trs<double> trs;
  trs.translation = random.point(2);
  trs.rotation = random.rotation().normalized();
  trs.scale = Vec3<double>(1, 2, 3) + random.point(0.5);
  return trs;
}

double distance(const Trs<double>& a, const Trs<double>& b) {
  return (a.translation - b.translation).norm() + a.rotation.angularDistance(b.rotation) +
         (a.scale - b.scale).norm();
}

TEST(additive_layers, a_full_difference_takes_the_reference_to_the_pose) {
  Random random("additive_layers.whole");
  for (int round = 0; round < 100; ++round)
    for (const DeltaAxes axes : all_axes)
      for (const DeltaScale scale : all_scales) {
        const Trs<double> pose = any(random), reference = any(random);
        const Trs<double> d = pose_difference(pose, reference, axes, scale);
        EXPECT_LT(distance(with_layer(reference, d, 1.0, axes, scale), pose), 1e-7);
        EXPECT_LT(distance(with_layer(pose, d, -1.0, axes, scale), reference), 1e-7);
      }
}

TEST(additive_layers, a_negative_weight_undoes_a_layer) {
  Random random("additive_layers.undone");
  for (const double w : {0.25, 0.75, 1.5})
    for (const DeltaAxes axes : all_axes)
      for (const DeltaScale scale : all_scales) {
        const Trs<double> pose = any(random), d = any(random);
        const Trs<double> with = with_layer(pose, d, w, axes, scale);
        EXPECT_GT(distance(with, pose), 0.1);
        EXPECT_LT(distance(with_layer(with, d, -w, axes, scale), pose), 1e-7);
      }
}

TEST(additive_layers, parent_axes_and_joint_axes_differ_by_the_pose) {
  Trs<double> pose, d;
  pose.rotation = Quat<double>(std::sqrt(0.5), 0, 0, std::sqrt(0.5));  // x to y
  d.rotation = Quat<double>(std::sqrt(0.5), std::sqrt(0.5), 0, 0);     // y to z
  const Vec3<double> x(1, 0, 0);
  EXPECT_LT(
      (with_layer(pose, d, 1.0, DeltaAxes::parent, DeltaScale::factor).rotation * x - Vec3<double>(0, 0, 1))
          .norm(),
      1e-15);
  EXPECT_LT(
      (with_layer(pose, d, 1.0, DeltaAxes::joint, DeltaScale::factor).rotation * x - Vec3<double>(0, 1, 0))
          .norm(),
      1e-15);
}

TEST(additive_layers, a_rotation_of_length_zero_is_undefined) {
  ArraySet question;
  question.put({"layer_weights", {1}, Array::Reals{64}});
  question.put({"layer_masks", {1, 2}, Array::Reals{1, 0.5}});
  question.put({"delta_translations", {1, 2, 3}, Array::Reals(6)});
  question.put({"delta_rotations", {1, 2, 4}, Array::Reals{0, 0, 0, 0.984375, 0, 0, 0, 0.984375}});
  question.put({"delta_scales", {1, 2, 3}, Array::Reals(6, 1)});
  question.put({"translations", {2, 3}, Array::Reals(6)});
  question.put({"rotations", {2, 4}, Array::Reals{0, 0, 0, 1, 0, 0, 0, 1}});
  question.put({"scales", {2, 3}, Array::Reals(6, 1)});
  const auto result = find_algorithm("additive_layers")->implementation.in_double(question, {});
  ASSERT_TRUE(result) << result.error().message;
  ASSERT_EQ(result->undefined.size(), 1u);
  EXPECT_EQ(result->undefined[0].array, "rotations");
  EXPECT_EQ(result->undefined[0].row, 0u) << "half of the weight leaves a rotation";
}

}  // namespace bindpose::animation::additive_layers_test
