// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the bones of a scene's skeleton, and further inputs of methods that use bones.
#pragma once

#include "reference/scenes/scene.h"
#include "reference/skinning/shared/bones.h"

namespace bindpose::samples {

/// A bone per joint, from the joint's bind position to the first child's. The bone of a leaf
/// continues the parent's bone; the bone of a single joint is 1 m along its y axis.
/// float32-representable.
std::vector<skinning::Bone<double>> bones_of(const Skeleton& skeleton);

/// Position of x along the bone, 0 before the head .. 1 beyond the tail, a multiple of 2^-16; 0 for a bone
/// without length.
double along(const skinning::Bone<double>& bone, const Vec3<double>& x);

/// Adds "bone_heads" and "bone_tails" [J, 3].
void add_bones(ArraySet& question, const Skeleton& skeleton);

/// Moves the input's bones off their line, so that no two are parallel and none passes the origin.
void lean_bones(ArraySet& question);

/// Adds "endpoint_weights" [V, K]: each vertex's position along its slot's bone.
void add_endpoint_weights(ArraySet& question, const Rig& rig);

/// Adds "stretches" [J, 3] and "twists" [J]: joint j's bone grows by growths[j] of its length and twists by
/// twists[j] radians; both lists repeat.
void add_bone_motions(ArraySet& question, const Skeleton& skeleton, const std::vector<double>& growths,
                      const std::vector<double>& twists);

/// Adds random bones near the origin, "bone_heads" and "bone_tails" of `joint_count` joints.
void add_random_bones(ArraySet& question, std::size_t joint_count, Random& random);

}  // namespace bindpose::samples
