// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/rigid_scenes.h"

#include "conformance/cases/shared/scene_case.h"
#include "reference/scenes/bar.h"
#include "reference/scenes/cylinder.h"
#include "reference/scenes/hose.h"

namespace bindpose::conformance {
namespace {

scenes::Scene bar_with(const Vec3<double>& middle_scale, bool armature) {
  return scenes::bar({.armature = armature, .rigid = true, .middle_scale = middle_scale});
}

std::vector<NamedScene> rigid_scenes() {
  const Vec3<double> as_it_is = Vec3<double>::Ones();
  std::vector<NamedScene> scenes;
  add_scene(scenes, "cylinder.bend-60", "A bent cylinder in two stiff halves.",
            {"ibm-ignored", "normal-not-skinned"}, false,
            [] { return scenes::cylinder(scenes::degrees(60), 0); });
  add_scene(scenes, "hose.bend-20", "A chain of eight joints.", {"fk-local-as-global", "joint-off-by-one"},
            true, [] { return scenes::hose(scenes::degrees(20), scenes::degrees(15)); });
  add_scene(scenes, "bar.posed", "Rotated bind frames and a posed root: nothing commutes.",
            {"ibm-wrong-side", "palette-transposed", "fk-child-times-parent"}, true,
            [=] { return bar_with(as_it_is, false); });
  add_scene(scenes, "bar.scaled", "Non-uniform scale tells the normal rules apart.",
            {"scale-uniform-only", "normal-not-skinned"}, true,
            [] { return bar_with(Vec3<double>(2, 0.5, 1), false); });
  add_scene(scenes, "bar.mirrored", "A mirrored joint: the normal keeps to the outside.",
            {"normal-not-skinned"}, true, [] { return bar_with(Vec3<double>(-1, 1, 1), false); });
  add_scene(scenes, "bar.armature", "A non-joint ancestor that turns, moves and scales.",
            {"joint-ancestors-ignored", "normal-not-renormalised"}, true,
            [=] { return bar_with(as_it_is, true); });
  return scenes;
}

/// What a scene also catches where normals follow the inverse transpose.
DefectIds caught_by_inverse_transpose(const std::string& scene) {
  if (scene == "bar.scaled") return {"normal-by-M"};
  if (scene == "bar.mirrored") return {"normal-cofactor-sign"};
  return {};
}

}  // namespace

void add_rigid_scenes(std::vector<Case>& cases, const std::string& stem, const RigidQuestions& questions) {
  const auto ask = [questions](const scenes::Scene& scene, Level level) {
    return level == Level::palette ? questions.palette(scene) : questions.pose(scene);
  };
  for (const NamedScene& scene : rigid_scenes())
    for (const std::string rule : {"direction", "inverse-transpose"})
      for (const Level level : {Level::palette, Level::pose}) {
        Case& c = add_scene_case(cases, stem, scene, {{"normal_rule", rule}}, level, ask);
        if (!questions.has_inverse_binds)
          std::erase_if(c.catches, [](const CaughtMistake& m) { return m.name().starts_with("ibm-"); });
        const DefectIds more = caught_by_inverse_transpose(scene.name);
        if (rule == "inverse-transpose") c.catches.insert(c.catches.end(), more.begin(), more.end());
      }
}

}  // namespace bindpose::conformance
