// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/bones.h"

#include <gtest/gtest.h>

#include "reference/scenes/bar.h"

namespace bindpose::samples::bones_test {

using namespace scenes;

TEST(SceneBones, bones_end_at_the_first_child_and_leaves_continue) {
  BarVariation variation;
  variation.shuffled = true;
  const Skeleton skeletons[] = {bar().rig.skeleton, bar(variation).rig.skeleton};
  for (const Skeleton& skeleton : skeletons) {
    const auto bones = bones_of(skeleton);
    for (std::size_t j = 0; j < 3; ++j) {
      const double y = bones[j].head[1];
      EXPECT_NEAR(bones[j].tail[1], y + 2, 1e-5) << j;
      EXPECT_NEAR(bones[j].tail[0], 0, 1e-5) << j;
    }
  }
}

TEST(SceneBones, the_bone_of_a_single_joint_is_along_its_y_axis) {
  Skeleton skeleton;
  skeleton.parents = {-1};
  Affine<double> A;  // a quarter turn about z: the y axis is -x of the mesh
  A.linear << 0, 1, 0, -1, 0, 0, 0, 0, 1;
  skeleton.inverse_binds = {A};
  EXPECT_EQ(bones_of(skeleton)[0].tail, Vec3<double>(-1, 0, 0));
}

TEST(SceneBones, leaning_bones_are_not_parallel) {
  ArraySet question;
  add_bones(question, bar().rig.skeleton);
  lean_bones(question);
  const auto point = [&](const char* name, std::size_t j) {
    return read_row<double, 3>(*question.find(name), j);
  };
  std::vector<skinning::Bone<double>> bones;
  for (std::size_t j = 0; j < 3; ++j)
    bones.push_back({point("bone_heads", j), point("bone_tails", j)});
  for (std::size_t j = 0; j < 3; ++j) {
    const Vec3<double> d = skinning::direction_of(bones[j]);
    EXPECT_LT(std::fabs(d.dot(skinning::direction_of(bones[(j + 1) % 3]))), 0.99);
    EXPECT_GT(d.cross(bones[j].head).norm(), 0.25) << "distance from the origin";
  }
}

}  // namespace bindpose::samples::bones_test
