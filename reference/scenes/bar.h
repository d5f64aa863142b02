// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a small bar whose transforms do not commute, so that defects show.
//
// A box bar, 4 m along y, 9 rings of 4 vertices with a 1.0 x 0.6 m section, 3 joints at y = 0, 2 and 4 whose
// bind frames are rotated by 20, 40 and 60 degrees about (0.3, 1, 0.2). In the pose the root rotates by 10
// degrees about x, the middle by 50 about (1, 2, 3), the tip by -70 about z, each on top of its rest
// rotation. A twist about the bone's own axis, an unrotated bind frame or a root at the identity would each hide a
// wrong order of products.
#pragma once

#include "reference/scenes/scene.h"

namespace bindpose::scenes {

struct BarVariation {
  bool armature = false;    ///< under a non-joint ancestor T(1, 2, 3) Rx(-90 deg) S(2)
  bool rigid = false;       ///< weights of 1 instead of linear ones
  bool shuffled = false;    ///< children listed before parents
  bool bind_shape = false;  ///< A_j B instead of A_j: the mesh has a bind shape matrix B
  Vec3<double> middle_scale = Vec3<double>::Ones();  ///< scale of the middle joint
  Vec3<double> offset = Vec3<double>::Zero();        ///< moves mesh and root, metres
  double weight_sum = 1;                             ///< sum of the weights of every vertex
};

/// at_rest: the rest pose instead of the pose above.
Scene bar(const BarVariation& variation = {}, bool at_rest = false);

}  // namespace bindpose::scenes
