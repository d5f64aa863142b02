// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: centres of rotation of a whole mesh.
#pragma once

#include "reference/skinning/optimised_centres.h"
#include "reference/skinning/shared/weight_policies.h"

namespace bindpose::skinning {

/// p_v and whether it exists; otherwise zero.
template <class T>
struct Centres {
  std::vector<Vec3<T>> p;  ///< [V], metres
  Array::Integers has;     ///< [V], 0 or 1
};

/// The optimised centres of a mesh that validate() accepts; w: of every slot.
template <class T>
Centres<T> optimised_centres(const Mesh& mesh, const Influences& slots, const std::vector<T>& w,
                             const std::vector<Triangle>& triangles);
/// All weights are exact.
template <class T>
Centres<T> optimised_centres(const Mesh& mesh, const Influences& slots,
                             const std::vector<Triangle>& triangles) {
  return optimised_centres<T>(mesh, slots, {slots.weights.begin(), slots.weights.end()}, triangles);
}
/// Centres of an input with triangles; weights follow the options. Errors as read_weighted_slots().
template <class T>
Expected<Centres<T>> optimised_centres(const Inputs<T>& in) {
  BINDPOSE_TRY(const auto q, read_weighted_slots(in));
  return optimised_centres<T>(*read_mesh(in.arrays()), q.slots, q.weights, triangles_of(in));
}

/// Writes "centres" [V, 3], rounded to float32, and "has_centre" [V].
void add_centres(ArraySet& question, const Centres<double>& centres);

}  // namespace bindpose::skinning
