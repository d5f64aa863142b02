// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a mesh as a PLY file, which MeshLab, Blender and most readers of meshes open.
//
// Source: G. Turk, The PLY polygon file format, 1994; binary, little-endian, numbers as doubles.
#pragma once

#include "reference/model/rig.h"

namespace bindpose {

/// Joins the meshes to one; with normals if all have them.
std::string to_ply(const std::vector<const Mesh*>& meshes);

}  // namespace bindpose
