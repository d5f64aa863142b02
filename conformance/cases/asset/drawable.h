// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: primitives of a glTF file that are drawn together, as one mesh with one set of joints.
#pragma once

#include "reference/gltf/asset.h"
#include "reference/model/asset_moment.h"
#include "reference/model/question.h"

namespace bindpose::conformance {

/// Morph targets of a drawable, as a node shows them.
struct Morphing {
  std::size_t node = 0;  ///< node with the mesh; a channel for its weights moves the targets
  std::vector<MorphTarget>
      targets;  ///< displacements of every vertex [#vertices each], or empty for a missing attribute
  std::vector<double> default_weights;  ///< [#targets]
};

/// All primitives of one skin with the same attributes, or all primitives without a skin (rigid
/// parts), as one mesh. Primitives with morph targets are separate, one mesh for each node that
/// shows them.
struct Drawable {
  /// "skin0", "skin0-no-normals", "parts"; "skin0-node4" if the node's mesh has morph targets or is
  /// repeated
  std::string name;
  bool skinned = false;
  bool is_repeated =
      false;  ///< an earlier node shows the same mesh with the same skin, so the vertices are equal
  Rig rig;    ///< joints are the file's nodes when rigid, else the skin's joints
  std::vector<std::size_t>
      joint_nodes;        ///< node of each joint: the palette follows from their world transforms
  bool unit_sums = true;  ///< every vertex's weights sum to exactly 1
  std::optional<Morphing> morphing;
  double worst_sum_error = 0;    ///< largest |sum of weights - 1|
  std::vector<AssetPart> parts;  ///< parts of the file that the vertices come from, in order
};

/// Everything that nodes of the file show: every primitive once per skin, and rigid parts once per
/// node.
std::vector<Drawable> drawables(const gltf::Asset& asset);

/// The file's node hierarchy as a skeleton: parents [#nodes] and rest transforms [#nodes].
struct NodePose {
  std::vector<int> parents;
  std::vector<LocalTransform<double>> locals;
};
NodePose rest_pose(const gltf::Asset& asset);

/// The clip's channels that move nodes, or the weights of this node's morph targets.
std::vector<TrackOfJoint> tracks_of(const gltf::Clip& clip, std::optional<std::size_t> morphing_node = {});

}  // namespace bindpose::conformance
