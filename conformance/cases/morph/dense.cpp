// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for dense morph targets. Varied: the number and weights of targets, the displaced
// attributes, and whether directions are normalised.
#include <fmt/format.h>

#include "conformance/cases/shared/morph_scenes.h"
#include "reference/morph/shared/sparse_targets.h"
#include "reference/morph/shared/targets.h"
#include "reference/scenes/crowd.h"

namespace bindpose::conformance::morph {
namespace {

ArraySet ask(const MorphScene& scene) {
  ArraySet question;
  add_mesh(question, scene.base);
  bindpose::morph::add_targets(question, scene.base, scene.weights,
                               bindpose::morph::displacements(scene.base, scene.shapes));
  return question;
}

/// A shader finds a target's displacement by the number of its vertex.
MorphVariation crowd_of(std::size_t vertices) {
  const std::string name = fmt::format("crowd.vertices-{}", vertices);
  return {name, "Vertex counts near the sizes of work groups, of draw calls and of 16-bit indices.",
          [name, vertices](std::size_t every) {
            Random random(name);
            return morph_scene(scenes::crowd({vertices, 1, 1}, random).mesh, {0.5, 0.25}, every);
          },
          false};
}

}  // namespace

void dense_cases(std::vector<Case>& cases) {
  for (const MorphVariation& variation : morph_variations()) {
    add_morph_case(cases, "dense", variation, "here", 1, &ask);
    if (is_about_directions(variation)) add_morph_case(cases, "dense", variation, "later", 1, &ask);
  }
  for (const std::size_t vertices : {1, 64, 4095, 4096, 4097, 65537})
    add_morph_case(cases, "dense", crowd_of(vertices), "here", 1, &ask);
}

}  // namespace bindpose::conformance::morph
