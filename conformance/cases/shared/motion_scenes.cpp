// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/motion_scenes.h"

#include <algorithm>

#include <fmt/format.h>

#include "reference/model/try.h"
#include "reference/samples/rigid_questions.h"
#include "reference/scenes/bar.h"
#include "reference/scenes/cylinder.h"
#include "reference/scenes/hose.h"

namespace bindpose::conformance {
namespace {

using scenes::degrees;
using scenes::Scene;

Scene small_cylinder(double elbow, double twist) {
  return scenes::cylinder(degrees(elbow), degrees(twist), {4, 50, 7, 6, 12.5});
}

Scene small_hose(std::size_t slots) {
  scenes::HoseShape shape;
  shape.slots = slots;
  shape.joints = 5;
  shape.rings_per_joint = 3;
  shape.sides = 6;
  return scenes::hose(degrees(20), degrees(15), shape);
}

void add_cylinders(std::vector<NamedScene>& scenes) {
  for (const int elbow : {0, 30, 60, 90})
    add_scene(scenes, fmt::format("cylinder.bend-{}", elbow), "The course's cylinder with its elbow bent.",
              elbow == 0 ? DefectIds{"ibm-ignored", "ibm-not-inverted", "quat-wxyz"}
                         : DefectIds{"ibm-ignored", "ibm-not-inverted", "normal-not-skinned"},
              false, [elbow] { return scenes::cylinder(degrees(elbow), 0); });
  for (const int twist : {60, 120, 179})
    add_scene(scenes, fmt::format("cylinder.twist-{}", twist),
              "The cylinder twisted about its own axis: a blend of rotations keeps its radius.",
              {"lbs-instead", "rotation-not-renormalised"}, false,
              [twist] { return scenes::cylinder(0, degrees(twist)); });
  add_scene(scenes, "cylinder.bend-90-twist-60-small", "A small cylinder, bent and twisted at once.",
            {"lbs-instead", "normal-not-skinned"}, true, [] { return small_cylinder(90, 60); });
  add_scene(scenes, "cylinder.twist-180-small",
            "A half turn: the arc between the joints is open, either way is right.", {"nan-at-180"}, true,
            [] { return small_cylinder(0, 180); });
}

void add_hoses(std::vector<NamedScene>& scenes) {
  for (const std::size_t slots : {2, 4})
    add_scene(scenes, fmt::format("hose.slots-{}", slots),
              "Influences in the first and the last of several slots.",
              {"second-set-ignored", "first-four-kept", "joint-stride"}, slots == 4,
              [slots] { return small_hose(slots); });
}

void add_bars(std::vector<NamedScene>& scenes) {
  add_scene(scenes, "bar.rest", "The rest pose gives the rest mesh back.",
            {"ibm-ignored", "acos-out-of-range", "quat-wxyz"}, true, [] { return scenes::bar({}, true); });
  add_scene(
      scenes, "bar.posed", "Rotated bind frames and a posed root: nothing commutes.",
      {"ibm-wrong-side", "ibm-rot-transposed", "fk-child-times-parent", "quat-wxyz", "quaternion-conjugated"},
      true, [] { return scenes::bar(); });
  add_scene(scenes, "bar.rigid", "Weights of 1: every method is stitching.",
            {"ibm-rot-transposed", "quaternion-conjugated"}, true,
            [] { return scenes::bar({.rigid = true}); });
  add_scene(scenes, "bar.shuffled", "Joints listed child first.",
            {"fk-stale-parent", "ibm-order-mismatch", "quaternion-conjugated"}, false,
            [] { return scenes::bar({.shuffled = true}); });
  add_scene(scenes, "bar.far", "A kilometre from the origin: what depends on the origin shows.",
            {"centre-about-origin"}, true, [] {
              return scenes::bar({.offset = {1000, 0, 0}});
            });
  add_scene(scenes, "bar.weights-sum-0.98", "Weights that do not sum to 1 are used as given.",
            {"weights-renormalised", "quaternion-conjugated"}, true,
            [] { return scenes::bar({.weight_sum = 0.98}); });
}

using Change = Expected<ArraySet> (*)(Expected<ArraySet>);

/// The question at a level with what the method needs beyond it, and then changed.
AskScene motion_question(const AddInputs& inputs, Change change = nullptr) {
  return [=](const Scene& scene, Level level) -> Expected<ArraySet> {
    BINDPOSE_TRY(ArraySet question, level == Level::palette ? samples::rigid_palette_question(scene)
                                                            : samples::rigid_pose_question(scene));
    if (inputs) BINDPOSE_CHECK(inputs(question, scene));
    if (change == nullptr) return question;
    return change(std::move(question));
  };
}

}  // namespace

void cannot_make(std::vector<Case>& cases, std::size_t first, const DefectIds& ids) {
  for (std::size_t i = first; i < cases.size(); ++i)
    std::erase_if(cases[i].catches, [&ids](const CaughtMistake& mistake) {
      return std::any_of(ids.begin(), ids.end(),
                         [&mistake](const DefectId& id) { return id.name() == mistake.name(); });
    });
}

void keep_few_golden(std::vector<Case>& cases, std::size_t first) {
  const auto names = [](const Case& c, const char* scene) { return c.name.find(scene) != std::string::npos; };
  for (std::size_t i = first; i < cases.size(); ++i)
    if (names(cases[i], ".hose.") || (cases[i].level == Level::pose && !names(cases[i], ".bar.posed.")))
      cases[i].golden = false;
}

Expected<ArraySet> with_flipped_signs(Expected<ArraySet> question) {
  if (!question) return question;
  Array rotations = *question->find("palette_rotations");
  auto& q = std::get<Array::Reals>(rotations.data);
  for (std::size_t i = 0; i < q.size(); ++i)
    if (i / 4 % 2 == 1) q[i] = -q[i];
  question->put(std::move(rotations));
  return question;
}

const std::vector<NamedScene>& motion_scenes() {
  static const std::vector<NamedScene> all = [] {
    std::vector<NamedScene> scenes;
    add_cylinders(scenes);
    add_hoses(scenes);
    add_bars(scenes);
    return scenes;
  }();
  return all;
}

void add_motion_scene(std::vector<Case>& cases, const std::string& stem, const NamedScene& scene,
                      const Options& options, const AddInputs& inputs) {
  for (const Level level : {Level::palette, Level::pose})
    add_scene_case(cases, stem, scene, options, level, motion_question(inputs));
}

void add_motion_scenes(std::vector<Case>& cases, const std::string& stem, const Options& options,
                       const AddInputs& inputs) {
  for (const NamedScene& scene : motion_scenes())
    add_motion_scene(cases, stem, scene, options, inputs);
  add_scene_case(cases, stem,
                 {"bar.posed-flipped",
                  "Every second quaternion negated: the same motions, the same surface.",
                  {"antipodal-signs-ignored"},
                  true,
                  [] { return scenes::bar(); }},
                 options, Level::palette, motion_question(inputs, with_flipped_signs));
  add_scene_case(cases, stem,
                 {"hose.unused-joint-nan",
                  "Slots of weight 0 name a joint that holds NaN: they contribute nothing.",
                  {"nan-times-zero"},
                  true,
                  [] { return small_hose(4); }},
                 options, Level::palette, motion_question(inputs, with_unused_joint));
}

}  // namespace bindpose::conformance
