// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: centres of rotation of a whole mesh.
#pragma once

#include <vector>

#include "reference/model/inputs.h"
#include "reference/skinning/optimised_centres.h"

namespace bindpose::skinning {

/// p_v and whether there is one; zero where there is none.
template <class T>
struct Centres {
  std::vector<Vec3<T>> p;  ///< [V], metres
  Array::Integers has;     ///< [V], 0 or 1
};

/// The optimised centres of a mesh that validate() accepts.
template <class T>
Centres<T> optimised_centres(const Mesh& mesh, const Influences& slots,
                             const std::vector<Triangle>& triangles);
/// Those of a question with triangles.
template <class T>
Centres<T> optimised_centres(const Inputs<T>& in) {
  const std::size_t V = in.extent("V");
  return optimised_centres<T>(*read_mesh(in.arrays()), *read_influences(in.arrays(), V),
                              *require_triangles(in.arrays(), V));
}

/// Writes "centres" [V, 3], rounded to float32, and "has_centre" [V].
void add_centres(ArraySet& question, const Centres<double>& centres);

}  // namespace bindpose::skinning
