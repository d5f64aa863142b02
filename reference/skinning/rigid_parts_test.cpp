// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/rigid_parts.h"

#include <gtest/gtest.h>

#include "reference/scenes/bar.h"
#include "reference/scenes/hose.h"
#include "reference/testing/surfaces.h"

namespace bindpose::skinning::rigid_parts_test {

using namespace test;

Expected<Surface<double>> moved_parts(const Mesh& mesh, const std::vector<std::uint32_t>& joints,
                                      const std::vector<Affine<double>>& world, NormalRule rule) {
  return skinned("rigid-parts", single_joint_question(mesh, joints, world),
                 {option(rigid_normal_rules, rule)});
}

scenes::Scene rigid_bar(bool armature = false) {
  scenes::BarVariation variation;
  variation.rigid = true;
  variation.armature = armature;
  return scenes::bar(variation);
}

TEST(RigidParts, rigid_parts_and_stitching_give_the_same_surface) {
  // The parts' vertices are rounded to float32 in their joint's space, hence the tolerance.
  for (const scenes::Scene& scene : {rigid_bar(), rigid_bar(true), scenes::hose(0.2, 0.1)}) {
    const Implementation& parts = find_algorithm("rigid-parts")->implementation;
    const auto answer = parts.in_double(*scenes::parts_pose_question(scene), {});
    ASSERT_TRUE(answer) << to_string(answer.error());
    const std::vector<std::uint32_t> joints = scenes::rigid_influences(scene.rig.influences).joints;
    const auto surface = stitched(scene.rig.mesh, joints, palette_of(scene), NormalRule::direction);
    Result<double> expected;
    append_surface(expected, *surface);
    for (const char* name : {"positions", "normals", "tangents"})
      for (std::size_t i = 0; i < expected.find(name)->values.size(); ++i)
        ASSERT_NEAR(answer->find(name)->values[i], expected.find(name)->values[i], 4e-6) << name << " " << i;
  }
}

TEST(RigidParts, the_only_stage_is_the_world_transforms) {
  const auto answer =
      find_algorithm("rigid-parts")->implementation.in_double(*scenes::parts_pose_question(rigid_bar()), {});
  ASSERT_TRUE(answer);
  EXPECT_NE(answer->find("world"), nullptr);
  EXPECT_EQ(answer->find("palette"), nullptr);
}

TEST(RigidParts, undefined_rows_and_errors_equal_those_of_stitching) {
  const auto flat =
      moved_parts(one_vertex({1, 2, 3}), {0}, {scaling(1, 1, 0)}, NormalRule::inverse_transpose);
  ASSERT_EQ(flat->undefined.size(), 1u);
  EXPECT_EQ(flat->undefined[0].code, "SINGULAR_MATRIX");
  const auto beyond = moved_parts(one_vertex({1, 2, 3}), {1}, {Affine<double>{}}, NormalRule::direction);
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().code, "INDEX_RANGE");
  const auto two_slots =
      find_algorithm("rigid-parts")->implementation.in_double(*scenes::palette_question(rigid_bar()), {});
  ASSERT_FALSE(two_slots);
  EXPECT_EQ(two_slots.error().code, "COUNT_MISMATCH");
}

}  // namespace bindpose::skinning::rigid_parts_test
