// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an arm - shoulder, elbow and forearm twist - and examples of it with a flexed biceps.
//
// A closed tube along y: the shoulder (joint 0) at y = 0, the elbow (joint 1) at 0.30 m, the forearm's twist
// (joint 2) at 0.42 m, the wrist at 0.56 m; the biceps faces +z. Bind frames are not aligned with any axis. Weights
// cross over smoothly at the elbow, and along the forearm from elbow to twist; around 0.36 m all three have weight.
// The biceps and the forearm's muscle swell with the elbow's bend in the examples, so that example-based methods must
// learn the swelling.
#pragma once

#include "reference/scenes/scene.h"

namespace bindpose::scenes {

/// Angles from the rest pose, radians, about mesh axes.
struct ArmPose {
  double elbow = 0;     ///< about x: the forearm rises towards +z
  double twist = 0;     ///< rotation of the forearm about y, its own axis
  double shoulder = 0;  ///< rotation of the whole arm about z
};

Scene arm(const ArmPose& pose);

/// The arm at rest with its muscles swollen as in this pose: positions, normals and tangents.
Mesh swollen_arm(const ArmPose& pose);

/// The swollen arm in this pose, like an artist's example: every vertex is rotated by its share of the elbow and
/// twist angles, so that the arm does not collapse. At rest it is the rest mesh.
Mesh arm_example(const ArmPose& pose);

/// Poses for examples, the rest pose first: bends of 45, 90 and 135 degrees, twists of -60 and 80, and
/// a bend with a twist.
std::vector<ArmPose> arm_example_poses();

}  // namespace bindpose::scenes
