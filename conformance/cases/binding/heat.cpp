// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of heat equilibrium weights. Varied: how much heat there is, where the bones are, what hides them, parts that do not hang together, triangles
// that are obtuse or none, vertices on a bone and of no triangle, bones that are exactly as near.
#include "conformance/cases/shared/mesh_with_bones.h"
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::binding {
namespace {

ArraySet ask_heat(const MeshWithBones& all, double heat) {
  ArraySet question = mesh_question(all);
  if (heat != 0) question.add("heat", {1}, Array::Reals{heat});
  return question;
}

/// Two legs, each with a bone of its own; that of the second leg passes so near to the first that it is the nearest to some of its vertices, which do not
/// see it.
MeshWithBones legs() {
  return {both(uneven_tube(3, 4), uneven_tube(3, 4, {1.125, 0.25, 0}, 0.5)),
          {-1, 0, 0, 1, 2},
          {{0.5, 5, 0}, {-0.25, 3.5, 0}, {0.8125, 3.75, 0}, {-0.25, 0.25, 0}, {0.8125, 0.5, 0}}};
}

/// A sheet above bones.
MeshWithBones sheet(double slant) {
  return {uneven_sheet(slant),
          {-1, 0, 1},
          {{0.5, slant, -0.5}, {2.5, 1.5 * slant, -0.375}, {4.75, 2 * slant, -0.5}}};
}

/// A tube, two vertices of no triangle, one of them on a bone, and a triangle that names one twice.
MeshWithBones with_odd_parts() {
  MeshWithBones all = tube_with_bones(4, 4);
  all.mesh.positions.emplace_back(0.03125, 1.125, 0.03125);  // on the first bone
  all.mesh.positions.emplace_back(-0.125, 3, 0.0625);
  all.mesh.triangles.push_back({3, 7, 7});
  return all;
}

/// A vertex as near to the ends of two bones of one joint, the second of which a triangle hides; a vertex of no triangle, 1 from one bone and 1 + 2^-10 from
/// another, which just counts as equally near.
MeshWithBones with_ties() {
  MeshWithBones all;
  all.mesh.positions = {{0, 0, 0},
                        {1.25, 0.5, 0},
                        {-0.5, 0.25, 1},
                        {-0.75, 0.5, -1},
                        {-0.875, -0.125, -0.5},
                        {-0.125, -0.875, -0.5},
                        {-0.5, -0.5, 0.75},
                        {1, -1, 1}};
  all.mesh.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {4, 5, 6}};
  all.parents = {-1, 0, 0, -1};
  all.pivots = {{0, -4, 0}, {1, -1, 0}, {-1, -1, 0}, {1, -1, 2 + 0x1p-10}};
  return all;
}

}  // namespace

void heat_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "heat");
  const DefectIds all = {"heat-uniform",     "heat-distance-unsquared", "heat-areas-ignored",
                         "heat-whole-edges", "heat-to-parent",          "heat-rigid",
                         "heat-pivots-alone"};
  DefectIds some = all;
  some.push_back("heat-default");
  add("tube.three-joints", "Three joints in a row.", all, &ask_heat, tube_with_bones(5, 4), 0.0);
  add("tube.little-heat", "A fifth of the heat: weights are smoother.", some, &ask_heat,
      tube_with_bones(5, 4), 0.1875);
  add("tube.much-heat", "Much more: they are nearly rigid.", {"heat-default", "heat-distance-unsquared"},
      &ask_heat, tube_with_bones(5, 4), 8.0);
  add("tube.elbow", "Vertices beyond an elbow are as near to both of its bones.", {"heat-first-alone"},
      &ask_heat, tube_with_bones(6, 4, {0.25, 0, 0.25}), 0.0);
  add("legs.beside", "A leg beside a leg, whose bone is nearer, but hidden.", {"heat-blind"}, &ask_heat,
      legs(), 2.0);
  add("sheet.regular", "An open mesh above its bones.", all, &ask_heat, sheet(0.875), 0.0);
  add("sheet.obtuse", "Triangles whose cotangents would be negative.", {"heat-unclamped", "heat-uniform"},
      &ask_heat, sheet(0.25), 0.5);
  add("odd.parts", "Vertices of no triangle, a triangle that is none, a vertex on a bone.",
      {"heat-areas-ignored", "heat-uniform"}, &ask_heat, with_odd_parts(), 0.0);
  add("ties.hidden", "Of two bones of a joint that are as near the first counts, seen or hidden.",
      {"heat-blind", "heat-first-alone"}, &ask_heat, with_ties(), 0.0);
}

}  // namespace bindpose::conformance::binding
