// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/part_scenes.h"

#include <fmt/format.h>

#include "conformance/cases/shared/scene_case.h"
#include "reference/model/try.h"
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
    for (std::size_t slot = 0; kept && slot < kept->size(); ++slot)
      if ((*kept)[slot] == 0) influences.weights[slot] = 0;
  }
  const std::vector<JointSet> needed = joints_needed(triangles, influences);
  return fmt::format("the reference draws {} parts, at least {} are needed",
                     partition(needed, scene.limit).tables.size(), fewest_parts(needed, scene.limit));
}

}  // namespace

void add_part_scene(std::vector<Case>& cases, const std::string& stem, const PartScene& scene) {
  const std::string note = parts_note(scene);
  const auto ask = [limit = scene.limit](const scenes::Scene& made, Level level) -> Expected<ArraySet> {
    BINDPOSE_TRY(ArraySet question, triangles_question(made, level));
    question.add("matrix_limit", {1}, Array::Integers{static_cast<std::int32_t>(limit)});
    return question;
  };
  const NamedScene named{scene.name, scene.purpose, scene.catches, scene.golden, scene.make};
  for (const Level level : {Level::palette, Level::pose}) {
    Case& c = add_scene_case(cases, stem, named, {}, level, ask);
    c.options = scene.options;
    c.notes = {note};
  }
}

}  // namespace bindpose::conformance
