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
  double falloff = 12.5;  ///< half the stretch of axis over which the elbow's weight goes from 0 to 1, metres
};

/// elbow: rotation of the middle joint about x; twist: about z, before the elbow bends. Radians.
Scene cylinder(double elbow, double twist, const CylinderShape& shape = {});

}  // namespace bindpose::scenes
