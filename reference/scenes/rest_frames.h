// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: skeletons given by joint positions at rest, and posed by rotations about mesh axes.
#pragma once

#include "reference/scenes/scene.h"

namespace bindpose::scenes {

/// World transforms at rest, mesh_from_joint without scale. All lists [#joints].
struct RestFrames {
  std::vector<int> parents;
  std::vector<Vec3<double>> positions;  ///< metres, mesh space
  std::vector<Quat<double>> rotations;  ///< bind rotations; a posed mesh does not depend on them

  /// Appends a joint and returns its index.
  std::size_t add(int parent, const Vec3<double>& position, const Quat<double>& rotation);
};

/// The rotation by `angle` degrees about (0.3, 1, 0.2): bind frames not aligned with any axis.
Quat<double> slanted_frame(double angle);

/// A scene at rest with this skeleton; mesh and influences are taken as given.
Scene scene_at_rest(Mesh mesh, Influences influences, const RestFrames& rest);

/// Rotates a joint, after its present transform, about the axes of the mesh; requires that the joint and its
/// ancestors are at rest.
void turn_joint(Scene& scene, const RestFrames& rest, std::size_t joint, const Quat<double>& turn);

}  // namespace bindpose::scenes
