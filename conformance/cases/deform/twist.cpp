// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for the twist. Varied: the position of the deformer, the number of heights, vertices
// at, between and beyond them, angles of either sign and of many turns, the mesh's directions.
#include "conformance/cases/shared/deformer_scenes.h"

namespace bindpose::conformance::deform {
namespace {

using Numbers = Array::Reals;

ArraySet twisted(const Mesh& mesh, const Standing& standing, const Numbers& heights, const Numbers& angles) {
  return with_reals(with_reals(around(mesh, standing), "heights", heights), "angles", angles);
}

/// Puts every third vertex on the axis.
Mesh partly_on_axis(Mesh mesh) {
  for (std::size_t v = 0; v < mesh.vertex_count(); v += 3)
    mesh.positions[v].head<2>().setZero();
  return mesh;
}

}  // namespace

void twist_cases(std::vector<Case>& cases) {
  const auto add = [&cases](const char* name, const char* purpose, const Mesh& mesh, const Standing& standing,
                            const Numbers& heights, const Numbers& angles) {
    add_case(cases, scene_case("twist", name, {}, Level::pose), purpose,
             [=] { return twisted(mesh, standing, heights, angles); });
  };
  const Mesh mesh = deformer_mesh();
  const Numbers heights = {-1, 0.5, 1.25}, angles = {-0.5, 1, 0.25};
  add("block.quarter",
      "About a quarter turn; vertices beyond both heights, and at them, where only positions are judged.",
      mesh, {}, {-1, 1.25}, {0, 1.5});
  add("block.backwards", "An angle that decreases.", mesh, {}, {-1.5, 1}, {0.5, -2});
  add("block.to-and-fro", "Three heights; a rotated and translated deformer.", mesh, askew(), heights,
      angles);
  add("block.four-heights",
      "Four heights; at each, a vertex is judged by its position only: its directions may have either slope.",
      mesh, {}, {-1.75, -0.5, 0.25, 1.5}, {0.25, 1, -0.5, 2});
  add("block.one-height", "A single height: everything rotates alike.", mesh, askew(), {0.25}, {2});
  add("block.all-beyond", "All vertices above the last height: all rotate alike.", mesh, {}, {-4, -3},
      {1, 0.75});
  add("block.all-before", "All vertices below the first height.", mesh, {}, {3, 4}, {-0.75, 1});
  add("block.many-turns", "More than three turns.", mesh, askew(), {-2, 2}, {0, 20});
  add("block.no-turn", "Angles of 0: the mesh does not change.", mesh, askew(), heights, {0, 0, 0});
  add("block.on-axis", "Vertices on the axis stay in place; their directions rotate.", partly_on_axis(mesh),
      {}, {-1.5, 1.5}, {-1, 2});
  add("block.far", "A deformer a hundred metres away.", mesh, far_away(), {-20, 0, 150}, {0.125, 0.25, -0.5});
  add("block.positions-only", "A mesh without normals and tangents.", without_directions(mesh), askew(),
      heights, angles);
  add("block.normals-only", "A mesh without tangents.", without_tangents(mesh), askew(), heights, angles);
  add("block.other-lengths", "Normals and tangents that are not unit at rest.", with_other_lengths(mesh),
      askew(), heights, angles);
  add("block.zero-directions", "Normals and tangents that are 0 at rest stay 0.", with_zero_directions(mesh),
      {}, heights, angles);
}

}  // namespace bindpose::conformance::deform
