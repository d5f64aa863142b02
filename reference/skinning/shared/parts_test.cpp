// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/parts.h"

#include <set>

#include <gtest/gtest.h>

#include "reference/scenes/bar.h"
#include "reference/scenes/figure.h"
#include "reference/scenes/hose.h"
#include "reference/testing/assert.h"
#include "reference/testing/surfaces.h"

namespace bindpose::skinning::parts_test {

using namespace test;

constexpr NormalRule rules[] = {NormalRule::direction, NormalRule::inverse_transpose,
                                NormalRule::blend_of_inverse_transposes};

/// The input of a scene, with a limit.
ArraySet limited(const scenes::Scene& scene, std::size_t limit) {
  ArraySet question = *scenes::with_triangles(scenes::palette_question(scene), scene);
  question.add("matrix_limit", {1}, Array::Integers{static_cast<std::int32_t>(limit)});
  return question;
}

template <class T>
Surface<T> whole(const ArraySet& question, NormalRule rule) {
  return *skinned<T>("lbs", question, {option(normal_rules, rule)});
}

/// The output with parts of at most `limit` matrices.
template <class T>
Expected<Result<T>> in_parts(ArraySet question, NormalRule rule, std::size_t limit) {
  question.put({"matrix_limit", {1}, Array::Integers{static_cast<std::int32_t>(limit)}});
  return find_algorithm("lbs.palette")->implementation.on<T>()(question, {option(normal_rules, rule)});
}

/// Every number of the output equals the undivided mesh's; returns the number of parts.
template <class T>
std::size_t expect_same_bits(const scenes::Scene& scene, std::size_t limit, NormalRule rule) {
  const ArraySet question = limited(scene, limit);
  const auto answer = in_parts<T>(question, rule, limit);
  EXPECT_TRUE(answer) << to_string(answer.error());
  if (!answer) return 0;
  Result<T> expected;
  append_surface(expected, whole<T>(question, rule));
  for (const ResultArray<T>& array : expected.arrays)
    EXPECT_EQ(answer->find(array.name)->values, array.values) << array.name;
  EXPECT_EQ(answer->undefined.size(), expected.undefined.size());
  return answer->find("part_joints")->shape[0];
}

TEST(Parts, parts_give_the_same_bits_as_the_undivided_mesh) {
  const scenes::Scene hose = scenes::hose(0.3, 0.2), bar = scenes::bar(),
                      figure = scenes::figure(scenes::FigureDetail::small);
  for (const NormalRule rule : rules) {
    EXPECT_GT(expect_same_bits<double>(hose, 3, rule), 2u);
    EXPECT_GT(expect_same_bits<float>(hose, 3, rule), 2u);
    EXPECT_EQ(expect_same_bits<double>(bar, 3, rule), 1u);
    EXPECT_GT(expect_same_bits<double>(figure, 8, rule), 2u);
    EXPECT_GT(expect_same_bits<float>(figure, 8, rule), 2u);
    EXPECT_EQ(expect_same_bits<float>(figure, 57, rule), 1u);
  }
}

TEST(Parts, all_parts_of_a_vertex_compute_the_same_numbers) {
  const scenes::Scene scene = scenes::hose(0.3, 0.2);
  const auto& triangles = scene.rig.mesh.triangles;
  const Partition parts = partition(joints_needed(triangles, scene.rig.influences), 3);
  const auto palette = palette_of(scene);
  const Influences& influences = scene.rig.influences;
  // In the reverse order, another part draws the vertex last.
  Partition reversed = parts;
  std::reverse(reversed.tables.begin(), reversed.tables.end());
  for (std::size_t& p : reversed.part_of)
    p = parts.tables.size() - 1 - p;
  const auto draw = [&](const Partition& order) {
    return rows_in<3>(*blend_in_parts(exact_mesh(scene.rig.mesh, influences, palette), {.normals = rules[0]},
                                      triangles, order),
                      "positions");
  };
  EXPECT_EQ(distance(draw(parts), draw(reversed)), 0);
  std::vector<std::set<std::size_t>> drawn_by(scene.rig.mesh.vertex_count());
  for (std::size_t i = 0; i < triangles.size(); ++i)
    for (const std::uint32_t v : triangles[i])
      drawn_by[v].insert(parts.part_of[i]);
  EXPECT_GT(std::count_if(drawn_by.begin(), drawn_by.end(), [](const auto& by) { return by.size() > 1; }), 8);
}

TEST(Parts, joints_without_weight_hold_anything_and_need_no_table_row) {
  scenes::Scene scene = scenes::hose(0.3, 0.2);
  ArraySet question = limited(scene, 3);
  Array palette = *question.find("palette");
  for (std::size_t i = 0; i < 12; ++i)
    std::get<Array::Reals>(palette.data).push_back(std::numeric_limits<double>::quiet_NaN());
  palette.shape[0] += 1;
  Array joints = *question.find("joints");
  const auto& weights = question.find("weights")->reals();
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (weights[i] == 0) std::get<Array::Integers>(joints.data)[i] = 8;
  question.put(palette);
  question.put(joints);
  BINDPOSE_ASSERT(const auto result, in_parts<double>(question, rules[0], 3));
  EXPECT_EQ(result.find("positions")->values,
            in_parts<double>(limited(scene, 3), rules[0], 3)->find("positions")->values);
}

TEST(Parts, points_are_drawn_and_undefined_rows_recorded_once) {
  scenes::Scene scene = scenes::bar();
  scene.rig.influences.weights[3 * 5] = scene.rig.influences.weights[3 * 5 + 1] = 0;
  scene.rig.influences.weights[3 * 5 + 2] = 0;
  ArraySet question = limited(scene, 3);
  question.put({"triangles", {2, 3}, Array::Integers{4, 5, 6, 5, 6, 7}});
  BINDPOSE_ASSERT(const auto result, in_parts<double>(question, rules[0], 3));
  const Surface<double> expected = whole<double>(question, rules[0]);
  EXPECT_EQ(result.find("positions")->values, to_result_array("positions", expected.positions).values);
  ASSERT_EQ(result.undefined.size(), 2u);
  EXPECT_EQ(result.undefined[0].row, 5u);
  EXPECT_EQ(result.undefined[0].array, "normals");
  EXPECT_EQ(result.undefined[1].array, "tangents");
  EXPECT_EQ(result.find("part_of_triangle")->values.size(), 2u);
}

TEST(Parts, wrong_inputs_are_refused) {
  const scenes::Scene scene = scenes::bar();
  const auto answer = [](const ArraySet& question, std::size_t limit) {
    return in_parts<double>(question, rules[0], limit);
  };
  expect_error(answer(limited(scene, 1), 1), "TRIANGLE_INFLUENCES", "triangles[0]");
  ArraySet question = limited(scene, 3);
  question.put({"triangles", {1, 3}, Array::Integers{0, 1, 36}});
  expect_error(answer(question, 3), "INDEX_RANGE", "triangles[0][2]");
  question.put({"triangles", {1, 3}, Array::Integers{0, 1, 2}});
  expect_error(answer(question, 1), "TRIANGLE_INFLUENCES", "joints[4]");
  question.put({"joints", {36, 1}, Array::Integers(36, 3)});
  question.put({"weights", {36, 1}, Array::Reals(36, 1.0)});
  expect_error(answer(question, 3), "INDEX_RANGE", "joints[0][0]");
  expect_error(answer(*scenes::palette_question(scene), 3), "ARRAY_MISSING", "triangles");
}

TEST(Parts, matrix_limit_is_checked) {
  const scenes::Scene scene = scenes::bar();
  ArraySet question = *scenes::with_triangles(scenes::palette_question(scene), scene);
  const auto batched = find_algorithm("lbs.batched")->implementation.in_double;
  expect_error(batched(question, {}), "ARRAY_MISSING", "matrix_limit");
  for (const std::int32_t limit : {-1, 1, 5}) {
    question.put({"matrix_limit", {1}, Array::Integers{limit}});
    expect_error(batched(question, {}), "PARAMETER_RANGE", "matrix_limit");
  }
  question.put({"matrix_limit", {1}, Array::Integers{3}});
  EXPECT_EQ(batched(question, {})->find("part_joints")->shape[1], 3u);
}

TEST(Parts, strongest_joints_are_kept) {
  // Joints 0..4; the vertices' strongest are 0, 1 and 1. Joint 3 has a larger sum than 2 and 4.
  const Influences influences{
      3, {0, 3, 2, 1, 3, 4, 1, 2, 3}, {0.5, 0.25, 0.25, 0.625, 0.25, 0.125, 0.5, 0.25, 0.25}};
  const std::vector<Triangle> triangle = {{0, 1, 2}};
  EXPECT_EQ(*kept_slots(triangle, influences, 5), std::vector<char>(9, 1));
  EXPECT_EQ(*kept_slots(triangle, influences, 4), (std::vector<char>{1, 1, 1, 1, 1, 0, 1, 1, 1}));
  EXPECT_EQ(*kept_slots(triangle, influences, 3), (std::vector<char>{1, 1, 0, 1, 1, 0, 1, 0, 1}));
  EXPECT_EQ(*kept_slots(triangle, influences, 2), (std::vector<char>{1, 0, 0, 1, 0, 0, 1, 0, 0}));
  EXPECT_EQ(test::refusal_of(kept_slots(triangle, influences, 1)), "TRIANGLE_INFLUENCES triangles[0]");
}

TEST(Parts, a_vertex_without_influence_reserves_no_joint) {
  // Five joints for a limit of 2: the strongest of the two vertices that have influences fill it.
  const Influences influences{3, {0, 1, 2, 3, 4, 2, 5, 6, 7}, {0.5, 0.25, 0.25, 0.75, 0.125, 0.125, 0, 0, 0}};
  BINDPOSE_ASSERT(const auto kept, kept_slots({{0, 1, 2}}, influences, 2));
  EXPECT_EQ(std::vector<char>(kept.begin(), kept.begin() + 6), (std::vector<char>{1, 0, 0, 1, 0, 0}));
  const auto too_many = kept_slots({{0, 1, 2}}, influences, 1);
  ASSERT_FALSE(too_many);
  EXPECT_EQ(too_many.error().where, "triangles[0]");
}

}  // namespace bindpose::skinning::parts_test
