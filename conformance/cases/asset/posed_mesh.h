// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the meshes of a glTF file at one moment, computed by the reference in double precision, without bounds.
#pragma once

#include <memory>

#include "conformance/cases/asset/drawable.h"
#include "reference/model/algorithm.h"

namespace bindpose::conformance {

/// A moment, and the skinning method. Parts on nodes are always rigid.
struct PoseChoice {
  std::optional<std::size_t> clip = {};  ///< none: the rest pose
  double seconds = 0;                    ///< time in the clip
  std::string method = "lbs";            ///< id of an algorithm among pose_methods()
};

struct PosedMesh {
  std::string name;                           ///< the drawable's name: "skin0"
  Mesh mesh;                                  ///< posed attributes that the file has
  std::vector<Undefined> undefined;           ///< rows without an output; they contain zeros
  std::vector<std::size_t> joint_nodes = {};  ///< node of each joint
  std::vector<ResultArray<double>> stages =
      {};  ///< "palette", "morphed_positions" ...; rows per joint are ordered as joint_nodes
};

/// Ids of the algorithms that pose a skin with a glTF file's data only: "lbs", "dqs" ...
std::vector<std::string_view> pose_methods();

/// Everything that the file shows, in the order of drawables(). Errors METHOD_UNKNOWN; NO_MESH for
/// a file without a mesh in its scene; NOT_RIGID if an inverse bind matrix is not rigid and the
/// method needs rotations; the method's errors.
Expected<std::vector<PosedMesh>> posed_meshes(const std::shared_ptr<const gltf::Asset>& asset,
                                              const PoseChoice& choice);

}  // namespace bindpose::conformance
