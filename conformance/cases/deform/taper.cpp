// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for the taper. Varied: the position of the deformer, the number of heights, vertices
// at, between and beyond them, factors that shrink, grow, vanish and mirror, the mesh's directions.
#include "conformance/cases/shared/deformer_scenes.h"

namespace bindpose::conformance::deform {
namespace {

using Numbers = Array::Reals;

ArraySet tapered(const Mesh& mesh, const Standing& standing, const Numbers& heights, const Numbers& factors) {
  return with_reals(with_reals(around(mesh, standing), "heights", heights), "factors", factors);
}

/// Every second tangent is perpendicular to the deformer's axis.
Mesh with_tangents_across(Mesh mesh) {
  for (std::size_t v = 0; v < mesh.vertex_count(); v += 2)
    mesh.tangents[v].head<3>() = Vec3<double>(to_float32(0.6), to_float32(0.8), 0);
  return mesh;
}

}  // namespace

void taper_cases(std::vector<Case>& cases) {
  const auto add = [&cases](const char* name, const char* purpose, const Mesh& mesh, const Standing& standing,
                            const Numbers& heights, const Numbers& factors) {
    add_case(cases, scene_case("taper", name, {}, Level::pose), purpose,
             [=] { return tapered(mesh, standing, heights, factors); });
  };
  const Mesh mesh = deformer_mesh();
  const Numbers heights = {-1, 0.5, 1.25}, factors = {1.5, 0.5, 0.75};
  add("block.shrinking",
      "A factor that falls along the axis; vertices beyond both heights, and at them, where only positions "
      "are judged.",
      mesh, {}, {-1, 1.25}, {1, 0.5});
  add("block.growing", "A factor that grows along the axis.", mesh, {}, {-1.5, 1}, {0.75, 2});
  add("block.bulge", "Three heights; a rotated and translated deformer.", mesh, askew(), heights, factors);
  add("block.four-heights",
      "Four heights; at each, a vertex is judged by its position only: its directions may have either slope.",
      mesh, {}, {-1.75, -0.5, 0.25, 1.5}, {0.25, 1, 0.5, 1.75});
  add("block.one-height", "A single height: the same factor everywhere.", mesh, askew(), {0.25}, {0.5});
  add("block.all-beyond", "All vertices above the last height.", mesh, {}, {-4, -3}, {1, 0.75});
  add("block.all-before", "All vertices below the first height.", mesh, {}, {3, 4}, {0.75, 1});
  add("block.to-a-point", "A factor that falls to 0: vertices beyond have no normals.", mesh, {}, {-2, 1},
      {1, 0});
  add("block.across-a-point", "A factor that falls to 0: tangents across the axis vanish beyond.",
      with_tangents_across(mesh), {}, {-2, 1}, {1, 0});
  add("block.through-a-point", "A factor that passes 0: vertices beyond are mirrored across the axis.", mesh,
      askew(), {-1.5, 1.5}, {1, -0.5});
  add("block.negative", "Only negative factors.", mesh, {}, {-1, 1}, {-1, -0.25});
  add("block.ones", "A factor of 1: the mesh does not change.", mesh, askew(), heights, {1, 1, 1});
  add("block.far", "A deformer a hundred metres away: vertices must be moved to it first.", mesh, far_away(),
      {-20, 0, 150}, {1, 0.875, 0.5});
  add("block.positions-only", "A mesh without normals and tangents.", without_directions(mesh), askew(),
      heights, factors);
  add("block.normals-only", "A mesh without tangents.", without_tangents(mesh), askew(), heights, factors);
  add("block.other-lengths", "Normals and tangents that are not unit at rest.", with_other_lengths(mesh),
      askew(), heights, factors);
  add("block.zero-directions", "Normals and tangents that are 0 at rest stay 0.", with_zero_directions(mesh),
      {}, heights, factors);
}

}  // namespace bindpose::conformance::deform
