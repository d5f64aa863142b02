// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/rigid_scenes.h"

#include "conformance/cases/shared/engine_conventions.h"
#include "conformance/cases/shared/far_joints.h"

namespace bindpose::conformance {
namespace {

std::vector<SceneVariation> rigid_scenes() {
  return {
      {"cylinder.bend-60", "A bent cylinder in two rigid halves.", false, cylinder(60, 0)},
      {"hose.bend-20", "A chain of eight joints.", true, hose(20, 15)},
      {"bar.posed", "Rotated bind frames and a posed root: nothing commutes.", true, bar({.rigid = true})},
      {"bar.scaled", "Non-uniform scale distinguishes the normal rules.", true,
       bar({.rigid = true, .middle_scale = {2, 0.5, 1}})},
      {"bar.mirrored", "A mirrored joint: normals still point outwards.", true,
       bar({.rigid = true, .middle_scale = {-1, 1, 1}})},
      {"bar.mirrored-uneven", "A joint that mirrors and scales non-uniformly.", false,
       bar({.rigid = true, .middle_scale = {1.5, 1, -0.5}})},
      {"bar.tiny", "A joint scaled to a thousandth: its determinant is 1e-9, not 0.", true,
       bar({.rigid = true, .middle_scale = {0x1p-10, 0x3p-11, 0x3p-12}})},
      {"hose.joints-300", "More joints than a byte can count.", true, far_joints()},
      {"bar.armature", "A non-joint ancestor that rotates, moves and scales.", true,
       bar({.armature = true, .rigid = true})}};
}

}  // namespace

void add_rigid_scenes(std::vector<Case>& cases, const std::string& stem, AskRigid ask) {
  for (const SceneVariation& scene : rigid_scenes())
    for (const std::string rule : {"direction", "inverse-transpose"})
      for (const Level level : {Level::palette, Level::pose}) {
        if (rule == "inverse-transpose" && scene.name == "hose.joints-300") continue;  // its files are large
        cases.push_back(scene_case(stem, scene, {{"normal_rule", rule}}, level, ask));
      }
  cases.push_back(scene_case(stem, other_far_joints(), {{"normal_rule", "direction"}}, Level::palette, ask));
  const Options by_inverse = {{"normal_rule", "inverse-transpose"}};
  const Options tangents_too = {{"normal_rule", "inverse-transpose"}, {"tangent_rule", "as-normals"}};
  const SceneVariation flat = {"bar.flat",
                               "A joint that maps onto a plane: its normals have no inverse transpose.", true,
                               bar({.rigid = true})};
  for (const Options& options : {by_inverse, tangents_too})
    cases.push_back(scene_case(stem, flat, options, Level::palette, ask, &with_flat_joint));
  const SceneVariation zeros = {
      "bar.zero-directions", "Normals and tangents of length 0 have no direction; positions are unaffected.",
      true, bar({.rigid = true})};
  cases.push_back(scene_case(stem, zeros, {}, Level::palette, ask, &with_zero_directions));
  for (const Level level : {Level::palette, Level::pose})
    cases.push_back(scene_case(stem,
                               {"bar.scaled", "Tangents are transformed like normals.", true,
                                bar({.rigid = true, .middle_scale = {2, 0.5, 1}})},
                               tangents_too, level, ask));
  const Conventions conventions{stem, [ask](const Vec3<double>& scale, Level level) {
                                  return ask(scenes::bar({.rigid = true, .middle_scale = scale}), level);
                                }};
  add_matrix_conventions(cases, conventions);
  add_rotation_conventions(cases, conventions);
}

}  // namespace bindpose::conformance
