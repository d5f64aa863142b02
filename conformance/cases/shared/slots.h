// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the same influences in other slots, or with other weights.
#pragma once

#include "reference/model/arrays.h"
#include "reference/scenes/scene.h"

namespace bindpose::conformance {

/// Splits every slot into two with half the weight.
scenes::Scene halved(scenes::Scene scene);

/// The weaker influence of each vertex alternately gets the weight 2^-12 or 2^-16. The stronger
/// influence gets the rest.
scenes::Scene with_tiny_weights(scenes::Scene scene);

/// Moves the last slot to the front.
scenes::Scene with_slots_reversed(scenes::Scene scene);

/// Slots of weight 0 refer to the vertex's first joint.
void with_own_joint_in_free_slots(ArraySet& question);

}  // namespace bindpose::conformance
