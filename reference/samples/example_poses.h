// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: random poses for examples, far from each other.
#pragma once

#include "reference/scenes/crowd.h"

namespace bindpose::samples {

/// A few poses of `width` numbers in a cube of half width 2, no two closer than 1.25.
std::vector<double> sample_example_poses(std::size_t count, std::size_t width, Random& random);

/// A crowd whose joints rotate by less than half a radian, scale by up to a quarter and move by up to a metre: no
/// blend of their matrices is nearly singular.
scenes::Crowd sample_gentle_crowd(std::size_t size, std::size_t joints, Random& random);

/// Skinning matrices of such joints, rounded to float32.
std::vector<Affine<double>> sample_gentle_palette(std::size_t joints, Random& random);

/// "example_palettes" [joints, count, 3, 4]: joint by joint.
void add_example_palettes(ArraySet& question, std::size_t joints,
                          const std::vector<Affine<double>>& palettes);

/// "example_palettes" [joints, count, 3, 4], and "example_positions" [count, size, 3] in a cube of half width 2.
void add_sample_examples(ArraySet& question, std::size_t count, std::size_t size, std::size_t joints,
                         Random& random);

/// A random pose: numbers from -2 to 2.
std::vector<double> sample_pose_row(std::size_t width, Random& random);

}  // namespace bindpose::samples
