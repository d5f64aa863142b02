// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for free-form deformation. Varied: degrees, orthogonal and skew edges, a left-handed
// lattice, vertices inside, outside and on the boundary, points moved slightly, collapsed and
// inverted, the mesh's directions, the rule for points outside.

#include "conformance/cases/shared/deformer_scenes.h"
#include "reference/model/numbers_of.h"

namespace bindpose::conformance::deform {
namespace {

struct LatticeShape {
  std::array<int, 3> degrees;
  Vec3<double> corner = {-2, -2, -2};
  Mat3<double> edges = 4 * Mat3<double>::Identity();  ///< columns
  double moved = 0.5;                                 ///< largest displacement of a lattice point, metres
  Vec3<double> scale = Vec3<double>::Ones();          ///< scale of the moved points
};

ArraySet in_lattice(const Mesh& mesh, const LatticeShape& shape) {
  Random random("lattice points");
  const auto& [l, m, n] = shape.degrees;
  std::vector<Vec3<double>> points;
  for (int i = 0; i <= l; ++i)
    for (int j = 0; j <= m; ++j)
      for (int k = 0; k <= n; ++k) {
        const Vec3<double> s(i / static_cast<double>(l), j / static_cast<double>(m),
                             k / static_cast<double>(n));
        const Vec3<double> P = shape.corner + shape.edges * s + shape.moved * random.point(1);
        points.push_back(shape.scale.cwiseProduct(P).unaryExpr(&to_float32));
      }
  ArraySet question;
  add_mesh(question, mesh);
  question.add("lattice_origin", {3}, Array::Reals(shape.corner.begin(), shape.corner.end()));
  Array::Reals edges;
  for (int a = 0; a < 3; ++a)
    for (int c = 0; c < 3; ++c)
      edges.push_back(shape.edges(c, a));
  question.add("lattice_axes", {3, 3}, std::move(edges));
  question.add("degrees", {3}, Array::Integers{l, m, n});
  question.add("lattice_points", {points.size(), 3}, numbers_of(points));
  return question;
}

/// Edges that are neither equally long nor orthogonal.
Mat3<double> slanted() {
  Mat3<double> edges;
  edges << 5, 0.5, -0.25, 1, 4.5, 0.75, -0.5, 0.25, 6;
  return edges;
}

/// Skewed edges, two of them exchanged.
Mat3<double> left_handed() {
  Mat3<double> edges = slanted();
  edges.col(0).swap(edges.col(1));
  return edges;
}

/// Gives every second vertex a tangent along z and a normal across it.
Mesh with_directions_along_axes(Mesh mesh) {
  for (std::size_t v = 0; v < mesh.vertex_count(); v += 2) {
    mesh.tangents[v].head<3>() = Vec3<double>(0, 0, 1);
    mesh.normals[v] = v % 4 == 0 ? Vec3<double>(1, 0, 0) : Vec3<double>(0, -1, 0);
  }
  return mesh;
}

}  // namespace

void free_form_cases(std::vector<Case>& cases) {
  const auto add = [&cases](const char* name, const char* purpose, const Mesh& mesh,
                            const LatticeShape& shape, const char* outside = "unchanged") {
    add_case(cases, scene_case("free_form", name, {{"outside", outside}}, Level::pose), purpose,
             [=] { return in_lattice(mesh, shape); });
  };
  const Mesh mesh = deformer_mesh();
  const Vec3<double> corner = {-3, -3.5, -3.25}, inner = {-1, -1.25, -1.5};
  const Mat3<double> box = Vec3<double>(4, 5, 4.5).asDiagonal(),
                     small = Vec3<double>(2, 2.25, 2.5).asDiagonal();
  add("block.trilinear", "Degrees of 1: a box with moved corners.", mesh, {{1, 1, 1}, corner, slanted()});
  add("block.mixed", "Degrees 2, 3 and 1 in a slanted lattice.", mesh, {{2, 3, 1}, corner, slanted()});
  add("block.other-mixed", "Degrees 1, 2 and 3.", mesh, {{1, 2, 3}, corner, slanted()});
  add("block.cubic", "Degrees 3, 3 and 3.", mesh, {{3, 3, 3}, corner, slanted()});
  add("block.high", "A degree of 7 along one edge.", mesh, {{1, 7, 2}, corner, slanted()});
  add("block.left-handed", "Left-handed edges: the volume of the lattice is negative.", mesh,
      {{2, 2, 2}, corner, left_handed()});
  add("block.left-handed-box", "Left-handed edges at right angles.", mesh,
      {{2, 1, 2}, {2, -2.5, -2.25}, Vec3<double>(-4.5, 5, 4.75).asDiagonal()});
  add("block.at-rest", "Lattice points at rest: the mesh does not change.", mesh,
      {{2, 4, 1}, corner, Mat3<double>(Vec3<double>(6, 8, 7).asDiagonal()), 0});
  add("block.outside", "A lattice around some of the vertices: the others do not move.", mesh,
      {{2, 2, 2}, inner, small});
  add("block.outside", "Vertices outside the lattice follow the polynomials.", mesh,
      {{2, 2, 2}, inner, small}, "polynomial");
  add("block.outside-slanted", "A slanted lattice around some vertices.", mesh,
      {{1, 2, 1}, inner, 0.5 * slanted()});
  add("block.outside-slanted", "A slanted lattice; vertices outside follow the polynomials.", mesh,
      {{1, 2, 1}, inner, 0.5 * slanted()}, "polynomial");
  add("block.on-boundary",
      "Vertices on the lattice's faces, and others inside: rounding may put the former outside, so they are "
      "not judged.",
      mesh, {{2, 2, 2}, {-2, -2, -2}});
  add("block.one-face-on-boundary", "Some vertices are on faces and not judged; others are outside.", mesh,
      {{2, 1, 1}, {-3, -1, -2}, Mat3<double>(Vec3<double>(6, 2, 4).asDiagonal())});
  add("block.flat", "A flattened lattice: no tangents across it remain, and all normals are across it.", mesh,
      {{1, 2, 1}, corner, box, 0.25, {1, 1, 0}}, "polynomial");
  add("block.pressed", "A lattice flattened exactly along z: no tangents along z or normals across z remain.",
      with_directions_along_axes(mesh), {{1, 2, 1}, corner, box, 0, {1, 1, 0}}, "polynomial");
  add("block.inside-out", "A lattice turned inside out along one axis.", mesh,
      {{1, 1, 2}, corner, slanted(), 0.25, {1, -1, 1}});
  add("block.positions-only", "A mesh without normals and tangents.", without_directions(mesh),
      {{1, 3, 2}, corner, slanted()});
  add("block.normals-only", "A mesh without tangents.", without_tangents(mesh),
      {{2, 1, 1}, corner, slanted()});
  add("block.other-lengths", "Normals and tangents that are not unit at rest.", with_other_lengths(mesh),
      {{2, 2, 1}, inner, slanted()});
  add("block.zero-directions", "Normals and tangents that are 0 at rest stay 0.", with_zero_directions(mesh),
      {{1, 1, 2}, corner, slanted()});
}

}  // namespace bindpose::conformance::deform
