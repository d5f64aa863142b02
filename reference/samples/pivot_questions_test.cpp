// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/pivot_questions.h"

#include <gtest/gtest.h>

#include "reference/scenes/bar.h"
#include "reference/skinning/shared/pivots.h"
#include "reference/skinning/shared/skinned_mesh.h"
#include "reference/testing/assert.h"

namespace bindpose::samples {

using namespace scenes;

TEST(PivotQuestions, joints_of_a_fork_meet_at_its_children) {
  Random random("pivot_questions.forks");
  for (const std::size_t width : {2U, 3U}) {
    const ArraySet question = sample_forks(50, width, random);
    BINDPOSE_ASSERT(const auto influences, read_influences(question, 50));
    const Declaration declared{skinning::arrays_with_places(), {}, {}, {}};
    BINDPOSE_ASSERT(const auto extents, check(declared, question));
    const auto places = skinning::joint_places(Inputs<double>(declared, question, {}, extents));
    BINDPOSE_ASSERT(const auto palette, skinning::read_rigids<double>(question, "palette"));
    for (std::size_t v = 0; v < 50; ++v) {
      const auto joints = skinning::joints_of(skinning::influences_of(influences, influences.weights, v));
      BINDPOSE_ASSERT(const auto pivot, skinning::pivot_of(joints, places));
      EXPECT_NE(pivot % 3, 0U);
      const Vec3<double>& c = places.bind_positions[pivot];
      const auto place = [&](std::uint32_t j) {
        return Vec3<double>(bindpose::rotate(palette[j].rotation, c) + palette[j].translation);
      };
      for (const std::uint32_t j : joints)
        EXPECT_LT((place(j) - place(pivot)).norm(), 1e-5);
    }
  }
}

TEST(PivotQuestions, bind_positions_are_added_at_either_level) {
  const Scene scene = bar();
  for (auto question : {rigid_palette_question(scene), rigid_pose_question(scene)}) {
    ASSERT_TRUE(question);
    ASSERT_TRUE(add_joint_places(*question, scene));
    EXPECT_EQ(question->find("parents")->shape, Shape{3});
    EXPECT_EQ(question->find("bind_positions")->shape, (Shape{3, 3}));
  }
}

}  // namespace bindpose::samples
