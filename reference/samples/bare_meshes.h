// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: vertices without weights around a random skeleton, for the questions about binding.
#pragma once

#include <cstddef>

#include "reference/model/arrays.h"
#include "reference/numeric/random.h"

namespace bindpose::samples {

/// positions, parents, pivots: 6 joints, from a thousand vertices on 64; every vertex near a bone's middle.
ArraySet sample_bare_mesh(std::size_t size, Random& random);

}  // namespace bindpose::samples
