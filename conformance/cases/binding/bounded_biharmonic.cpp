// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for bounded biharmonic weights. Varied: the reach of handles, the number and positions
// of joints, whether bounds are active, disconnected parts, obtuse triangles, a few or many copies
// of vertices, joints with several bones. Meshes are small, because float32 decides such energies
// only on small meshes.

#include <fmt/format.h>

#include "conformance/cases/shared/mesh_with_bones.h"
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::binding {
namespace {

ArraySet ask_bounded(const MeshWithBones& all, double reach) {
  ArraySet question = mesh_question(all);
  if (reach != 0) question.add("reach", {1}, Array::Reals{reach});
  return question;
}

/// Four joints in a row. Without bounds, weights would go below 0 beyond the neighbours' handles.
MeshWithBones row_of_four() {
  return {uneven_tube_mesh(5, 4),
          {-1, 0, 1, 2},
          {{0.0625, 0.0625, 0}, {0, 1.25, 0.0625}, {0.125, 2.75, 0}, {0, 3.9375, 0}}};
}

MeshWithBones bounded_sheet(double slant) {
  return {uneven_sheet(slant),
          {-1, 0, 1},
          {{0.5, slant, -0.5}, {2.5, 1.5 * slant, -0.375}, {4.75, 2 * slant, -0.5}}};
}

/// Two tubes, each with bones of its own.
MeshWithBones two_tubes() {
  return {both(uneven_tube_mesh(4, 3), uneven_tube_mesh(4, 3, {2, 0.25, 0})),
          {-1, 0, -1, 2},
          {{0, -1.5, 0}, {0, 3.5, 0.0625}, {2, -1.25, 0}, {2.0625, 3.75, 0}}};
}

/// Two bones whose midpoints are equally far from the vertices between them.
MeshWithBones with_shared_handle() {
  MeshWithBones all = tube_with_bones(4, 4);
  all.parents = {-1, -1, -1};
  all.pivots = {{0, 0.5, 0}, {0.25, 3.5, 0}, {-0.25, 3.5, 0}};
  all.mesh.positions[12] = {0.0, 4, 0.5};
  return all;
}

/// A strip with fewer vertices than joints. The first joint has two bones, whose nearest vertices
/// coincide.
MeshWithBones strip() {
  MeshWithBones all{{},
                    {-1, 0, 0, 2, -1, -1, -1, -1},
                    {{0.75, 0.1875, 0.625},
                     {0.625, 1.0625, 0.3125},
                     {1.4375, 1.125, -0.625},
                     {1.375, 1.3125, -0.6875},
                     {0.5, -0.125, 0.3125},
                     {-0.125, -0.1875, 0.625},
                     {0.1875, 0.75, -0.625},
                     {2.5, 1.4375, 0.375}}};
  all.mesh.positions = {{0, 0, 0},        {1, 0.125, 0},       {2, -0.0625, 0.125},  {0.125, 1, 0.0625},
                        {1.125, 1.25, 0}, {2.0625, 1.0625, 0}, {3.125, 0.25, 0.0625}};
  all.mesh.triangles = {{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}, {2, 6, 5}};
  return all;
}

}  // namespace

void bounded_biharmonic_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "bounded_biharmonic");
  add("tube.three-joints", "Three joints in a row.", &ask_bounded, tube_with_bones(4, 4), 0.0);
  add("tube.wide-handles", "Handles that contain most vertices.", &ask_bounded, tube_with_bones(5, 4), 1.0);
  add("tube.narrow-handles", "Handles of one vertex each.", &ask_bounded, tube_with_bones(4, 4), 0x1p-10);
  add("tube.four-joints", "Weights that would fall below 0 without bounds.", &ask_bounded, row_of_four(),
      0.25);
  add("tubes.two", "Disconnected parts.", &ask_bounded, two_tubes(), 0.5);
  add("tube.shared-handle", "Joints that are equally near to a vertex share it.", &ask_bounded,
      with_shared_handle(), 0.5);
  add("tube.shared-handle.larger", "Joints that share a vertex, with larger handles.", &ask_bounded,
      with_shared_handle(), 0.75);
  add("sheet.obtuse", "Obtuse triangles, whose plain cotangents are negative.", &ask_bounded,
      bounded_sheet(0.375), 0.5);
  add("tube.seam", "A tube cut open along its length.", &ask_bounded, tube_with_seam(), 0.0);
  add("tube.seam.narrow-handles", "A tube cut open along its length, with handles of few vertices.",
      &ask_bounded, tube_with_seam(), 0x1p-5);
  for (const std::uint32_t copies : {256U, 512U})
    add(fmt::format("tube.vertices-{}", copies + 18),
        "More vertices than a byte can count, most of them copies.", &ask_bounded,
        with_copies_first(tube_with_bones(4, 4), copies), 0.0)
        .golden = copies == 256;
  add("strip.many-joints",
      "More joints than vertices; both bones of one joint are nearest to the same vertices.", &ask_bounded,
      strip(), 0.25);
}

}  // namespace bindpose::conformance::binding
