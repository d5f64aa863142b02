// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the methods that move each vertex by joints, for callers that replace the input's mesh.
#pragma once

#include "reference/model/algorithm.h"

namespace bindpose::skinning {

Implementation linear_blend_implementation();
Implementation stitching_implementation();
Implementation bones_blending_implementation();
Implementation spherical_joint_blend_implementation();
Implementation spherical_blend_implementation();
Implementation log_blend_implementation();
Implementation multi_weight_implementation();
Implementation dual_quaternion_implementation();
Implementation centre_of_rotation_implementation();
Implementation stretchable_twistable_implementation();
Implementation swing_twist_implementation();

}  // namespace bindpose::skinning
