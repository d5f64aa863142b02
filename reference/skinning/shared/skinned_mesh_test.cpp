// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/skinned_mesh.h"

#include <gtest/gtest.h>

#include "reference/model/common_arrays.h"
#include "reference/samples/rigid_questions.h"
#include "reference/scenes/bar.h"
#include "reference/testing/assert.h"
#include "reference/testing/surfaces.h"

namespace bindpose::skinning::skinned_mesh_test {

using namespace test;

/// A method that follows the first influence.
template <class T>
Expected<Result<T>> follow(const Inputs<T>& in) {
  BINDPOSE_TRY(const auto q, read_skinned_mesh<Rigid>(in));
  return deform_influenced(
      q, [&](const RestVertex<T>& rest) { return carried(q.M[rest.influences.front().j], rest); });
}
Declaration declaration() {
  return {mesh_arrays() + influence_arrays() + rigid_palette_or_pose_arrays(), {}, {}, {}};
}
template <class T>
Expected<Result<T>> follow_first(const ArraySet& question) {
  return Evaluate<T>{&follow<T>, &made_once<&declaration>}(question, {});
}

scenes::Scene stiff_bar() {
  scenes::BarVariation variation;
  variation.rigid = true;
  return scenes::bar(variation);
}

TEST(SkinnedMesh, both_levels_give_the_result_of_stitching) {
  const scenes::Scene scene = stiff_bar();
  BINDPOSE_ASSERT(
      const auto surface,
      stitched(scene.rig.mesh, scenes::rigid_influences(scene.rig.influences).joints, palette_of(scene)));
  for (const auto& question : {samples::rigid_palette_question(scene), samples::rigid_pose_question(scene)}) {
    ASSERT_TRUE(question);
    BINDPOSE_ASSERT(const auto answer, follow_first<double>(*question));
    const auto expected = to_result_array<double, 3>("positions", surface.positions);
    const auto* positions = answer.find("positions");
    for (std::size_t i = 0; i < expected.values.size(); ++i)
      EXPECT_NEAR(positions->values[i], expected.values[i], 1e-5);
  }
}

TEST(SkinnedMesh, pose_level_results_contain_the_stages) {
  BINDPOSE_ASSERT(const auto answer, follow_first<double>(*samples::rigid_pose_question(stiff_bar())));
  for (const char* name :
       {"world_rotations", "world_translations", "palette_rotations", "palette_translations"})
    EXPECT_NE(answer.find(name), nullptr) << name;
  EXPECT_TRUE(answer.find("palette_rotations")->rotations);
}

TEST(SkinnedMesh, vertices_without_influence_are_undefined) {
  scenes::Scene scene = stiff_bar();
  for (std::size_t i = 0; i < scene.rig.influences.width; ++i)
    scene.rig.influences.weights[i] = 0;
  BINDPOSE_ASSERT(const auto answer, follow_first<double>(*samples::rigid_palette_question(scene)));
  ASSERT_FALSE(answer.undefined.empty());
  EXPECT_EQ(answer.undefined[0].row, 0U);
  EXPECT_EQ(answer.undefined[0].code, "NO_INFLUENCE");
  EXPECT_EQ(answer.find("positions")->values[0], 0);
}

TEST(SkinnedMesh, scale_and_mirrors_are_refused) {
  scenes::Scene scene = stiff_bar();
  scene.pose.locals[1].trs.scale = {2, 2, 2};
  EXPECT_EQ(samples::rigid_palette_question(scene).error().code, "SCALE_NOT_ONE");
  EXPECT_EQ(follow_first<double>(*samples::rigid_pose_question(scene)).error().code, "SCALE_NOT_ONE");
  scene = stiff_bar();
  scene.rig.skeleton.inverse_binds[1].linear.row(0) *= -1;
  EXPECT_EQ(samples::rigid_palette_question(scene).error().code, "NOT_RIGID");
}

}  // namespace bindpose::skinning::skinned_mesh_test
