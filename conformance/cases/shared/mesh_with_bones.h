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

/// A closed, irregular tube along y from 0 to 4 about `centre`: a ring every `4 / (sections - 1)` metres, and two poles.
Mesh uneven_tube_mesh(std::size_t sections, std::size_t sides, const Vec3<double>& centre = {0, 0, 0},
                      double radius = 0.5);
/// A plane of 5 by 4 vertices, 1 by `slant` metres apart, slightly wavy; its triangles are obtuse where slant is small.
Mesh uneven_sheet(double slant);
/// Combines two meshes.
Mesh both(Mesh first, const Mesh& second);
/// A tube with three joints in a row in its middle, the second one `off` it.
MeshWithBones tube_with_bones(std::size_t sections, std::size_t sides, const Vec3<double>& off = {0, 0, 0});
/// A small tube, cut open along its length: vertices of the seam are duplicated.
MeshWithBones tube_with_seam();

/// The mesh with `copies` vertices before its own, a multiple of 256. Each copies the vertex after the one with its
/// number modulo 256, so that code with vertex numbers of 8 bits reads wrong vertices. For other code, only the number
/// of rows changes.
MeshWithBones with_copies_first(MeshWithBones all, std::uint32_t copies);

/// positions, triangles, parents, pivots; rounded to float32.
ArraySet mesh_question(const MeshWithBones& all);

}  // namespace bindpose::conformance
