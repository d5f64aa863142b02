// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the inputs of methods that rotate vertices about points of the skeleton.
#pragma once

#include "reference/samples/rigid_questions.h"

namespace bindpose::samples {

/// Adds "bind_positions" and, if the input lacks them, "parents".
Expected<void> add_joint_places(ArraySet& question, const scenes::Scene& scene);

/// A palette-level input with `size` random vertices. Each has `width` joints of a random tree: a
/// joint and one child (width 2) or both (width 3). The children share a position and rotate about
/// it by up to 1.2 radians relative to their parent. Slots are in any order, quaternions have
/// either sign.
ArraySet sample_forks(std::size_t size, std::size_t width, Random& random);

}  // namespace bindpose::samples
