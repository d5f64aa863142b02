// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a small closed mesh around a few bones, for questions that solve a system of equations over all of it.
#pragma once

#include <cstddef>

#include "reference/model/arrays.h"
#include "reference/numeric/random.h"

namespace bindpose::samples {

/// positions, triangles, parents and pivots of an uneven tube along y with three joints in a row; at most 30 vertices, whatever `size` is: what bounds of
/// dense systems say ends with about a hundred.
ArraySet sample_tube_with_bones(std::size_t size, Random& random);

}  // namespace bindpose::samples
