// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: which K bones a vertex may keep in float32, and the error of its weights if the choice is open. The
// derivation is in reference/examples/skinning_decomposition_bound.h.
#pragma once

#include "reference/numeric/simplex.h"

namespace bindpose::examples {

/// The bones that a vertex keeps, and the additional error of its weights.
struct Kept {
  std::vector<bool> is_in;
  double more = 0;
};

/// A, b: of the vertex, A with all its errors; effects: of its first solution.
Kept kept_of(const DynamicMatrix<Tracked>& A, const DynamicVector<Tracked>& b,
             const std::vector<Tracked>& effects, std::size_t K);

}  // namespace bindpose::examples
