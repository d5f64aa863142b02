// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/entry.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "reference/model/mapped.h"
#include "reference/scenes/bar.h"
#include "reference/testing/answers.h"
#include "reference/testing/assert.h"
#include "reference/testing/surfaces.h"

namespace bindpose::skinning::entry_test {

using namespace test;

const Implementation& lbs() {
  return find_algorithm("lbs")->implementation;
}

using test::expect_near;

void expect_error(const ArraySet& question, const char* code, const char* where) {
  test::expect_error(lbs().in_double(question, {}), code, where);
}

/// The input without one of its arrays.
ArraySet without(const ArraySet& question, std::string_view name) {
  ArraySet rest;
  for (const Array& array : question)
    if (array.name != name) rest.put(array);
  return rest;
}

ArraySet pose_question() {
  return *scenes::pose_question(scenes::bar());
}

TEST(Entry, pose_level_outputs_equal_those_of_an_unrounded_palette) {
  for (const bool armature : {false, true}) {
    scenes::BarVariation variation;
    variation.armature = armature;
    const scenes::Scene scene = scenes::bar(variation);
    const auto surface = linearly_blended(scene.rig.mesh, scene.rig.influences, palette_of(scene));
    Result<double> expected;
    append_surface(expected, *surface);
    BINDPOSE_ASSERT(const auto at_pose, lbs().in_double(*scenes::pose_question(scene), {}));
    const auto at_palette = lbs().in_double(*scenes::palette_question(scene), {});
    for (const char* name : {"positions", "normals", "tangents"}) {
      expect_near(at_pose.find(name)->values, expected.find(name)->values, 1e-14);
      expect_near(at_palette->find(name)->values, expected.find(name)->values, 1e-5);
      EXPECT_NE(at_palette->find(name)->values, expected.find(name)->values) << "that palette is rounded";
    }
  }
}

TEST(Entry, stages_precede_the_surface_at_pose_level) {
  BINDPOSE_ASSERT(const auto at_pose, lbs().in_double(pose_question(), {}));
  const auto names = mapped<std::string>(at_pose.arrays, [](const auto& array) { return array.name; });
  EXPECT_EQ(names, (std::vector<std::string>{"world", "palette", "positions", "normals", "tangents"}));
  const auto at_palette = lbs().in_double(*scenes::palette_question(scenes::bar()), {});
  EXPECT_EQ(at_palette->find("world"), nullptr);
  EXPECT_EQ(at_palette->find("palette"), nullptr);
}

TEST(Entry, the_palette_is_used_if_palette_and_pose_are_given) {
  ArraySet question = pose_question();
  add_affines(question, "palette", std::vector<Affine<double>>(3));
  BINDPOSE_ASSERT(const auto answer, lbs().in_double(question, {}));
  expect_near(answer.find("positions")->values, question.find("positions")->reals(), 1e-15);
}

TEST(Entry, keyframes_replace_parts_of_the_pose) {
  const scenes::Scene scene = scenes::bar();
  scenes::Scene posed = scene;
  Trs<double>& trs = posed.pose.locals[1].trs;
  trs.translation = {0.5, 2, 0.25};
  trs.scale = {1, 0.5, 2};
  trs.rotation = scenes::rotation_about({0, 1, 1}, scenes::degrees(40));
  const Vec4<double> q = trs.rotation.coeffs();
  using Path = TrackOfJoint::Path;
  const std::vector<TrackOfJoint> tracks = {
      {1, Path::translation, {Interpolation::linear, false, 3, {1, 3}, {0, 1, 0, 1, 3, 0.5}}},
      {1, Path::scale, {Interpolation::step, false, 3, {0, 2, 4}, {9, 9, 9, 1, 0.5, 2, 9, 9, 9}}},
      {1, Path::rotation, {Interpolation::linear, true, 4, {5}, {q[0], q[1], q[2], q[3]}}}};
  ArraySet question = *scenes::pose_question(scene);
  add_tracks(question, tracks, 2);
  BINDPOSE_ASSERT(const auto moving, lbs().in_double(question, {}));
  const auto still = lbs().in_double(*scenes::pose_question(posed), {});
  expect_near(moving.find("positions")->values, still->find("positions")->values, 1e-6);
  const auto unmoved = lbs().in_double(*scenes::pose_question(scene), {});
  EXPECT_GT(std::fabs(moving.find("positions")->values.back() - unmoved->find("positions")->values.back()),
            0.1);
}

TEST(Entry, tracks_need_a_time_and_a_joint) {
  ArraySet question = pose_question();
  add_tracks(question, {{3, TrackOfJoint::Path::scale, {Interpolation::step, false, 3, {0}, {1, 1, 1}}}}, 0);
  expect_error(question, "INDEX_RANGE", "tracks[0]");
  expect_error(without(question, "time"), "ARRAY_MISSING", "time");
}

TEST(Entry, tracks_of_matrix_joints_are_refused) {
  scenes::Scene scene = scenes::bar();
  LocalTransform<double>& joint = scene.pose.locals[1];
  joint.matrix = affine_from_trs(joint.trs);
  joint.is_matrix = true;
  ArraySet question = *scenes::pose_question(scene);
  ASSERT_TRUE(lbs().in_double(question, {}));
  add_tracks(question,
             {{0, TrackOfJoint::Path::scale, {Interpolation::step, false, 3, {0}, {1, 1, 1}}},
              {1, TrackOfJoint::Path::scale, {Interpolation::step, false, 3, {0}, {1, 1, 1}}}},
             0);
  expect_error(question, "MATRIX_LOCAL", "tracks[1]");
}

TEST(Entry, matrices_of_joints_with_influence_must_be_finite) {
  for (ArraySet question : {*scenes::palette_question(scenes::bar()), pose_question()}) {
    const char* name = question.has("palette") ? "palette" : "inverse_binds";
    std::vector<double>& numbers = std::get<Array::Reals>(question.find(name)->data);
    numbers[12 + 7] = std::numeric_limits<double>::quiet_NaN();
    expect_error(question, "NOT_FINITE", fmt::format("{}[1]", name).c_str());
    const Array& joints = *question.find("joints");
    std::vector<double>& weights = std::get<Array::Reals>(question.find("weights")->data);
    for (std::size_t i = 0; i < weights.size(); ++i)
      if (joints.integers()[i] == 1) weights[i] = 0;
    EXPECT_TRUE(lbs().in_double(question, {})) << "joint 1 moves no vertex";
  }
}

TEST(Entry, declared_uncertainty_widens_the_bound) {
  ArraySet question = *scenes::palette_question(scenes::bar());
  const auto exact = lbs().in_tracked(question, {});
  Array& palette = *question.find("palette");
  for (const double x : palette.reals())
    palette.uncertainty.push_back(1e-3 * std::fabs(x));
  const auto uncertain = lbs().in_tracked(question, {});
  for (std::size_t i = 0; i < exact->find("positions")->values.size(); ++i)
    EXPECT_GT(uncertain->find("positions")->values[i].error(), exact->find("positions")->values[i].error());
}

}  // namespace bindpose::skinning::entry_test
