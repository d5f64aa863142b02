// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: random parts of sample inputs.
#pragma once

#include "reference/model/arrays.h"
#include "reference/model/pose.h"
#include "reference/numeric/random.h"

namespace bindpose::samples {

/// A random forest in random order: about one joint in eight is a root, the others have any parent.
std::vector<int> sample_parents(std::size_t joint_count, Random& random);

/// Translations within a metre, rotations of any angle.
Trs<double> sample_rigid(Random& random);

/// A random transform like sample_rigid(), with a scale of 0.5 .. 1.5 per axis, sometimes mirrored.
Trs<double> sample_trs(Random& random);

/// A well-conditioned affine map, rounded to float32.
Affine<double> sample_affine(Random& random);

/// A pose of a random forest: every joint as sample_trs(), one in eight as a matrix instead.
ArraySet sample_pose(std::size_t joint_count, Random& random);

/// A rotation at any angle from q, one in four within a thousandth of a radian, with either sign; float32.
Vec4<double> sample_neighbour(const Vec4<double>& q, Random& random);

/// Increasing times, the first at least 0, not evenly spaced.
std::vector<double> sample_times(std::size_t count, Random& random);

/// "a" [size, 4], "b" [size, 4] unit quaternions, "t" [size] in 0 .. 1, both ends included.
ArraySet sample_rotation_pairs(std::size_t size, Random& random);

}  // namespace bindpose::samples
