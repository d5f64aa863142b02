// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what is drawn together in a glTF file, as one mesh under one set of joints.
#pragma once

#include <string>
#include <vector>

#include "reference/gltf/asset.h"
#include "reference/model/asset_moment.h"
#include "reference/model/question.h"

namespace bindpose::conformance {

/// All primitives of one skin that have the same attributes, or all that have none (rigid parts), as one
/// mesh.
struct Drawable {
  std::string name;  ///< "skin0", "skin0-no-normals", "parts"
  bool skinned = false;
  Rig rig;                               ///< joints are the file's nodes when rigid, else the skin's joints
  std::vector<std::size_t> joint_nodes;  ///< node of each joint: their world transforms make the palette
  bool unit_sums = true;                 ///< every vertex's weights sum to exactly 1
  bool morphs = false;                   ///< some primitive has morph targets
  double worst_sum_error = 0;            ///< largest |sum of weights - 1|
  std::vector<AssetPart> parts;          ///< where the vertices come from, in order
};

/// Everything that nodes of the file show, every primitive once a skin. Rigid parts keep one copy per node.
std::vector<Drawable> drawables(const gltf::Asset& asset);

/// The file's node hierarchy as a skeleton: parents [#nodes] and rest transforms [#nodes].
struct NodePose {
  std::vector<int> parents;
  std::vector<LocalTransform<double>> locals;
};
NodePose rest_pose(const gltf::Asset& asset);

/// The clip's channels that move nodes; morph weights are left out.
std::vector<TrackOfJoint> node_tracks(const gltf::Clip& clip);

}  // namespace bindpose::conformance
