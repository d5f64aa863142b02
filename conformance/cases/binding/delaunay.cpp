// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for Delaunay binding. Varied: positions of pivots in the mesh, the number of edges at
// a pivot, coincident points, few points.
#include "conformance/cases/shared/mesh_with_bones.h"
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::binding {
namespace {

using Places = std::vector<Vec3<double>>;

ArraySet ask_connected(const Places& positions, const Places& pivots) {
  ArraySet question;
  Places own;
  for (const Vec3<double>& pivot : pivots)
    own.push_back(scenes::to_float32(pivot));
  question.add("positions", {positions.size(), 3}, numbers_of(positions));
  question.add("pivots", {own.size(), 3}, numbers_of(own));
  return question;
}

/// Two tubes side by side.
Places two_legs() {
  return both(uneven_tube_mesh(5, 8), uneven_tube_mesh(5, 8, {1.25, 0.125, 0.0625})).positions;
}

/// A vertex at a pivot, a duplicate vertex, and two pivots at one position.
Places with_copies(const Vec3<double>& pivot) {
  Places positions = uneven_tube_mesh(5, 5).positions;
  positions.push_back(scenes::to_float32(pivot));
  positions.push_back(positions[3]);
  return positions;
}

}  // namespace

void delaunay_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "delaunay");
  const Places inside = {{0.0625, 0.25, 0}, {0, 1.5, 0.0625}, {0.125, 2.75, 0}, {0, 3.75, -0.0625}};
  add("tube.four-joints", "Pivots inside a tube.", &ask_connected, uneven_tube_mesh(8, 5).positions, inside);
  add("tube.far-vertices", "Rings of vertices that no pivot is connected to.", &ask_connected,
      uneven_tube_mesh(16, 5).positions, Places{{0.25, 0.5, 0}, {0.25, 3.5, 0.125}});
  add("legs.beside", "Two parallel legs: pivots of one are closer to vertices of the other.", &ask_connected,
      two_legs(), Places{{-0.25, 1, 0}, {-0.25, 3, 0}, {0.875, 1.125, 0}, {0.875, 3, 0.125}});
  add("copies.both", "A vertex at a pivot, a duplicate vertex, and two coincident pivots.", &ask_connected,
      with_copies({0, 1.5, 0.0625}), Places{{0, 1.5, 0.0625}, {0.125, 3, 0}, {0.125, 3, 0}});
  add("copies.first", "Two coincident pivots come first; a vertex is at both.", &ask_connected,
      with_copies({0.125, 3, 0}), Places{{0.125, 3, 0}, {0.125, 3, 0}, {0, 1.5, 0.0625}});
  add("few.points", "Four points form one cell.", &ask_connected, Places{{0, 0, 0}, {1, 0.25, 0}},
      Places{{1.5, 1, 0}, {0.25, 0, 1}});
  add("few.as-near", "A vertex that is equally near to two pivots.", &ask_connected,
      Places{{0, 0, 0}, {0.25, 1, 0.5}}, Places{{-1, 0.5, -0.25}, {1, 0.5, 0.25}});
}

}  // namespace bindpose::conformance::binding
