// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: examples for spherical joint blending, and an input with them.
#pragma once

#include "reference/model/arrays.h"
#include "reference/numeric/random.h"
#include "reference/numeric/rigid.h"

namespace bindpose::samples {

/// "example_counts" [J], "example_rotations", "example_translations", and "example_positions" and
/// "example_normals" that differ by up to a quarter along each axis from the result of spherical joint blending.
/// motions: [#examples][#joints], rounded to float32 here. The input has a mesh with normals, influences,
/// "parents" and "bind_positions".
void add_spherical_examples(ArraySet& question,
                            const std::vector<std::vector<bindpose::Rigid<double>>>& motions,
                            const Array::Integers& counts, Random& random);

}  // namespace bindpose::samples
