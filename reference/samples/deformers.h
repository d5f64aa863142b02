// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: random deformers around a random mesh.
#pragma once

#include "reference/model/arrays.h"
#include "reference/numeric/random.h"

namespace bindpose::samples {

/// An input with only a mesh, in a 4 m cube.
ArraySet sample_mesh(std::size_t size, Random& random);

/// A deformer's space near the mesh's middle, in any orientation.
void add_random_deformer(ArraySet& question, Random& random);

/// 1 to 6 heights within the deformer, and a value at each height.
void add_random_profile(ArraySet& question, const char* values, double low, double high, Random& random);

}  // namespace bindpose::samples
