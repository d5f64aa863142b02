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
      "A factor that falls along the axis; vertices at both heights, judged by their positions, and beyond "
      "them.",
      mesh, {}, {-1, 1.25}, {1, 0.5});
  add("block.growing", "One that grows.", mesh, {}, {-1.5, 1}, {0.75, 2});
  add("block.bulge", "Three heights in a deformer that is turned and moved.", mesh, askew(), heights,
      factors);
  add("block.four-heights",
      "Four heights; vertices exactly at each, judged by their positions: their directions have either "
      "slope.",
      mesh, {}, {-1.75, -0.5, 0.25, 1.5}, {0.25, 1, 0.5, 1.75});
  add("block.one-height", "A single height: the same factor everywhere.", mesh, askew(), {0.25}, {0.5});
  add("block.all-beyond", "All vertices above the last height.", mesh, {}, {-4, -3}, {1, 0.75});
  add("block.all-before", "All vertices below the first height.", mesh, {}, {3, 4}, {0.75, 1});
  add("block.to-a-point", "A factor that falls to 0: beyond, no vertex has a normal.", mesh, {}, {-2, 1},
      {1, 0});
  add("block.across-a-point", "The same of tangents across the axis, of which nothing is left there.",
      with_tangents_across(mesh), {}, {-2, 1}, {1, 0});
  add("block.through-a-point", "A factor that passes 0 and mirrors across the axis what comes after.", mesh,
      askew(), {-1.5, 1.5}, {1, -0.5});
  add("block.negative", "Factors below 0 alone.", mesh, {}, {-1, 1}, {-1, -0.25});
  add("block.ones", "A factor of 1: the mesh stays.", mesh, askew(), heights, {1, 1, 1});
  add("block.far",
      "A deformer a hundred metres away, which a vertex is to be brought to before it is deformed.", mesh,
      far_away(), {-20, 0, 150}, {1, 0.875, 0.5});
  add("block.positions-only", "A mesh without normals and tangents.", without_directions(mesh), askew(),
      heights, factors);
  add("block.normals-only", "A mesh without tangents.", without_tangents(mesh), askew(), heights, factors);
  add("block.other-lengths", "Directions at rest that are not unit.", with_other_lengths(mesh), askew(),
      heights, factors);
  add("block.zero-directions", "A normal and a tangent that are 0 at rest stay so.",
      with_zero_directions(mesh), {}, heights, factors);
}

}  // namespace bindpose::conformance::deform
