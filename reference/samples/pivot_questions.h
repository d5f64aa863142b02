// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the inputs of methods that rotate vertices about points of the skeleton.
#pragma once

#include "reference/samples/rigid_questions.h"

namespace bindpose::samples {

/// Adds "bind_positions" and, if the input lacks them, "parents".
Expected<void> add_joint_places(ArraySet& question, const scenes::Scene& scene);

/// A palette-level input about `size` random vertices, each under `width` joints of a random tree: a joint and its
/// children, which share a position and rotate about it by up to 1.2 radians against their parent (width 2: one
/// child, 3: both). Slots come in any order, quaternions with either sign.
ArraySet sample_forks(std::size_t size, std::size_t width, Random& random);

}  // namespace bindpose::samples
