// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: writes meshes as a .glb file for any glTF viewer.
#pragma once

#include "reference/model/rig.h"

namespace bindpose::gltf {

/// One mesh on one node, with the numbers as stored in the file. Missing attributes are empty.
struct WrittenMesh {
  std::string name;                   ///< UTF-8
  std::vector<float> positions;       ///< [#vertices 3], finite, at least one vertex
  std::vector<float> normals;         ///< [#vertices 3]
  std::vector<float> tangents;        ///< [#vertices 4]
  std::vector<std::uint8_t> colours;  ///< [#vertices 4], sRGB and opacity, at most 255
  std::vector<Triangle> triangles;    ///< empty: the mesh is drawn as points
};

/// Rounded to float32.
WrittenMesh written_mesh(const std::string& name, const Mesh& mesh);

std::string to_glb(const std::vector<WrittenMesh>& meshes);

}  // namespace bindpose::gltf
