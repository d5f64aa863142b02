// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: which K bones float32 lets a vertex keep, and what its weights may be off by where it leaves that open. The derivation is in
// reference/examples/skinning_decomposition_bound.h.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/numeric/simplex.h"

namespace bindpose::examples {

/// Of a vertex: which bones it keeps, and by how much more its weights may be off.
struct Kept {
  std::vector<bool> is_in;
  double more = 0;
};

/// A, b: of the vertex, A with all of its errors; effects: of its first solution.
Kept kept_of(const DynamicMatrix<Tracked>& A, const DynamicVector<Tracked>& b,
             const std::vector<Tracked>& effects, std::size_t K);

}  // namespace bindpose::examples
