// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for heat equilibrium weights. Varied: the amount of heat, the positions of bones, full
// and near occlusion, disconnected parts, obtuse and degenerate triangles, vertices on a bone,
// vertices without triangles, duplicate vertices, bones at equal distances, the size of the mesh,
// the number of vertices.

#include <fmt/format.h>

#include "conformance/cases/shared/mesh_with_bones.h"
#include "conformance/cases/shared/pose_case.h"
#include "reference/numeric/portable_angle.h"

namespace bindpose::conformance::binding {
namespace {

ArraySet ask_heat(const MeshWithBones& all, double heat) {
  ArraySet question = mesh_question(all);
  if (heat != 0) question.add("heat", {1}, Array::Reals{heat});
  return question;
}

/// Two legs with one bone each. The second leg's bone is so close to the first leg that it is the
/// nearest bone of some of that leg's vertices, which do not see it.
MeshWithBones legs() {
  return {both(uneven_tube_mesh(3, 4), uneven_tube_mesh(3, 4, {1.125, 0.25, 0}, 0.5)),
          {-1, 0, 0, 1, 2},
          {{0.5, 5, 0}, {-0.25, 3.5, 0}, {0.8125, 3.75, 0}, {-0.25, 0.25, 0}, {0.8125, 0.5, 0}}};
}

/// A sheet above bones.
MeshWithBones sheet(double slant) {
  return {uneven_sheet(slant),
          {-1, 0, 1},
          {{0.5, slant, -0.5}, {2.5, 1.5 * slant, -0.375}, {4.75, 2 * slant, -0.5}}};
}

/// A tube, two vertices without triangles (one of them on a bone), and a triangle that contains one
/// vertex twice.
MeshWithBones with_odd_parts() {
  MeshWithBones all = tube_with_bones(4, 4);
  all.mesh.positions.emplace_back(0.03125, 1.125, 0.03125);  // on the first bone
  all.mesh.positions.emplace_back(-0.125, 3, 0.0625);
  all.mesh.triangles.push_back({3, 7, 7});
  return all;
}

/// Adds a triangle with its own vertices.
void add_triangle(Mesh& mesh, const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  const auto first = static_cast<std::uint32_t>(mesh.vertex_count());
  for (const Vec3<double>& x : {a, b, c})
    mesh.positions.push_back(scenes::to_float32(x));
  mesh.triangles.push_back({first, first + 1, first + 2});
}

/// Parts that touch or nearly touch, and joints that are points.
MeshWithBones touching_parts() {
  constexpr double close = 1 - 0x1.8p-10;  // below 1 by less than 2^-9
  MeshWithBones all{
      {}, {-1, -1, -1, -1}, {{0.375, 0.25, -1}, {3, -1.5, 0}, {5.5, -2.75, 1}, {0.125, 1.5, -1}}};
  Mesh& mesh = all.mesh;
  // A floor through the second joint, and two vertices of the next part.
  add_triangle(mesh, {-4, -3, 0}, {5, -2.5, 0}, {0.5, 6, 0});
  add_triangle(mesh, {-0.25, -0.125, 0}, {1, 0.25, 0}, {0.125, 1, -0.25});
  // Above the floor: two parts that share an edge (with duplicate vertices), and a part that hides
  // their first vertex from the second joint.
  add_triangle(mesh, {3.125, -1.25, 1}, {5, -2, 1.25}, {4.75, -3, 1.125});
  add_triangle(mesh, {3.125, -1.25, 1}, {4.75, -3, 1.125}, {3.75, -3.75, 1.5});
  add_triangle(mesh, {2.75, -1.75, close}, {4.75, -2, close}, {3, -0.75, close});
  return all;
}

/// Blades whose planes all contain the bones. Each of the three vertices comes first in some blade.
MeshWithBones blades() {
  const Vec3<double> axis = Vec3<double>(0.3, 1, -0.2).normalized(), across = axis.unitOrthogonal();
  const auto at = [&](double along, double out, double angle) -> Vec3<double> {
    return along * axis + out * (portable_cos(angle) * across + portable_sin(angle) * axis.cross(across));
  };
  MeshWithBones all{{}, {-1, 0, 1}, {at(-1, 0, 0), at(1.03, 0, 0), at(3, 0, 0)}};
  for (std::size_t blade = 0; blade < 8; ++blade) {
    const double angle = 0.1 + 0.78125 * static_cast<double>(blade);
    const std::array x = {at(0.2, 0.6, angle), at(1.9, 0.8, angle), at(1.3, 1.7, angle)};
    add_triangle(all.mesh, x[blade % 3], x[(blade + 1) % 3], x[(blade + 2) % 3]);
  }
  return all;
}

/// Parts so far apart that the smallest relevant distance, which grows with the mesh, exceeds a
/// tube's width. Neither the first vertex nor the last is at the boundary of the mesh.
MeshWithBones far_parts() {
  MeshWithBones all = tube_with_bones(4, 4);
  add_triangle(all.mesh, {290, 410, -200}, {288, 412, -201}, {291, 409, -196});
  add_triangle(all.mesh, {-250, -310, 350}, {-251, -308, 348}, {-248, -309, 346});
  all.mesh.positions.emplace_back(0.75, 1, 0.5);
  all.parents.insert(all.parents.end(), {-1, -1});
  all.pivots.insert(all.pivots.end(), {{289, 409, -198}, {-249, -311, 349}});
  return all;
}

/// A vertex without triangles, before the vertices of a tube with a seam.
MeshWithBones loose_vertex_first() {
  MeshWithBones all = tube_with_seam();
  Mesh loose;
  loose.positions = {{-0.125, 3, 0.0625}};
  all.mesh = both(std::move(loose), all.mesh);
  return all;
}

/// A vertex equally near to the ends of two bones of one joint, and a vertex without triangles at
/// the distances 1 and 1 + 2^-10 from two bones, which just counts as a tie.
MeshWithBones with_ties() {
  MeshWithBones all;
  all.mesh.positions = {{0, 0, 0}, {1.25, 0.5, 0}, {-0.5, 0.25, 1}, {-0.75, 0.5, -1}, {1, -1, 1}};
  all.mesh.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}};
  all.parents = {-1, 0, 0, -1};
  all.pivots = {{0, -4, 0}, {1, -1, 0}, {-1, -1, 0}, {1, -1, 2 + 0x1p-10}};
  return all;
}

/// The ties with one more joint, farther away by 1.5 times the difference that counts as a tie.
MeshWithBones beyond_ties() {
  MeshWithBones all = with_ties();
  all.parents.push_back(-1);
  all.pivots.emplace_back(2 + 0x3p-11, -1, 1);
  return all;
}

}  // namespace

void heat_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "heat");
  add("tube.three-joints", "Three joints in a row.", &ask_heat, tube_with_bones(5, 4), 0.0);
  add("tube.little-heat", "A fifth of the heat: smoother weights.", &ask_heat, tube_with_bones(5, 4), 0.1875);
  add("tube.much-heat", "Much more heat: nearly rigid weights.", &ask_heat, tube_with_bones(5, 4), 8.0);
  add("tube.elbow", "Vertices beyond an elbow are equally near to both bones.", &ask_heat,
      tube_with_bones(6, 4, {0.25, 0, 0.25}), 0.0);
  add("legs.beside", "Two parallel legs: the other leg's bone is closer, but hidden.", &ask_heat, legs(),
      2.0);
  add("sheet.regular", "An open mesh above its bones.", &ask_heat, sheet(0.875), 0.0);
  add("sheet.obtuse", "Obtuse triangles, whose plain cotangents are negative.", &ask_heat, sheet(0.25), 0.5);
  add("odd.parts", "Vertices without triangles, a degenerate triangle, a vertex on a bone.", &ask_heat,
      with_odd_parts(), 0.0);
  add("loose.first", "The first vertex has no triangle.", &ask_heat, loose_vertex_first(), 0.0);
  add("tube.seam", "A tube cut open along its length.", &ask_heat, tube_with_seam(), 0.0);
  add("parts.touching", "Touching parts, a joint on one part, a part close in front of a duplicate vertex.",
      &ask_heat, touching_parts(), 0.0);
  add("parts.touching.little-heat", "Touching parts with a quarter of the heat.", &ask_heat, touching_parts(),
      0.25);
  add("blades.around", "The bones are in the planes of the triangles.", &ask_heat, blades(), 0.0);
  add("parts.far", "A mesh so large that bones count as touching the vertices around them.", &ask_heat,
      far_parts(), 1.5);
  for (const std::uint32_t copies : {256U, 512U})
    add(fmt::format("tube.vertices-{}", copies + 22),
        "More vertices than a byte can count, most of them copies.", &ask_heat,
        with_copies_first(tube_with_bones(5, 4), copies), 0.0)
        .golden = copies == 256;
  add("ties", "Bones at equal distance, or just within the tolerance of a tie.", &ask_heat, with_ties(), 0.0);
  add("ties.beyond", "Bones at equal distance, and one just outside the tolerance of a tie.", &ask_heat,
      beyond_ties(), 0.0);
}

}  // namespace bindpose::conformance::binding
