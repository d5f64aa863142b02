// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: random morph targets.
#pragma once

#include "reference/model/rig.h"
#include "reference/numeric/random.h"

namespace bindpose::samples {

/// 1 to 12 targets; at most 4 for a large mesh, to limit the amount of data.
std::size_t sample_target_count(std::size_t vertices, Random& random);

/// Weights of -0.5 .. 1.5; one in four is 0.
std::vector<double> sample_target_weights(std::size_t count, Random& random);

/// Displacements of up to a quarter of a metre; directions change so little that a unit direction stays longer
/// than 1/2 with twelve targets.
std::vector<MorphTarget> sample_targets(std::size_t count, std::size_t vertices, Random& random);

/// The base with a displacement at one vertex in four.
std::vector<Mesh> sample_shapes(std::size_t count, const Mesh& base, Random& random);

}  // namespace bindpose::samples
