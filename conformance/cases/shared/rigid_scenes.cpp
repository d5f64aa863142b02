// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/rigid_scenes.h"

#include "conformance/cases/shared/scene_case.h"
#include "conformance/defects/defect_id.h"
#include "reference/scenes/bar.h"
#include "reference/scenes/cylinder.h"
#include "reference/scenes/hose.h"

namespace bindpose::conformance {
namespace {

struct RigidScene {
  std::string name;
  std::string purpose;
  DefectIds catches;
  bool golden;
  std::function<scenes::Scene()> make;
  DefectIds by_inverse_transpose = {};  ///< what it also catches under that normal rule
};

scenes::Scene bar_with(const Vec3<double>& middle_scale, bool armature) {
  scenes::BarVariation variation;
  variation.rigid = true;
  variation.middle_scale = middle_scale;
  variation.armature = armature;
  return scenes::bar(variation);
}

std::vector<RigidScene> rigid_scenes() {
  return {{"cylinder.bend-60",
           "A bent cylinder in two stiff halves.",
           {"ibm-ignored", "normal-not-skinned"},
           false,
           [] { return scenes::cylinder(scenes::degrees(60), 0); }},
          {"hose.bend-20",
           "A chain of eight joints.",
           {"fk-local-as-global"},
           true,
           [] { return scenes::hose(scenes::degrees(20), scenes::degrees(15)); }},
          {"bar.posed",
           "Rotated bind frames and a posed root: nothing commutes.",
           {"ibm-wrong-side", "palette-transposed", "fk-child-times-parent"},
           true,
           [] { return bar_with(Vec3<double>::Ones(), false); }},
          {"bar.scaled",
           "Non-uniform scale tells the normal rules apart.",
           {"scale-uniform-only"},
           true,
           [] {
             return bar_with({2, 0.5, 1}, false);
           },
           {"normal-by-M"}},
          {"bar.mirrored",
           "A mirrored joint: the normal keeps to the outside.",
           {},
           true,
           [] {
             return bar_with({-1, 1, 1}, false);
           },
           {"normal-cofactor-sign"}},
          {"bar.armature",
           "A non-joint ancestor that turns, moves and scales.",
           {"joint-ancestors-ignored", "normal-not-renormalised"},
           true,
           [] { return bar_with(Vec3<double>::Ones(), true); }}};
}

}  // namespace

void add_rigid_scenes(std::vector<Case>& cases, const std::string& stem, const RigidQuestions& questions) {
  for (const RigidScene& scene : rigid_scenes())
    for (const std::string rule : {"direction", "inverse-transpose"})
      for (const Level level : {Level::palette, Level::pose}) {
        Case c = scene_case(stem, scene.name, {{"normal_rule", rule}}, level);
        const auto ask = level == Level::palette ? questions.palette : questions.pose;
        c.question = [make = scene.make, ask] { return ask(make()); };
        c.purpose = scene.purpose;
        c.catches = catches_at(c.level, scene.catches);
        if (!questions.has_inverse_binds)
          std::erase_if(c.catches, [](const CaughtMistake& m) { return m.name().starts_with("ibm-"); });
        if (rule == "inverse-transpose")
          c.catches.insert(c.catches.end(), scene.by_inverse_transpose.begin(),
                           scene.by_inverse_transpose.end());
        c.golden = scene.golden;
        cases.push_back(std::move(c));
      }
}

}  // namespace bindpose::conformance
