// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: tracks with different sampling rules, so that a missing rule is detected.
#pragma once

#include "reference/model/arrays.h"

namespace bindpose::conformance {

/// Replaces most of the pose of the first two or three joints by keyframes: a cubic rotation,
/// linear translations and rotations, a key with the other sign, a single key, tracks with all keys
/// in the past or all in the future. The time is at 11/16 of an interval, where the nearest key,
/// the previous key and evenly spaced keys give other results. At pose level.
void with_many_rigid_keyframes(ArraySet& question);

/// Adds many keys, with scales that are linear, constant, or begin late.
void with_many_keyframes(ArraySet& question);

}  // namespace bindpose::conformance
