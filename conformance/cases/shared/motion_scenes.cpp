// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/motion_scenes.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/cases/shared/far_joints.h"
#include "conformance/cases/shared/many_keyframes.h"
#include "conformance/cases/shared/slots.h"
#include "reference/model/rows.h"
#include "reference/samples/rigid_questions.h"

namespace bindpose::conformance {
namespace {

using scenes::Scene;

std::vector<SceneVariation> cylinder_scenes() {
  std::vector<SceneVariation> scenes;
  for (const int elbow : {0, 30, 60, 90})
    scenes.push_back({fmt::format("cylinder.bend-{}", elbow), "The course's cylinder with its elbow bent.",
                      false, cylinder(elbow, 0)});
  for (const int twist : {60, 120, 179})
    scenes.push_back({fmt::format("cylinder.twist-{}", twist),
                      "The cylinder twisted about its axis: blending rotations keeps its radius.", false,
                      cylinder(0, twist)});
  scenes.push_back({"cylinder.bend-90-twist-60-small", "A small cylinder, bent and twisted.", true,
                    small_cylinder(90, 60)});
  scenes.push_back({"cylinder.twist-180-small", "Half a turn: only a w of 6e-17 gives the direction.", true,
                    small_cylinder(0, 180)});
  scenes.push_back({"cylinder.bend-30-twist-180-small", "Half a turn about a tilted axis.", false,
                    small_cylinder(30, 180)});
  return scenes;
}

std::vector<SceneVariation> bar_scenes() {
  return {{"bar.rest", "The rest pose returns the rest mesh.", true, bar({}, true)},
          {"bar.posed", "Rotated bind frames and a posed root: nothing commutes.", true, bar()},
          {"bar.rigid", "Weights of 1: every method equals stitching.", true, bar({.rigid = true})},
          {"bar.shuffled", "Joints listed child first.", false, bar({.shuffled = true})},
          {"bar.far", "A kilometre from the origin: any dependence on the origin shows.", true,
           bar({.offset = {1000, 0, 0}})},
          {"bar.weights-sum-0.98", "Weights that do not sum to 1 are used as given.", true,
           bar({.weight_sum = 0.98})},
          {"bar.shuffled-sum-1.03", "Joints listed child first; weights sum to more than 1.", false,
           bar({.shuffled = true, .weight_sum = 1.03})},
          {"bar.weights-tiny", "Influences of 2^-12 and 2^-16 count like any other.", true,
           [] { return with_tiny_weights(scenes::bar()); }}};
}

SceneVariation hose_scene(std::size_t slots) {
  return {fmt::format("hose.slots-{}", slots), "Influences in the first and the last of several slots.",
          slots == 4, hose(20, 15, {.joints = 5, .rings_per_joint = 3, .sides = 6, .slots = slots})};
}

/// A method, and how to make its inputs.
struct Method {
  const std::string& stem;
  const Options& options;
  const AddInputs& inputs;
};

/// policies: additional options.
void add(std::vector<Case>& cases, const Method& method, const SceneVariation& scene, Level level,
         Options policies = {}, const ChangeQuestion& change = nullptr) {
  policies.insert(method.options.begin(), method.options.end());
  const auto ask = [inputs = method.inputs](const Scene& made, Level at) -> Expected<ArraySet> {
    BINDPOSE_TRY(auto question, at == Level::palette ? samples::rigid_palette_question(made)
                                                     : samples::rigid_pose_question(made));
    if (inputs) BINDPOSE_CHECK(inputs(question, made));
    return question;
  };
  cases.push_back(scene_case(method.stem, scene, policies, level, ask, change));
}

SceneVariation posed_bar(const char* name, const char* purpose) {
  return {name, purpose, true, bar()};
}

}  // namespace

void keep_few_golden(std::vector<Case>& cases, std::size_t first) {
  const auto names = [](const Case& c, std::initializer_list<const char*> scenes) {
    return std::any_of(scenes.begin(), scenes.end(),
                       [&](const char* scene) { return c.name.find(scene) != std::string::npos; });
  };
  for (std::size_t i = first; i < cases.size(); ++i)
    if ((names(cases[i], {".hose."}) && !names(cases[i], {".hose.joints-300.palette", ".hose.joints-262.",
                                                          ".hose.every-slot-6.", ".hose.tied-slots."})) ||
        (cases[i].level == Level::pose &&
         !names(cases[i], {".bar.posed.", ".bar.keyframes.", ".bar.many-keyframes.", ".bar.rotations-"})))
      cases[i].golden = false;
}

void with_flipped_signs(ArraySet& question) {
  Array::Reals& q = *reals_of(question, "palette_rotations");
  for (std::size_t i = 0; i < q.size(); ++i)
    if (i / 4 % 2 == 1) q[i] = -q[i];
}

const std::vector<SceneVariation>& motion_scenes() {
  static const std::vector<SceneVariation> all = [] {
    std::vector<SceneVariation> scenes = cylinder_scenes();
    scenes.push_back(hose_scene(2));
    scenes.push_back(hose_scene(4));
    scenes.push_back({"hose.joints-300", "More joints than a byte can count.", true, far_joints()});
    for (SceneVariation& scene : bar_scenes())
      scenes.push_back(std::move(scene));
    return scenes;
  }();
  return all;
}

void add_motion_scene(std::vector<Case>& cases, const std::string& stem, const SceneVariation& scene,
                      const Options& options, const AddInputs& inputs) {
  for (const Level level : {Level::palette, Level::pose})
    add_motion_scene_at(cases, stem, scene, options, inputs, level);
}

void add_motion_scene_at(std::vector<Case>& cases, const std::string& stem, const SceneVariation& scene,
                         const Options& options, const AddInputs& inputs, Level level) {
  add(cases, {stem, options, inputs}, scene, level);
}

void add_quartered(std::vector<Case>& cases, const std::string& stem, const AddInputs& inputs) {
  for (const char* kept : {"first-four", "four-largest"})
    add(cases, {stem, {}, inputs},
        {"bar.quartered", "Each influence in four slots; only four of all slots count.", true,
         [] { return halved(halved(scenes::bar())); }},
        Level::palette, {{"influences_kept", kept}});
}

void add_many_joints(std::vector<Case>& cases, const std::string& stem, const Options& options,
                     const AddInputs& inputs) {
  const Method method{stem, options, inputs};
  const auto six = [](const char* name, const char* purpose, double lean) {
    return SceneVariation{name, purpose, true, every_slot_hose(6, lean)};
  };
  add_motion_scene(
      cases, stem,
      six("hose.every-slot-6", "All slots are used, by neighbouring joints: all of them count.", 0), options,
      inputs);
  for (const char* kept : {"first-four", "four-largest"})
    add(cases, method, six("hose.every-slot-6", "Six influences, of which four count.", 0.25), Level::palette,
        {{"influences_kept", kept}});
  add(cases, method, six("hose.tied-slots", "The fourth and fifth weights are equal: either may count.", 0),
      Level::palette, {{"influences_kept", "four-largest"}});
  add_motion_scene(cases, stem,
                   {"bar.every-influence-twice", "Each influence in two slots: their weights add up.", true,
                    [] { return halved(scenes::bar()); }},
                   options, inputs);
  add_motion_scene(
      cases, stem,
      {"bar.weights-sum-1.75", "Weights above 1 are used as given.", true, bar({.weight_sum = 1.75})},
      options, inputs);
}

/// Conventions of engines for weights and rotations, on scenes where they differ from the default.
void add_motion_policies(std::vector<Case>& cases, const Method& method) {
  for (const char* zero : {"first-joint", "rest"})
    add(cases, method, posed_bar("bar.some-without-weight", "Every third vertex has no weight."),
        Level::palette, {{"zero_sum", zero}}, &some_without_weight);
  add(cases, method,
      {"bar.weights-sum-0.98", "Weights are divided by their sum of 0.98.", true, bar({.weight_sum = 0.98})},
      Level::palette, {{"weight_sum", "renormalised"}});
  add(cases, method,
      {"bar.weights-sum-0.98", "Given weights sum to 0.98; the last one becomes 1 minus the others.", true,
       bar({.weight_sum = 0.98})},
      Level::palette, {{"weight_sum", "last-from-rest"}}, &with_own_joint_in_free_slots);
  cases.back().golden = false;
  add(cases, method, posed_bar("bar.rotations-1.01", "Rotations 1 % too long are normalized before use."),
      Level::pose, {{"rotations", "kept-unit"}}, &with_long_rotations);
  add(cases, method, posed_bar("bar.keyframes", "Keyframes of joints, between two keys."), Level::pose, {},
      &with_keyframes);
  add(cases, method, posed_bar("bar.keyframes", "Keyframes of joints; rotations use nlerp."), Level::pose,
      {{"rotation_interpolation", "nlerp"}}, &with_keyframes);
  add(cases, method, posed_bar("bar.many-keyframes", "Keyframes, each with a different sampling rule."),
      Level::pose, {}, &with_many_rigid_keyframes);
  add(cases, method,
      posed_bar("bar.zero-directions",
                "Normals and tangents of length 0 have no direction; positions are unaffected."),
      Level::palette, {}, &with_zero_directions);
}

void add_motion_scenes(std::vector<Case>& cases, const std::string& stem, const Options& options,
                       const AddInputs& inputs) {
  const Method method{stem, options, inputs};
  for (const SceneVariation& scene : motion_scenes())
    add_motion_scene(cases, stem, scene, options, inputs);
  add(cases, method, other_far_joints(), Level::palette);
  add_motion_policies(cases, method);
  add(cases, method,
      posed_bar("bar.posed-flipped", "Every second quaternion negated: the surface does not change."),
      Level::palette, {}, &with_flipped_signs);
  for (const Level level : {Level::palette, Level::pose})
    add(cases, method,
        posed_bar("bar.some-without-weight", "Every third vertex has no weight: nothing moves it."), level,
        {}, &some_without_weight);
  const char* nan = "Slots of weight 0 refer to a joint with NaN: they contribute nothing.";
  add(cases, method, {"hose.unused-joint-nan", nan, true, hose_scene(4).make}, Level::palette, {},
      &with_unused_joint);
  add(cases, method, {"bar.unused-joint-nan", nan, true, bar({.rigid = true})}, Level::palette, {},
      &with_unused_joint);
}

}  // namespace bindpose::conformance
