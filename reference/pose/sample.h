// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: random parts of which this family's sample questions are made.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/core/pose.h"
#include "reference/core/random.h"

namespace bindpose::pose {

/// A random forest in random order: about one joint in eight is a root, the rest hang from any joint.
std::vector<int> sample_parents(std::size_t joint_count, Random& random);

/// Translations within a metre, rotations of any angle.
Trs<double> sample_rigid(Random& random);

/// As sample_rigid(), with a scale of 0.5 .. 1.5 an axis, now and then mirrored.
Trs<double> sample_trs(Random& random);

/// A well-conditioned affine map, rounded to float32.
Affine<double> sample_affine(Random& random);

}  // namespace bindpose::pose
