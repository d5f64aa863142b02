// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: larger parts of several algorithms' sample inputs.
#pragma once

#include "reference/model/arrays.h"
#include "reference/model/pose.h"
#include "reference/numeric/random.h"

namespace bindpose::samples {

/// A random track of `size` keys and as many times: on keys, between them, before the first and after the
/// last.
ArraySet sample_track(Interpolation interpolation, std::size_t size, Random& random);

/// Random chains of bones of 0.25 to 1 metre, no two of them collinear; one goal in four is beyond
/// reach.
ArraySet sample_chains(std::size_t count, std::size_t joint_count, Random& random);

/// A valid input about `size` vertices in triangles that need 4 matrices each.
ArraySet sample_in_parts(std::size_t size, std::size_t limit, Random& random);

/// A palette-level input about a closed tube of about `size` vertices with random proportions, radii, bend
/// and twist, its "triangles" included.
ArraySet sample_closed_mesh(std::size_t size, Random& random);

}  // namespace bindpose::samples
