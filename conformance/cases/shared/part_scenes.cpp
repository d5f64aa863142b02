// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/part_scenes.h"

#include <fmt/format.h>

#include "conformance/cases/shared/engine_conventions.h"
#include "reference/scenes/figure.h"
#include "reference/scenes/limb.h"
#include "reference/skinning/shared/parts.h"

namespace bindpose::conformance {
namespace {

using namespace bindpose::skinning;

/// "5 parts, at least 4", for the mesh as drawn: with reduced influences if requested.
std::string parts_note(const PartScene& scene) {
  const scenes::Scene made = scene.make();
  const auto& triangles = made.rig.mesh.triangles;
  Influences influences = made.rig.influences;
  if (scene.options.count("excess") != 0) {
    const auto kept = kept_slots(triangles, influences, scene.limit);
    if (kept) drop(*kept, influences);
  }
  const std::vector<JointSet> needed = joints_needed(triangles, influences);
  return fmt::format("the reference draws {} parts, at least {} are needed",
                     partition(needed, scene.limit).tables.size(), fewest_parts(needed, scene.limit));
}

Ask asked_in_parts(std::size_t limit) {
  return [limit](const scenes::Scene& made, Level level) -> Expected<ArraySet> {
    BINDPOSE_TRY(ArraySet question, scenes::with_triangles(matrix_question(made, level), made));
    question.add("matrix_limit", {1}, Array::Integers{static_cast<std::int32_t>(limit)});
    return question;
  };
}

void add_part_conventions(std::vector<Case>& cases, const std::string& stem) {
  const auto of_limit = [&stem](std::size_t limit) {
    return Conventions{stem, [ask = asked_in_parts(limit)](const Vec3<double>& scale, Level level) {
                         return ask(scenes::bar({.middle_scale = scale}), level);
                       }};
  };
  const Conventions in_parts = of_limit(2);
  add_normal_conventions(cases, in_parts);
  add_matrix_conventions(cases, in_parts);
  add_rotation_conventions(cases, in_parts);
  add_weight_conventions(cases, of_limit(3), Level::palette);
}

}  // namespace

MakeScene fork(double bend, double twist) {
  return [=] { return scenes::limb(scenes::degrees(bend), scenes::degrees(twist), {.fork = true}); };
}
MakeScene small_figure() {
  return [] { return scenes::figure(scenes::FigureDetail::small); };
}

void add_common_part_cases(std::vector<Case>& cases, const std::string& stem) {
  for (const char* rule : {"inverse-transpose-of-blend", "blend-of-inverse-transposes"})
    cases.push_back(scene_case(
        stem,
        {"bar.flat", "A joint that maps its single-joint vertices onto a plane.", true, bar({.rigid = true})},
        {{"normal_rule", rule}}, Level::palette, asked_in_parts(2), &with_flat_joint));
  add_part_scene(cases, stem,
                 {"bar.mirrored",
                  2,
                  {{"normal_rule", "inverse-transpose-of-blend"}},
                  "A mirrored joint: normals still point outwards.",
                  bar({.rigid = true, .middle_scale = {-1, 1, 1}})});
  for (const double sum : {0.98, 1.75})
    add_part_scene(cases, stem,
                   {fmt::format("bar.weights-sum-{}", sum),
                    2,
                    {},
                    "Weights that do not sum to 1 are used as given.",
                    bar({.weight_sum = sum})});
  add_part_conventions(cases, stem);
}

void add_part_scene(std::vector<Case>& cases, const std::string& stem, const PartScene& scene) {
  const std::string note = parts_note(scene);
  const Ask ask = asked_in_parts(scene.limit);
  const SceneVariation named{scene.name, scene.purpose, scene.golden, scene.make};
  for (const Level level : {Level::palette, Level::pose}) {
    Case& c = cases.emplace_back(scene_case(stem, named, {}, level, ask));
    c.options = scene.options;
    c.notes = {note};
  }
}

}  // namespace bindpose::conformance
