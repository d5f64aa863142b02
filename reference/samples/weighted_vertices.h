// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: random vertices with weights, for inputs of algorithms that make or fix weights.
#pragma once

#include "reference/model/arrays.h"
#include "reference/numeric/random.h"

namespace bindpose::samples {

/// Arrays joints, weights and joint_count. Slots of a vertex may have the same joint; 8 joints, or 64 from a thousand
/// vertices on.
ArraySet sample_weighted_vertices(std::size_t size, std::size_t slots, Random& random);

}  // namespace bindpose::samples
