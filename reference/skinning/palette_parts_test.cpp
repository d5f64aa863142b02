// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/palette_parts.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/scenes/hose.h"

namespace bindpose::skinning::palette_parts_test {

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

TEST(PaletteParts, the_stages_contain_the_tables_of_all_parts) {
  const scenes::Scene scene = long_hose();
  const auto result = palette_parts().in_double(limited(scenes::palette_question(scene), scene, 57), {});
  ASSERT_TRUE(result);
  const auto& tables = *result->find("part_joints");
  EXPECT_GE(tables.shape[0], 6u) << "300 joints, 57 per part";
  EXPECT_EQ(tables.shape[1], 57u);
  std::vector<int> seen(300, 0);
  for (const double joint : tables.values)
    if (joint >= 0) ++seen[static_cast<std::size_t>(joint)];
  for (const int times : seen)
    EXPECT_GE(times, 1);
  EXPECT_EQ(result->find("part_of_triangle")->values.size(), scene.rig.mesh.triangles.size());
}

}  // namespace bindpose::skinning::palette_parts_test
