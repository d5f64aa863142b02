// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a limb whose joints meet in one point at each vertex, as spherical joint blending requires.
//
// A closed tube along y from 0 to 2. Joint 0 is at the origin; joint 1, its child, is at the elbow (0, 1, 0). The
// fork has a second child, joint 2, at the same elbow: the tube widens into a paddle whose +x half follows joint 1
// and whose -x half joint 2. Slots hold the children first and the parent last, unlike the hierarchy. All matrices
// are rigid, and the bind rotations exchange axes, so that inverse binds and the elbow are exact in float32.
#pragma once

#include "reference/scenes/scene.h"

namespace bindpose::scenes {

struct LimbVariation {
  bool fork = false;           ///< two children at the elbow instead of one
  bool at_rest_above = false;  ///< joint 0 keeps its rest transform; otherwise it rotates and translates
  Vec3<double> apart = Vec3<double>::Zero();  ///< moves the fork's joint 2 away from the elbow, metres
};

/// bend: rotation of the elbow about x; twist: about y, before it bends. Radians. The fork's joint 2 bends by
/// -bend / 2 and twists by -twist, and both children spread by 20 degrees about z.
Scene limb(double bend, double twist, const LimbVariation& variation = {});

}  // namespace bindpose::scenes
