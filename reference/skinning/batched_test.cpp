// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/batched.h"

#include <gtest/gtest.h>

#include "reference/scenes/figure.h"
#include "reference/scenes/hose.h"
#include "reference/testing/surfaces.h"

namespace bindpose::skinning::batched_test {

using namespace test;

const Implementation& batched() {
  return find_algorithm("lbs.batched")->implementation;
}

ArraySet limited(Expected<ArraySet> question, const scenes::Scene& scene, int limit) {
  question = scenes::with_triangles(std::move(question), scene);
  question->add("matrix_limit", {1}, Array::Integers{limit});
  return std::move(*question);
}

TEST(Batched, batches_give_the_same_bits_as_linear_blending) {
  const scenes::Scene scene = scenes::hose(0.3, 0.2);
  const Implementation& lbs = find_algorithm("lbs")->implementation;
  for (const int limit : {3, 4})
    for (const auto ask : {scenes::palette_question, scenes::pose_question}) {
      const ArraySet question = limited(ask(scene), scene, limit);
      const auto in_double = batched().in_double(question, {});
      const auto in_float = batched().in_float(question, {});
      ASSERT_TRUE(in_double && in_float);
      for (const char* name : {"positions", "normals", "tangents"}) {
        EXPECT_EQ(in_double->find(name)->values, lbs.in_double(question, {})->find(name)->values);
        EXPECT_EQ(in_float->find(name)->values, lbs.in_float(question, {})->find(name)->values);
      }
    }
}

TEST(Batched, triangles_over_the_limit_are_reported_or_reduced) {
  const scenes::Scene scene = scenes::figure(scenes::FigureDetail::small);
  const ArraySet question = limited(scenes::palette_question(scene), scene, 4);
  const auto report = batched().in_double(question, {});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, "TRIANGLE_INFLUENCES");
  EXPECT_EQ(report.error().where.rfind("triangles[", 0), 0u);

  const auto reduced = batched().in_double(question, {{"excess", "reduce"}});
  ASSERT_TRUE(reduced) << to_string(reduced.error());
}

TEST(Batched, reduced_weights_keep_their_sum) {
  // A translation moves every vertex by the sum of its weights, whichever weights were dropped.
  const scenes::Scene scene = scenes::figure(scenes::FigureDetail::small);
  ArraySet question = limited(scenes::palette_question(scene), scene, 3);
  std::vector<Affine<double>> palette(scenes::figure_joints);
  for (Affine<double>& M : palette)
    M.translation = {8, 0, 0};
  ArraySet maps;
  add_affines(maps, "palette", palette);
  question.put(*maps.find("palette"));
  const auto reduced = batched().in_double(question, {{"excess", "reduce"}});
  ASSERT_TRUE(reduced);
  for (std::size_t v = 0; v < scene.rig.mesh.vertex_count(); ++v)
    EXPECT_NEAR(reduced->find("positions")->values[3 * v], scene.rig.mesh.positions[v][0] + 8, 1e-13);
}

}  // namespace bindpose::skinning::batched_test
