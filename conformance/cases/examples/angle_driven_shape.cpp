// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for shapes driven by an angle. Varied: the level, theta inside and outside 0 .. 1, the
// driving joint, its rest pose and axis, the range of angles in either order, and the motion of
// joints.
#include "conformance/cases/shared/engine_conventions.h"
#include "conformance/cases/shared/example_scenes.h"
#include "conformance/cases/shared/morph_scenes.h"
#include "conformance/cases/shared/motion_scenes.h"
#include "conformance/cases/shared/slots.h"
#include "reference/model/numbers_of.h"
#include "reference/model/rows.h"

namespace bindpose::conformance::examples {
namespace {

/// The rotation of a joint about an axis, and the shapes that it drives. Degrees.
struct Drive {
  double angle = 0;  ///< added to the joint's own rotation
  std::vector<double> range = {0, 90};
  Vec3<double> axis = {1, 0, 1};
  double across = 0;    ///< about (2, 1, 2), added to that
  double off_rest = 0;  ///< offset of the angle's zero from the joint's rest pose
  std::size_t joint = 2;
};

/// A character with a second shape.
struct DrivenScene {
  MakeScene make = bar();
  double theta = 0;  ///< at palette level
  Drive drive = {};
  bool with_directions = true;
};

Expected<ArraySet> ask_driven(const DrivenScene& asked, Level level) {
  const std::size_t driver = asked.drive.joint;
  scenes::Scene scene = asked.make();
  const Mesh& base = scene.rig.mesh;
  Quat<double>& rotation = scene.pose.locals[driver].trs.rotation;
  const Quat<double> rest = rotation;
  const Quat<double> along = scenes::rotation_about(asked.drive.axis, scenes::degrees(asked.drive.angle)),
                     across = scenes::rotation_about({2, 1, 2}, scenes::degrees(asked.drive.across));
  rotation = scenes::to_float32(Quat<double>(rest * along * across));
  BINDPOSE_TRY(auto question, matrix_question(scene, level));
  const Mesh shape = morph_scene(base, {1}, 1).shapes[0];
  question.add("shape_positions", {base.vertex_count(), 3}, numbers_of(shape.positions));
  if (asked.with_directions) {
    std::vector<Vec3<double>> tangents;
    for (const Vec4<double>& t : shape.tangents)
      tangents.emplace_back(t.head<3>());
    question.add("shape_normals", {base.vertex_count(), 3}, numbers_of(shape.normals));
    question.add("shape_tangents", {base.vertex_count(), 3}, numbers_of(tangents));
  }
  if (level == Level::palette) {
    question.add("theta", {1}, Array::Reals{asked.theta});
    return question;
  }
  const Vec4<double> at_0 =
      scenes::to_float32(Quat<double>(rest * scenes::rotation_about(asked.drive.axis,
                                                                    scenes::degrees(asked.drive.off_rest))))
          .coeffs();
  const Vec3<double> axis = scenes::to_float32(Vec3<double>(asked.drive.axis.normalized()));
  question.add("driver", {1}, Array::Integers{static_cast<std::int32_t>(driver)});
  question.add("driver_rest", {4}, Array::Reals(at_0.begin(), at_0.end()));
  question.add("driver_axis", {3}, Array::Reals(axis.begin(), axis.end()));
  question.add("angle_range", {2},
               Array::Reals{to_float32(scenes::degrees(asked.drive.range[0])),
                            to_float32(scenes::degrees(asked.drive.range[1]))});
  return question;
}

/// Shapes of any kind, at both levels.
void add_driven_shapes(const CasesOf<DrivenScene>& add) {
  const Vec3<double> z(0, 0, 1), y(0, 1, 0);
  add("bar.driven", "A part of the shape, under joints that do not commute.",
      {.theta = 0.375, .drive = {30, {-10, 80}, z}});
  add("bar.whole", "The full shape.", {.theta = 1, .drive = {30, {0, 20}, z}});
  add("bar.none", "None of the shape.", {.drive = {30, {40, 80}, z}});
  add("bar.rest", "The rest pose returns the driven mesh.",
      {.make = bar({}, true), .theta = 0.75, .drive = {0, {-20, 20}, z}});
  add("bar.scaled", "Non-uniform scale in the middle joint; a shape without normals and tangents.",
      {.make = bar({.middle_scale = {2, 0.5, 1}}),
       .theta = 0.625,
       .drive = {20, {-45, 45}, z},
       .with_directions = false});
  add("bar.armature", "A non-joint ancestor that rotates, moves and scales.",
      {.make = bar({.armature = true}), .theta = 0.25, .drive = {40, {0, 90}, y}});
  add("bar.weights-sum-0.98", "Weights that do not sum to 1.",
      {.make = bar({.weight_sum = 0.98}), .theta = 0.25, .drive = {60, {0, 90}, y}});
  add("bar.weights-tiny", "Influences of 2^-12 and 2^-16 count like any other.",
      {.make = [] { return with_tiny_weights(scenes::bar()); }, .theta = 0.375, .with_directions = false},
      {Level::palette});
  for (const double theta : {-0.5, 1.5})
    add(theta < 0 ? "bar.below" : "bar.beyond", "A given theta is used as is.", {.theta = theta},
        {Level::palette});
}

}  // namespace

void angle_driven_shape_cases(std::vector<Case>& cases) {
  const CasesOf<DrivenScene> add(cases, "angle_driven_shape", &ask_driven);
  const auto add_posed = [&add](const char* name, const char* purpose, const Drive& drive) {
    add(name, purpose, {.drive = drive}, {Level::pose});
  };
  add_driven_shapes(add);
  const Vec3<double> slanted(1, 2, -2);
  add_posed("bar.angle", "An axis that is not a coordinate axis.", {50, {5, 95}, slanted});
  for (const std::size_t joint : {0, 1})
    add_posed(joint == 0 ? "bar.first-joint" : "bar.middle-joint", "The driving joint is not the last one.",
              {.angle = 50, .range = {5, 95}, .axis = slanted, .joint = joint});
  add_posed("bar.off-rest", "An angle that is not 0 at rest.", {20, {0, 90}, slanted, 0, -30});
  add_posed("bar.twisted", "A joint that also rotates about another axis.", {25, {0, 120}, slanted, 40});
  add_posed("bar.twisted-alone", "A joint that rotates about another axis only.",
            {0, {-20, 60}, slanted, -70});
  add_posed("bar.range-reversed", "A decreasing range.", {25, {90, -30}});
  add_posed("bar.negative", "A joint that bends the other way, within the range.", {-60, {-100, 20}});
  add_posed("bar.other-way", "A joint that bends the other way, outside the range.", {-60, {0, 90}});
  add_posed("bar.out-of-range", "An angle beyond the range.", {60, {0, 40}});
  add_posed("bar.wide", "A rotation whose scalar part is negative.", {230, {-180, 0}});
  add_posed("bar.far-turn", "An angle near half a turn.", {172, {0, 180}, slanted});
  const Conventions of_bar{"angle_driven_shape", [slanted](const Vec3<double>& scale, Level level) {
                             return ask_driven({.make = conformance::bar({.middle_scale = scale}),
                                                .theta = 0.375,
                                                .drive = {30, {-10, 80}, slanted}},
                                               level);
                           }};
  add_linear_blend_conventions(cases, of_bar);
}

}  // namespace bindpose::conformance::examples
