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

/// The weaker influence of each vertex with two alternately gets one of these weights. The stronger
/// influence gets the rest.
struct TinyWeights {
  double even = 0x1p-12, odd = 0x1p-16;
};
scenes::Scene with_tiny_weights(scenes::Scene scene, const TinyWeights& weights = {});

/// Moves what follows joint 1 along x by this distance, metres. At palette level.
void with_far_joint(ArraySet& question, double distance);

/// Moves the last slot to the front.
scenes::Scene with_slots_reversed(scenes::Scene scene);

/// Slots of weight 0 refer to the vertex's first joint.
void with_own_joint_in_free_slots(ArraySet& question);

}  // namespace bindpose::conformance
