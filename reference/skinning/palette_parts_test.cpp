// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/palette_parts.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/scenes/hose.h"

namespace bindpose::skinning {
namespace palette_parts_test {

const Implementation& palette_parts() {
  return find_algorithm("lbs.palette")->implementation;
}

scenes::Scene long_hose() {
  scenes::HoseShape shape;
  shape.joints = 300;
  shape.rings_per_joint = 2;
  shape.sides = 3;
  return scenes::hose(0.03, 0.02, shape);
}

ArraySet limited(Expected<ArraySet> question, const scenes::Scene& scene, int limit) {
  question = scenes::with_triangles(std::move(question), scene);
  question->add("matrix_limit", {1}, Array::Integers{limit});
  return std::move(*question);
}

TEST(PaletteParts, answers_as_linear_blending_does_bit_for_bit) {
  const scenes::Scene scene = long_hose();
  const Implementation& lbs = find_algorithm("lbs")->implementation;
  for (const int limit : {57, 85, 128})
    for (const auto ask : {scenes::palette_question, scenes::pose_question}) {
      const ArraySet question = limited(ask(scene), scene, limit);
      const auto in_double = palette_parts().in_double(question, {});
      const auto in_float = palette_parts().in_float(question, {});
      ASSERT_TRUE(in_double && in_float);
      for (const char* name : {"positions", "normals", "tangents"}) {
        EXPECT_EQ(in_double->find(name)->values, lbs.in_double(question, {})->find(name)->values);
        EXPECT_EQ(in_float->find(name)->values, lbs.in_float(question, {})->find(name)->values);
      }
    }
}

TEST(PaletteParts, tables_are_told) {
  const scenes::Scene scene = long_hose();
  const auto result = palette_parts().in_double(limited(scenes::palette_question(scene), scene, 57), {});
  ASSERT_TRUE(result);
  const auto& tables = *result->find("part_joints");
  EXPECT_GE(tables.shape[0], 6u) << "300 joints, 57 a part";
  EXPECT_EQ(tables.shape[1], 57u);
  std::vector<int> seen(300, 0);
  for (const double joint : tables.values)
    if (joint >= 0) ++seen[static_cast<std::size_t>(joint)];
  for (const int times : seen)
    EXPECT_GE(times, 1);
  EXPECT_EQ(result->find("part_of_triangle")->values.size(), scene.rig.mesh.triangles.size());
}

TEST(PaletteParts, triangles_that_need_more_are_named) {
  const scenes::Scene scene = long_hose();
  const auto result = palette_parts().in_double(limited(scenes::palette_question(scene), scene, 1), {});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, "TRIANGLE_INFLUENCES");
  EXPECT_EQ(result.error().where, "triangles[0]");
  const auto zero = palette_parts().in_double(limited(scenes::palette_question(scene), scene, 0), {});
  ASSERT_FALSE(zero);
  EXPECT_EQ(zero.error().code, "PARAMETER_RANGE");
}

}  // namespace palette_parts_test
}  // namespace bindpose::skinning
