// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Shape by example: the kernel. The page is reference/examples/shape_by_example.md.
#pragma once

#include <optional>

#include "reference/examples/shared/example_meshes.h"

namespace bindpose::examples {

/// x = sum_k a_k B_k^-1 x_k, n = sum_k a_k L_k^-1 n_k; B_k = sum_i w_i M_i^k = (L_k | ..). rest: the vertex's influences, with x = n = 0;
/// posed: the vertex in each example. Empty if a B_k has no inverse.
template <class T>
std::optional<RestVertex<T>> shape_by_example(RestVertex<T> rest, const std::vector<T>& a,
                                              const std::vector<RestVertex<T>>& posed, const Palettes<T>& M,
                                              InverseOrder order) {
  for (std::size_t k = 0; k < a.size(); ++k) {
    const Affine<T> B = stored_entries(blended(rest, M[k]));
    if (!has_inverse(B)) return std::nullopt;
    const Affine<T> back = hierarchy::inverse_bind(B, order);
    rest.x += a[k] * (back * posed[k].x);
    rest.n += a[k] * Vec3<T>(back.linear * posed[k].n);
  }
  return rest;
}

}  // namespace bindpose::examples
