// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a closed tube of triangles that bends and twists in its middle, for methods that use connectivity or volume.
//
// Along y from 0 to `length`, a pole a third of the radius beyond either end; joints at y = 0 and length / 2 with
// bind frames not aligned with any axis; weights falling linearly across the middle.
#pragma once

#include "reference/scenes/scene.h"

namespace bindpose::scenes {

struct TubeShape {
  double radius = 0.5;     ///< metres
  double length = 4;       ///< metres
  std::size_t rings = 11;  ///< samples along the axis
  std::size_t sides = 10;  ///< samples around it
  double falloff = 1;      ///< half the length on which the weight goes from 0 to 1, metres
  bool uneven = false;     ///< samples are denser towards one end and one side: areas differ a hundredfold
};

/// bend: rotation of the middle joint about x; twist: about y, before it bends. Radians.
Scene tube(double bend, double twist, const TubeShape& shape = {});

}  // namespace bindpose::scenes
