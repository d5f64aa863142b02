// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for the bend. Varied: the position of the deformer, the size and sign of the
// curvature, vertices inside, at the ends of and outside the range, the fixed point, vertices at
// and beyond the centre of the arc, the mesh's directions.

#include "conformance/cases/shared/deformer_scenes.h"

namespace bindpose::conformance::deform {
namespace {

struct BendNumbers {
  double k = 0.5, y_0 = 0, y_min = -1, y_max = 1.25;
};

ArraySet bent_question(const Mesh& mesh, const Standing& standing, const BendNumbers& b) {
  ArraySet question = with_reals(around(mesh, standing), "curvature", {b.k});
  question = with_reals(std::move(question), "bend_centre", {b.y_0});
  return with_reals(std::move(question), "bend_range", {b.y_min, b.y_max});
}

/// Some vertices at the centre of the arc for curvature 1, with normals across the axis or tangents
/// along it.
Mesh at_centre(Mesh mesh) {
  for (const std::size_t v : {3U, 7U, 11U})
    mesh.positions[v][2] = 1;
  mesh.normals[3] = {to_float32(0.6), 0, to_float32(0.8)};
  mesh.tangents[7] = {0, 1, 0, 1};
  return mesh;
}

}  // namespace

void bend_cases(std::vector<Case>& cases) {
  const auto add = [&cases](const char* name, const char* purpose, const Mesh& mesh, const Standing& standing,
                            const BendNumbers& b) {
    add_case(cases, scene_case("bend", name, {}, Level::pose), purpose,
             [=] { return bent_question(mesh, standing, b); });
  };
  const Mesh mesh = deformer_mesh();
  add("block.upwards",
      "Towards z; vertices within the range, beyond it, and at both ends, where only positions are judged.",
      mesh, {}, {});
  add("block.downwards", "Away from z, about a point other than the origin.", mesh, {},
      {-0.375, 0.5, -0.75, 1.5});
  add("block.turned", "A rotated and translated deformer.", mesh, askew(), {0.25, -0.25, -1.125, 0.875});
  add("block.centre-outside", "The fixed point is outside the range: no vertex stays.", mesh, {},
      {0.5, -1.75, -1, 0.5});
  add("block.all-within", "A range around the whole mesh.", mesh, askew(), {0.25, 0, -6, 6});
  add("block.all-above", "Everything above the range moves along rigidly.", mesh, {}, {0.5, -4, -5, -3});
  add("block.all-below", "Everything below the range moves along rigidly.", mesh, {}, {0.5, 4, 3, 5});
  add("block.straight", "A curvature of 0 bends nothing.", mesh, askew(), {0});
  add("block.nearly-straight", "A small curvature: the centre of the arc is far away.", mesh, {},
      {0.0625, 0, -1.5, 1.5});
  add("block.more-than-a-turn", "A range of more than a full turn.", mesh, {}, {4, 0.25, -1, 1});
  add("block.at-centre", "Vertices at the centre of the arc; two of them lose a normal or a tangent.",
      at_centre(mesh), {}, {1, 0, -2.5, 2.5});
  add("block.beyond-centre", "Vertices beyond the centre, where the surface intersects itself.", mesh, {},
      {1.5, 0.25, -1.5, 1.25});
  add("block.far", "A deformer a hundred metres away.", mesh, far_away(), {0.03125, 90, 60, 150});
  add("block.positions-only", "A mesh without normals and tangents.", without_directions(mesh), askew(), {});
  add("block.normals-only", "A mesh without tangents.", without_tangents(mesh), askew(), {});
  add("block.other-lengths", "Normals and tangents that are not unit at rest.", with_other_lengths(mesh),
      askew(), {});
  add("block.zero-directions", "Normals and tangents that are 0 at rest stay 0.", with_zero_directions(mesh),
      {}, {});
}

}  // namespace bindpose::conformance::deform
