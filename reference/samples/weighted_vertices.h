// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: random vertices with weights, for the inputs about making and fixing them.
#pragma once

#include "reference/model/arrays.h"
#include "reference/numeric/random.h"

namespace bindpose::samples {

/// joints, weights, joint_count: slots of a joint each, some of the same one; 8 joints, from a thousand vertices on 64.
ArraySet sample_weighted_vertices(std::size_t size, std::size_t slots, Random& random);

}  // namespace bindpose::samples
