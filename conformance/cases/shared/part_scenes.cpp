// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/part_scenes.h"

#include <fmt/format.h>

#include "conformance/cases/shared/case_name.h"
#include "reference/model/question.h"
#include "reference/scenes/figure.h"
#include "reference/scenes/limb.h"
#include "reference/skinning/shared/parts.h"

namespace bindpose::conformance {
namespace {

using namespace bindpose::skinning;

/// "5 parts, at least 4", of the mesh as it is drawn: with reduced influences where they are asked for.
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

}  // namespace

MakeScene fork(double bend, double twist) {
  return [=] { return scenes::limb(scenes::degrees(bend), scenes::degrees(twist), {.fork = true}); };
}
MakeScene small_figure() {
  return [] { return scenes::figure(scenes::FigureDetail::small); };
}

void add_part_scene(std::vector<Case>& cases, const std::string& stem, const PartScene& scene) {
  const std::string note = parts_note(scene);
  for (const Level level : {Level::palette, Level::pose}) {
    Case c;
    c.algorithm = find_algorithm(stem);
    c.name = case_name(*c.algorithm, scene.name, level);
    c.level = level;
    c.options = scene.options;
    c.question = [make = scene.make, limit = scene.limit, level]() -> Expected<ArraySet> {
      const scenes::Scene made = make();
      auto question = scenes::with_triangles(matrix_question(made, level), made);
      if (question) question->add("matrix_limit", {1}, Array::Integers{static_cast<std::int32_t>(limit)});
      return question;
    };
    c.purpose = scene.purpose;
    c.catches = catches_at(c.level, scene.catches);
    c.golden = scene.golden;
    c.notes = {note};
    cases.push_back(std::move(c));
  }
}

}  // namespace bindpose::conformance
