// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Linear blending in palette parts: the kernel. The page is reference/skinning/palette_parts.md; the greedy choice of
// parts stands in reference/skinning/shared/partition.cpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "reference/skinning/linear_blend.h"
#include "reference/skinning/shared/partition.h"

namespace bindpose::skinning {

/// l_i: the place of joint j in the table J_p, which is ascending.
inline std::size_t place_in(const JointSet& J_p, std::uint32_t j) {
  return static_cast<std::size_t>(std::lower_bound(J_p.begin(), J_p.end(), j) - J_p.begin());
}

/// An influence as part p has it.
template <class T>
struct PlacedInfluence {
  T w;            ///< w_i
  std::size_t l;  ///< l_i, its joint's place in the table
};

/// M_i = M_(J_p[l_i]), x' = sum_i w_i (C_i x + t_i), directions as in linear blending. M: the whole palette.
template <class T>
DeformedVertex<T> blend_in_part(const std::vector<PlacedInfluence<T>>& influences, const JointSet& J_p,
                                const std::vector<Affine<T>>& M, const Vertex<T>& rest, NormalRule rule) {
  std::vector<MatrixInfluence<T>> in_part;
  for (const auto& [w, l] : influences)
    in_part.push_back({w, M[J_p[l]]});
  return linear_blend(in_part, rest, BlendOrder::transform_then_blend, rule);
}

}  // namespace bindpose::skinning
