// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of morphing, then skinning. Varied: the method, the entry level, how many targets there are and their weights,
// keyframes of them, the conventions of engines, and what the joints do: no two of their motions commute.
#include <fmt/format.h>

#include "conformance/cases/shared/morph_scenes.h"
#include "conformance/cases/shared/motion_scenes.h"
#include "conformance/cases/shared/scene_case.h"
#include "reference/model/question.h"
#include "reference/model/try.h"
#include "reference/morph/shared/sparse_targets.h"
#include "reference/morph/shared/targets.h"
#include "reference/samples/rigid_questions.h"
#include "reference/scenes/head.h"

namespace bindpose::conformance::morph {
namespace {

using Weights = std::vector<double>;

/// A character, and the weights of its targets.
struct MorphedScene {
  std::string name;
  std::string purpose;
  DefectIds catches;
  MakeScene make;
  Weights weights;
  bool nan_where_unused = false;
  Expected<ArraySet> (*change)(Expected<ArraySet>) = nullptr;
  std::vector<Mesh> (*shapes)() = nullptr;  ///< or random ones
};

const scenes::HeadShape small_head{7, 10, 3, 4};

/// Every action unit of the head, and every other shape of it.
std::vector<Mesh> shapes_of_head() {
  std::vector<Mesh> shapes;
  for (const int unit : scenes::head_action_units())
    shapes.push_back(scenes::head_with_action_unit(unit, small_head));
  for (const std::string& name : scenes::head_shape_names())
    shapes.push_back(scenes::head_with_shape(name, small_head));
  return shapes;
}

Expected<ArraySet> ask(const MorphedScene& asked, const std::string& method, Level level) {
  const scenes::Scene scene = asked.make();
  const Mesh& base = scene.rig.mesh;
  BINDPOSE_TRY(auto question, method != "dqs"           ? matrix_question(scene, level)
                              : level == Level::palette ? samples::rigid_palette_question(scene)
                                                        : samples::rigid_pose_question(scene));
  const MorphScene morph = asked.shapes == nullptr ? morph_scene(base, asked.weights, 1)
                                                   : MorphScene{base, asked.shapes(), asked.weights};
  bindpose::morph::add_targets(question, base, morph.weights,
                               bindpose::morph::displacements(base, morph.shapes));
  if (asked.nan_where_unused) return with_nan_where_unused(std::move(question));
  return asked.change == nullptr ? question : asked.change(std::move(question));
}

Case& add(std::vector<Case>& cases, const Options& options, const MorphedScene& scene, Level level) {
  Case c = scene_case("then_skin", scene.name, options, level);
  c.question = [=] { return ask(scene, options.at("method"), level); };
  c.purpose = scene.purpose;
  c.catches = catches_at(level, scene.catches);
  c.golden = scene.weights.size() < 20;
  return cases.emplace_back(std::move(c));
}

void add_at_both(std::vector<Case>& cases, const Options& options, const MorphedScene& scene) {
  for (const Level level : {Level::palette, Level::pose})
    add(cases, options, scene, level);
}

/// What both methods are asked.
std::vector<MorphedScene> scenes_of_both() {
  return {
      {"bar.two",
       "Two targets at once, whose weights do not sum to 1, under joints whose motions do not commute.",
       {"skin-before-morph", "delta-transformed-as-point", "morphed-not-skinned", "morph-weights-shifted",
        "morph-weights-renormalised", "morph-normal-as-blended", "ibm-wrong-side"},
       bar(),
       {0.5, 1}},
      {"bar.one",
       "One target at its full weight.",
       {"skin-before-morph", "delta-transformed-as-point", "morphed-not-skinned",
        "morph-absolute-vs-relative", "morph-normal-absolute", "morph-ignored"},
       bar(),
       {1}},
      {"bar.nine", "Nine targets at once.", {"four-targets", "eight-targets"}, bar(), small_weights(9)},
      {"bar.thirteen",
       "Thirteen targets at once.",
       {"four-targets", "eight-targets"},
       bar(),
       small_weights(13)},
      {"bar.fifty", "Fifty targets at once.", {"four-targets", "eight-targets"}, bar(), small_weights(50)},
      {"bar.two-hundred",
       "Two hundred targets at once.",
       {"four-targets", "eight-targets"},
       bar(),
       small_weights(200)},
      {"bar.beyond",
       "Weights below 0 and above 1, which have no limits.",
       {"morph-weight-clamped", "morph-normals-ignored", "morph-tangents-ignored", "vertex-reorder-vs-morph",
        "morph-tangent-stride", "morph-normal-renorm"},
       bar(),
       {-1, 1.5, 0.25, 2}},
      {"bar.unused-nan",
       "Targets of weight 0 that are not numbers contribute nothing.",
       {"morph-nan-times-zero"},
       bar(),
       {0.75, 0, 0.5, 0},
       true},
      {"bar.rest",
       "The rest pose: the morphed mesh.",
       {"morph-ignored", "ibm-ignored"},
       bar({}, true),
       {0.5, 1}},
      {"bar.rigid",
       "Weights of 1.",
       {"skin-before-morph", "ibm-rot-transposed"},
       bar({.rigid = true}),
       {0.5, 1}},
      {"bar.shuffled",
       "Joints listed child first.",
       {"fk-stale-parent", "joint-off-by-one"},
       bar({.shuffled = true}),
       {0.5, 1}},
      {"bar.far",
       "A kilometre from the origin.",
       {"translation-ignored", "delta-transformed-as-point"},
       bar({.offset = {1000, 0, 0}}),
       {0.5, 1}},
      {"bar.weights-sum-0.98",
       "Weights of influences that do not sum to 1.",
       {"morph-ignored"},
       bar({.weight_sum = 0.98}),
       {0.5, 1}},
      {"hose.slots-4",
       "Influences in the first and the last of several slots.",
       {"second-set-ignored", "joint-stride"},
       hose(20, 15, {.joints = 5, .rings_per_joint = 3, .sides = 6, .slots = 4}),
       {0.5, 1}}};
}

/// A face in motion: its head turns, its jaw opens, its eyes look aside.
MorphedScene talking_head() {
  return {"head.talking",
          "A head that turns, opens its jaw and looks aside, with all its shapes at once.",
          {"skin-before-morph", "morphed-not-skinned", "morph-ignored", "ibm-ignored"},
          [] { return scenes::head(small_head, true); },
          small_weights(scenes::head_action_units().size() + scenes::head_shape_names().size()),
          false,
          nullptr,
          &shapes_of_head};
}

/// What joints that scale, and weights of any sum, are asked of.
std::vector<MorphedScene> scenes_of_matrices() {
  return {{"bar.scaled",
           "Non-uniform scale in the middle joint.",
           {"scale-uniform-only", "trs-loses-shear", "skin-before-morph"},
           bar({.middle_scale = {2, 0.5, 1}}),
           {0.5, 1}},
          {"bar.grown",
           "Scales whose product is not 1.",
           {"scale-uniform-only", "trs-loses-shear", "morph-normal-as-blended"},
           bar({.middle_scale = {3, 0.5, 1.25}}),
           {-0.5, 1}},
          {"bar.armature",
           "A non-joint ancestor that turns, moves and scales.",
           {"joint-ancestors-ignored", "skin-before-morph"},
           bar({.armature = true}),
           {0.5, 1}},
          {"bar.weights-sum-1.75",
           "Weights of influences above 1 are used as given.",
           {"weights-renormalised", "morph-ignored"},
           bar({.weight_sum = 1.75}),
           {0.5, 1}}};
}

/// Keyframes of three targets' weights, beside whatever others there are.
Expected<ArraySet> with_weight_keys(Expected<ArraySet> question, Interpolation interpolation, double time) {
  if (!question) return question;
  Track track{interpolation, false, 3, {0.5, 0.75, 1.25}, {}};
  const std::size_t rows = interpolation == Interpolation::cubicspline ? 9 : 3;
  for (std::size_t n = 0; n < 3 * rows; ++n)
    track.values.push_back(0.125 * static_cast<double>(n * 7 % 17) - 0.5);
  const std::size_t joints = question->find("parents")->shape[0];
  BINDPOSE_TRY(auto tracks, read_tracks(*question, joints));
  tracks.push_back({1, TrackOfJoint::Path::weights, std::move(track)});
  for (const char* name : {"time", "tracks"})
    question->remove(name);
  for (std::size_t i = 0; i + 1 < tracks.size(); ++i)
    for (const char* part : {"times", "values"})
      question->remove(fmt::format("track_{}_{}", i, part));
  add_tracks(*question, tracks, time);
  return question;
}

template <Interpolation interpolation>
Expected<ArraySet> between_keys(Expected<ArraySet> question) {
  return with_weight_keys(std::move(question), interpolation, 0.875);
}

void add_keyframe_cases(std::vector<Case>& cases) {
  const DefectIds moved = {"morph-keys-ignored", "morph-keys-by-target", "tracks-ignored",
                           "skin-before-morph"};
  DefectIds cubic = moved;
  cubic.push_back(DefectId("morph-keys-beside-tangents"));
  constexpr auto linear = Interpolation::linear, step = Interpolation::step;
  constexpr auto spline = Interpolation::cubicspline;
  const std::vector<MorphedScene> scenes = {
      {"bar.keys-linear",
       "Weights of targets between two keys, on a straight line.",
       moved,
       bar(),
       {0.25, 0.5, 1},
       false,
       &between_keys<linear>},
      {"bar.keys-step",
       "Weights held from key to key.",
       moved,
       bar(),
       {0.25, 0.5, 1},
       false,
       &between_keys<step>},
      {"bar.keys-cubicspline",
       "Weights on a cubic spline.",
       cubic,
       bar(),
       {0.25, 0.5, 1},
       false,
       &between_keys<spline>},
      {"bar.keys-on-one",
       "A key itself.",
       cubic,
       bar(),
       {0, 0, 0},
       false,
       [](Expected<ArraySet> question) { return with_weight_keys(std::move(question), spline, 0.75); }},
      {"bar.keys-before",
       "Before the first key its weights hold.",
       moved,
       bar(),
       {0, 0, 0},
       false,
       [](Expected<ArraySet> question) { return with_weight_keys(std::move(question), linear, 0.25); }},
      {"bar.keys-after",
       "After the last key its weights hold.",
       moved,
       bar(),
       {0, 0, 0},
       false,
       [](Expected<ArraySet> question) { return with_weight_keys(std::move(question), linear, 2); }}};
  for (const char* method : {"lbs", "dqs"})
    for (const MorphedScene& scene : scenes)
      add(cases, {{"method", method}}, scene, Level::pose);
  add(cases, {{"method", "lbs"}},
      {"bar.keys-and-joints",
       "Keyframes of weights and of joints in one clip.",
       moved,
       bar(),
       {0.25, 0.5, 1},
       false,
       [](Expected<ArraySet> question) { return between_keys<linear>(with_keyframes(std::move(question))); }},
      Level::pose);
}

/// Vertices wholly of one joint each, as meshes on the nodes of a file are.
void add_stitching_cases(std::vector<Case>& cases) {
  const Options plain = {{"method", "stitching"}};
  const std::vector<MorphedScene> scenes = {
      {"bar.rigid-two",
       "Two targets at once, every vertex wholly its joint's.",
       {"skin-before-morph", "delta-transformed-as-point", "morphed-not-skinned", "morph-normal-as-blended"},
       bar({.rigid = true}),
       {0.5, 1}},
      {"bar.rigid-scaled",
       "Non-uniform scale in the middle joint tells the normal rules apart.",
       {"skin-before-morph", "scale-uniform-only"},
       bar({.rigid = true, .middle_scale = {2, 0.5, 1}}),
       {-0.5, 1}},
      {"bar.rigid-mirrored",
       "A mirrored joint.",
       {"skin-before-morph", "morph-weight-clamped"},
       bar({.rigid = true, .middle_scale = {-1, 1, 1}}),
       {1.5, -0.25}}};
  for (const MorphedScene& scene : scenes) {
    add_at_both(cases, plain, scene);
    if (scene.name == "bar.rigid-two") continue;
    for (const char* tangents : {"direction", "as-normals"})
      add(cases,
          {{"method", "stitching"}, {"rigid_normal_rule", "inverse-transpose"}, {"tangent_rule", tangents}},
          scene, Level::palette);
  }
  add(cases, plain,
      {"bar.keys-rigid",
       "Keyframes of weights.",
       {"morph-keys-ignored", "morph-keys-by-target"},
       bar({.rigid = true}),
       {0.25, 0.5, 1},
       false,
       &between_keys<Interpolation::linear>},
      Level::pose);
}

/// The conventions of engines, on scenes where they differ from the usual one.
void add_policy_cases(std::vector<Case>& cases) {
  const DefectIds seen = {"morph-ignored", "skin-before-morph", "joint-off-by-one"};
  for (const char* rule : {"inverse-transpose-of-blend", "blend-of-inverse-transposes"}) {
    add_at_both(cases, {{"method", "lbs"}, {"normal_rule", rule}},
                {"bar.scaled",
                 "Non-uniform scale in the middle joint tells the normal rules apart.",
                 {"normal-by-M", "skin-before-morph"},
                 bar({.middle_scale = {2, 0.5, 1}}),
                 {0.5, 1}});
    add(cases, {{"method", "lbs"}, {"normal_rule", rule}, {"tangent_rule", "as-normals"}},
        {"bar.grown",
         "Tangents by the matrix that carries normals.",
         seen,
         bar({.middle_scale = {3, 0.5, 1.25}}),
         {-0.5, 1}},
        Level::palette);
  }
  for (const char* method : {"lbs", "dqs"}) {
    for (const char* zero : {"first-joint", "rest"})
      add(cases, {{"method", method}, {"zero_sum", zero}},
          {"bar.some-without-weight",
           "Every third vertex has no weight at all.",
           seen,
           bar(),
           {0.5, 1},
           false,
           &some_without_weight},
          Level::palette);
    add(cases, {{"method", method}, {"influences_kept", "first-four"}},
        {"hose.every-slot-6",
         "Six influences, of which four count.",
         seen,
         hose(20, 15, {.joints = 6, .rings_per_joint = 1, .sides = 3, .slots = 6, .every_slot = true}),
         {0.5, 1}},
        Level::palette);
    add(cases, {{"method", method}, {"rotations", "kept-unit"}},
        {"bar.rotations-1.01",
         "Rotations a hundredth too long are normalized before use.",
         seen,
         bar(),
         {0.5, 1},
         false,
         &with_long_rotations},
        Level::pose);
    add(cases, {{"method", method}, {"rotation_interpolation", "nlerp"}},
        {"bar.keyframes",
         "Keyframes of joints, their rotations by nlerp.",
         {"skin-before-morph"},
         bar(),
         {0.5, 1},
         false,
         &with_keyframes},
        Level::pose);
  }
  add(cases, {{"method", "lbs"}, {"weight_sum", "renormalised"}},
      {"bar.weights-sum-0.98",
       "Weights of influences are divided by their sum of 0.98.",
       seen,
       bar({.weight_sum = 0.98}),
       {0.5, 1}},
      Level::palette);
  add(cases, {{"method", "lbs"}, {"scale_inheritance", "without-shear"}},
      {"bar.scaled",
       "Scale and rotation go down the chain each for itself.",
       seen,
       bar({.middle_scale = {2, 0.5, 1}}),
       {0.5, 1}},
      Level::pose);
}

}  // namespace

void then_skin_cases(std::vector<Case>& cases) {
  for (const char* method : {"lbs", "dqs"})
    for (const MorphedScene& scene : scenes_of_both())
      add_at_both(cases, {{"method", method}}, scene);
  for (const char* method : {"lbs", "dqs"})
    add_at_both(cases, {{"method", method}}, talking_head());
  for (const MorphedScene& scene : scenes_of_matrices())
    add_at_both(cases, {{"method", "lbs"}}, scene);
  add_keyframe_cases(cases);
  add_policy_cases(cases);
  add_stitching_cases(cases);
}

}  // namespace bindpose::conformance::morph
