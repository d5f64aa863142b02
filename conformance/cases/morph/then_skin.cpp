// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of morphing, then skinning. Varied: the method, the entry level, how many targets there are and their weights, and
// what the joints do: no two of their motions commute.
#include "conformance/cases/shared/morph_scenes.h"
#include "conformance/cases/shared/motion_scenes.h"
#include "conformance/cases/shared/scene_case.h"
#include "reference/model/try.h"
#include "reference/morph/shared/sparse_targets.h"
#include "reference/morph/shared/targets.h"
#include "reference/samples/rigid_questions.h"

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
};

Expected<ArraySet> ask(const MorphedScene& asked, const std::string& method, Level level) {
  const scenes::Scene scene = asked.make();
  const Mesh& base = scene.rig.mesh;
  BINDPOSE_TRY(auto question, method == "lbs"           ? matrix_question(scene, level)
                              : level == Level::palette ? samples::rigid_palette_question(scene)
                                                        : samples::rigid_pose_question(scene));
  const MorphScene morph = morph_scene(base, asked.weights, 1);
  bindpose::morph::add_targets(question, base, morph.weights,
                               bindpose::morph::displacements(base, morph.shapes));
  return asked.nan_where_unused ? with_nan_where_unused(std::move(question)) : question;
}

void add(std::vector<Case>& cases, const char* method, const MorphedScene& scene) {
  for (const Level level : {Level::palette, Level::pose}) {
    Case c = scene_case("then_skin", scene.name, {{"method", method}}, level);
    c.question = [=] { return ask(scene, method, level); };
    c.purpose = scene.purpose;
    c.catches = catches_at(level, scene.catches);
    c.golden = true;
    cases.push_back(std::move(c));
  }
}

/// What both methods are asked.
std::vector<MorphedScene> scenes_of_both() {
  return {{"bar.two",
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
          {"bar.beyond",
           "Weights below 0 and above 1, which have no limits.",
           {"morph-weight-clamped", "morph-normals-ignored", "morph-tangents-ignored",
            "vertex-reorder-vs-morph", "morph-tangent-stride", "morph-normal-renorm"},
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

}  // namespace

void then_skin_cases(std::vector<Case>& cases) {
  for (const char* method : {"lbs", "dqs"})
    for (const MorphedScene& scene : scenes_of_both())
      add(cases, method, scene);
  for (const MorphedScene& scene : scenes_of_matrices())
    add(cases, "lbs", scene);
}

}  // namespace bindpose::conformance::morph
