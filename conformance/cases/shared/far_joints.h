// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a few vertices influenced by joints with large indices.
#pragma once

#include "conformance/cases/shared/scene_case.h"

namespace bindpose::conformance {

/// A hose of 300 joints, reduced to the sections at joints 64, 128, 256 and the second to last:
/// indices of six, seven and eight bits are too short for them.
MakeScene far_joints();

/// A scene with joints around number 2048, the limit up to which half floats represent all
/// integers.
MakeScene joints_beyond_half_floats();

/// Another scene of 262 joints, bent and twisted at joints 70, 130, 200 and 259, because one scene
/// may pass by chance.
SceneVariation other_far_joints();

}  // namespace bindpose::conformance
