// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for morphing, then skinning. Varied: the method, the entry level, the number and
// weights of targets, their keyframes, the conventions of engines, and the motion of joints. No two
// motions commute.

#include "conformance/cases/shared/far_joints.h"
#include "conformance/cases/shared/many_keyframes.h"
#include "conformance/cases/shared/morphed_methods.h"
#include "conformance/cases/shared/morphed_scene.h"

namespace bindpose::conformance::morph {
namespace {

using Change = void (*)(ArraySet&);

MorphedScene morphed(const char* name, const char* purpose, const MakeScene& make = bar(),
                     const std::vector<double>& weights = {0.5, 1}, Change change = nullptr) {
  return {name, purpose, make, weights, change};
}

/// Targets without weight hold NaN.
void with_unused_nan(ArraySet& question) {
  question = with_nan_where_unused(std::move(question));
}

/// Scenes for both methods.
std::vector<MorphedScene> scenes_of_both() {
  return {
      morphed("bar.two", "Two targets with weights that do not sum to 1, under joints that do not commute."),
      morphed("bar.one", "One target at full weight.", bar(), {1}),
      morphed("bar.nine", "Nine targets.", bar(), small_weights(9)),
      morphed("bar.thirteen", "Thirteen targets.", bar(), small_weights(13)),
      morphed("bar.seventeen", "Seventeen targets.", bar(), small_weights(17)),
      morphed("bar.faint", "Weights near 0.01 and below 0.0001 count.", bar(), faint_weights()),
      morphed("bar.fifty", "Fifty targets.", bar(), small_weights(50)),
      morphed("bar.two-hundred", "Two hundred targets.", bar(), small_weights(200)),
      morphed("bar.beyond", "Weights below 0 and above 1 have no limits.", bar(), {-1, 1.5, 0.25, 2}),
      morphed("bar.wide-weights", "Weights far beyond 1, of either sign.", bar(), {-3.5, 2.75, 0.5}),
      {"bar.large-displacements",
       "Positions and directions are displaced by far more than 1.",
       bar(),
       {0.5, -0.75},
       nullptr,
       [] {
         return morph_scene(bar()().rig.mesh, {0.5, -0.75}, 1, 12).shapes;
       }},
      morphed("bar.unused-nan", "Targets of weight 0 hold NaN: they contribute nothing.", bar(),
              {0.75, 0, 0.5, 0}, &with_unused_nan),
      morphed("bar.rest", "The rest pose: the output is the morphed mesh.", bar({}, true)),
      morphed("bar.rigid", "Influence weights of 1.", bar({.rigid = true})),
      morphed("bar.shuffled", "Joints listed child first.", bar({.shuffled = true})),
      morphed("bar.far", "A kilometre from the origin.", bar({.offset = {1000, 0, 0}})),
      morphed("bar.weights-sum-0.98", "Influence weights that do not sum to 1.", bar({.weight_sum = 0.98})),
      morphed("hose.slots-4", "Influences in the first and the last of several slots.",
              hose(20, 15, {.joints = 5, .rings_per_joint = 3, .sides = 6, .slots = 4}))};
}

/// The scenes of methods that allow joints with scale and weights of any sum.
std::vector<MorphedScene> scenes_of_matrices() {
  return {morphed("bar.scaled", "Non-uniform scale in the middle joint.", bar({.middle_scale = {2, 0.5, 1}})),
          morphed("bar.grown", "Scales whose product is not 1.", bar({.middle_scale = {3, 0.5, 1.25}}),
                  {-0.5, 1}),
          morphed("bar.armature", "A non-joint ancestor that rotates, moves and scales.",
                  bar({.armature = true})),
          morphed("bar.weights-sum-1.75", "Influence weights above 1 are used as given.",
                  bar({.weight_sum = 1.75}))};
}

/// Keyframes of weights, at a time in eighths of a second.
template <Interpolation interpolation, int eighths = 7>
void with_keys(ArraySet& question) {
  with_weight_keys(question, interpolation, eighths / 8.0);
}

MorphedScene linear_keys() {
  return morphed("bar.keys-linear", "Target weights between two keys, interpolated linearly.", bar(),
                 {0.25, 0.5, 1}, &with_keys<Interpolation::linear>);
}

MorphedScene weightless() {
  return morphed("bar.some-without-weight", "Every third vertex has no weight.", bar(), {0.5, 1},
                 &some_without_weight);
}

void add_keyframe_cases(std::vector<Case>& cases) {
  constexpr auto linear = Interpolation::linear, step = Interpolation::step;
  constexpr auto spline = Interpolation::cubicspline;
  const std::vector<MorphedScene> scenes = {
      linear_keys(),
      morphed("bar.keys-step", "Target weights held from key to key.", bar(), {0.25, 0.5, 1},
              &with_keys<step>),
      morphed("bar.keys-cubicspline", "Target weights on a cubic spline.", bar(), {0.25, 0.5, 1},
              &with_keys<spline>),
      morphed("bar.keys-on-one", "A time exactly on a key.", bar(), {0, 0, 0}, &with_keys<spline, 6>),
      morphed("bar.keys-before", "Before the first key, its weights hold.", bar(), {0, 0, 0},
              &with_keys<linear, 2>),
      morphed("bar.keys-after", "After the last key, its weights hold.", bar(), {0, 0, 0},
              &with_keys<linear, 16>)};
  for (const char* method : {"lbs", "dqs"})
    for (const MorphedScene& scene : scenes)
      add_morphed(cases, {{"method", method}}, scene, Level::pose);
  add_morphed(
      cases, {{"method", "lbs"}},
      morphed("bar.keys-and-joints", "Keyframes of weights and joints in one clip.", bar(), {0.25, 0.5, 1},
              [](ArraySet& question) {
                with_keyframes(question);
                with_keys<linear>(question);
              }),
      Level::pose);
}

/// The bar; the strongest joint of each vertex is its only joint.
MakeScene each_by_one_joint(const scenes::BarVariation& variation) {
  return [variation] {
    scenes::Scene scene = scenes::bar(variation);
    scene.rig.influences = scenes::rigid_influences(scene.rig.influences);
    return scene;
  };
}

/// Each vertex belongs to one joint only, like meshes on the nodes of a file.
void add_stitching_cases(std::vector<Case>& cases) {
  const Options plain = {{"method", "stitching"}};
  const std::vector<MorphedScene> scenes = {
      morphed("bar.rigid-two", "Two targets; every vertex has a single joint.", each_by_one_joint({})),
      morphed("bar.rigid-scaled", "Non-uniform scale in the middle joint distinguishes the normal rules.",
              each_by_one_joint({.middle_scale = {2, 0.5, 1}}), {-0.5, 1}),
      morphed("bar.rigid-mirrored", "A mirrored joint.", each_by_one_joint({.middle_scale = {-1, 1, 1}}),
              {1.5, -0.25})};
  for (const MorphedScene& scene : scenes) {
    add_morphed_at_both(cases, plain, scene);
    if (scene.name == "bar.rigid-two") continue;
    for (const char* tangents : {"direction", "as-normals"})
      add_morphed(
          cases,
          {{"method", "stitching"}, {"rigid_normal_rule", "inverse-transpose"}, {"tangent_rule", tangents}},
          scene, Level::palette);
  }
  add_morphed(cases, plain,
              morphed("bar.keys-rigid", "Keyframes of target weights.", each_by_one_joint({}), {0.25, 0.5, 1},
                      &with_keys<Interpolation::linear>),
              Level::pose);
}

/// Log-matrix blending, on scenes that distinguish it from the other methods.
void add_log_cases(std::vector<Case>& cases) {
  const Options plain = {{"method", "log-blend"}};
  for (const MorphedScene& scene : scenes_of_both())
    for (const char* name : {"bar.two", "bar.beyond", "bar.unused-nan", "bar.far", "hose.slots-4"})
      if (scene.name == name) add_morphed_at_both(cases, plain, scene);
  for (const char* zero : {"first-joint", "rest"})
    add_morphed(cases, {{"method", "log-blend"}, {"zero_sum", zero}}, weightless(), Level::palette);
  add_morphed(cases, plain, linear_keys(), Level::pose);
}

/// The conventions of engines, on scenes where they differ from the default.
void add_policy_cases(std::vector<Case>& cases) {
  for (const char* rule : {"inverse-transpose-of-blend", "blend-of-inverse-transposes"}) {
    add_morphed_at_both(
        cases, {{"method", "lbs"}, {"normal_rule", rule}},
        morphed("bar.scaled", "Non-uniform scale in the middle joint distinguishes the normal rules.",
                bar({.middle_scale = {2, 0.5, 1}})));
    add_morphed(cases, {{"method", "lbs"}, {"normal_rule", rule}, {"tangent_rule", "as-normals"}},
                morphed("bar.grown", "Tangents are transformed like normals.",
                        bar({.middle_scale = {3, 0.5, 1.25}}), {-0.5, 1}),
                Level::palette);
  }
  for (const char* method : {"lbs", "dqs"}) {
    const SceneVariation far = other_far_joints();
    add_morphed(cases, {{"method", method}}, {far.name, far.purpose, far.make, {0.5, 1}}, Level::palette);
    add_morphed(cases, {{"method", method}},
                morphed("hose.joints-300", "More joints than a byte can count.", far_joints()),
                Level::palette);
    for (const char* zero : {"first-joint", "rest"})
      add_morphed(cases, {{"method", method}, {"zero_sum", zero}}, weightless(), Level::palette);
    MorphedScene six = morphed(
        "hose.every-slot-6", "Six influences, all of which count.",
        hose(20, 15, {.joints = 6, .rings_per_joint = 1, .sides = 3, .slots = 6, .every_slot = true}));
    add_morphed_at_both(cases, {{"method", method}}, six);
    six.purpose = "Six influences, of which four count.";
    add_morphed(cases, {{"method", method}, {"influences_kept", "first-four"}}, six, Level::palette);
    add_morphed(cases, {{"method", method}, {"rotations", "kept-unit"}},
                morphed("bar.rotations-1.01", "Rotations 1 % too long are normalized before use.", bar(),
                        {0.5, 1}, &with_long_rotations),
                Level::pose);
    add_morphed(cases, {{"method", method}, {"rotation_interpolation", "nlerp"}},
                morphed("bar.keyframes", "Keyframes of joints; rotations use nlerp.", bar(), {0.5, 1},
                        &with_keyframes),
                Level::pose);
  }
  for (const auto& [method, change] :
       {std::pair{"lbs", &with_many_keyframes}, std::pair{"dqs", &with_many_rigid_keyframes}})
    add_morphed(cases, {{"method", method}},
                morphed("bar.many-keyframes", "Keyframes of joints, each with a different sampling rule.",
                        bar(), {0.5, 1}, change),
                Level::pose);
  add_morphed(cases, {{"method", "lbs"}, {"weight_sum", "renormalised"}},
              morphed("bar.weights-sum-0.98", "Influence weights are divided by their sum of 0.98.",
                      bar({.weight_sum = 0.98})),
              Level::palette);
  add_morphed(cases, {{"method", "lbs"}},
              morphed("bar.matrix-joint", "A matrix replaces a joint's translation, rotation and scale.",
                      bar(), {0.5, 1}, &with_matrix_joint),
              Level::pose);
  add_morphed(cases, {{"method", "lbs"}, {"scale_inheritance", "without-shear"}},
              morphed("bar.scaled", "Scale and rotation are inherited separately.",
                      bar({.middle_scale = {2, 0.5, 1}})),
              Level::pose);
}

}  // namespace

void then_skin_cases(std::vector<Case>& cases) {
  for (const char* method : {"lbs", "dqs"})
    for (const MorphedScene& scene : scenes_of_both())
      add_morphed_at_both(cases, {{"method", method}}, scene);
  for (const char* method : {"lbs", "dqs"})
    add_morphed_at_both(cases, {{"method", method}}, talking_head());
  add_morphed_at_both(
      cases, {{"method", "dqs"}},
      morphed("hose.bent-100",
              "Neighbouring joints whose quaternions, made from matrices, have opposite signs.",
              hose(100, 15, {.joints = 5, .rings_per_joint = 3, .sides = 6})));
  for (const MorphedScene& scene : scenes_of_matrices())
    add_morphed_at_both(cases, {{"method", "lbs"}}, scene);
  add_keyframe_cases(cases);
  add_policy_cases(cases);
  add_log_cases(cases);
  add_stitching_cases(cases);
  add_morphed_methods(cases);
}

}  // namespace bindpose::conformance::morph
