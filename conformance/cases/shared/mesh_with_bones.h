// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: small meshes with skeletons, for cases of weights that are computed from the whole surface.
#pragma once

#include "reference/model/arrays.h"
#include "reference/model/rig.h"

namespace bindpose::conformance {

struct MeshWithBones {
  Mesh mesh;
  std::vector<int> parents;
  std::vector<Vec3<double>> pivots;
};

/// A closed, irregular tube along y from 0 to 4 about `centre`: rings `4 / (sections - 1)` metres
/// apart, and two poles.
Mesh uneven_tube_mesh(std::size_t sections, std::size_t sides, const Vec3<double>& centre = {0, 0, 0},
                      double radius = 0.5);
/// A slightly wavy sheet of 5 by 4 vertices, 1 by `slant` metres apart. Its triangles are obtuse if
/// slant is small.
Mesh uneven_sheet(double slant);
/// Combines two meshes into one.
Mesh both(Mesh first, const Mesh& second);
/// A tube with three joints in a row in its middle. The second joint is displaced by `off`.
MeshWithBones tube_with_bones(std::size_t sections, std::size_t sides, const Vec3<double>& off = {0, 0, 0});
/// A small tube with a seam along its length: vertices of the seam are duplicated.
MeshWithBones tube_with_seam();

/// The mesh with `copies` vertices, a multiple of 256, before its own. Each copies the vertex after
/// the copies that has the same number modulo 256, so that code with 8-bit vertex numbers reads
/// wrong vertices. For other code, only the number of rows changes.
MeshWithBones with_copies_first(MeshWithBones all, std::uint32_t copies);

/// Adds positions, triangles, parents and pivots, rounded to float32.
ArraySet mesh_question(const MeshWithBones& all);

}  // namespace bindpose::conformance
