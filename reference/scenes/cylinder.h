// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the cylinder of the skinning course - an upper and a lower arm that bend and twist at the elbow.
//
// Along z, joints at z = 0, length / 2 and length, weights falling linearly across the elbow. Tangents run
// along the axis; the handedness is +1 on one half of the circumference and -1 on the other.
#pragma once

#include "reference/scenes/scene.h"

namespace bindpose::scenes {

struct CylinderShape {
  double radius = 4;       ///< metres
  double length = 50;      ///< metres
  std::size_t rings = 40;  ///< samples along the axis
  std::size_t sides = 40;  ///< samples around it
  double falloff = 12.5;   ///< half the length on which the elbow's weight goes from 0 to 1, metres
};

/// Angles of the middle joint, radians.
struct CylinderPose {
  double elbow = 0;  ///< about x, after the twist
  double twist = 0;  ///< about z, its own axis
};

/// elbow: rotation of the middle joint about x; twist: about z, before the elbow bends. Radians.
Scene cylinder(double elbow, double twist, const CylinderShape& shape = {});

/// The cylinder in this pose, like an artist's example: every vertex, with normal and tangent, is rotated about the
/// elbow by its weight's share of both angles, so that twisting keeps the radius. At rest it is the rest mesh.
Mesh cylinder_example(const CylinderPose& pose, const CylinderShape& shape = {});

/// Poses for examples, the rest pose first: bends of 60 and 90 degrees, twists of 90 and -150, both at once.
std::vector<CylinderPose> cylinder_example_poses();

}  // namespace bindpose::scenes
