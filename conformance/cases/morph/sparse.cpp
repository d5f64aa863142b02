// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for sparse morph targets. Varied as for dense targets. Each target displaces every
// third vertex, so that several targets overlap; a target without entries, undisplaced vertices,
// more vertices than a byte and than 16 bits can count.
#include <fmt/format.h>

#include "conformance/cases/shared/morph_scenes.h"
#include "reference/morph/shared/sparse_targets.h"
#include "reference/scenes/bar.h"
#include "reference/scenes/crowd.h"

namespace bindpose::conformance::morph {
namespace {

ArraySet ask(const MorphScene& scene) {
  ArraySet question;
  add_mesh(question, scene.base);
  bindpose::morph::add_sparse_targets(question, scene.weights,
                                      bindpose::morph::sparse_targets(scene.base, scene.shapes));
  return question;
}

/// The second of three targets equals the base; most vertices never move.
MorphScene with_empty_target(std::size_t) {
  MorphScene scene = morph_scene(scenes::bar({}, true).rig.mesh, {0.5, 1, 0.75}, 7);
  scene.shapes[1] = scene.base;
  return scene;
}

/// Without directions, for a small file.
MorphScene positions_of_crowd(std::size_t vertices, std::size_t every) {
  Random random("sparse targets of many vertices");
  Mesh base = scenes::crowd({vertices, 1, 1}, random).mesh;
  base.normals.clear();
  base.tangents.clear();
  return morph_scene(base, {0.5, 0.75, -0.25}, every);
}

}  // namespace

void sparse_cases(std::vector<Case>& cases) {
  constexpr std::size_t every = 3;
  for (const MorphVariation& variation : morph_variations()) {
    add_morph_case(cases, "sparse", variation, "here", every, &ask);
    if (is_about_directions(variation)) add_morph_case(cases, "sparse", variation, "later", every, &ask);
  }
  add_morph_case(
      cases, "sparse",
      {"bar.empty-target", "A target without vertices, and vertices without a target.", &with_empty_target},
      "here", every, &ask);
  for (const std::size_t vertices : {260, 600, 65540})
    add_morph_case(
        cases, "sparse",
        {fmt::format("crowd.vertices-{}", vertices),
         vertices > 65536 ? "More vertices than 16 bits can count." : "More vertices than a byte can count.",
         [vertices](std::size_t each) { return positions_of_crowd(vertices, each); }, vertices == 260},
        "here", every, &ask);
}

}  // namespace bindpose::conformance::morph
