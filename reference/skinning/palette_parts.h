// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Linear blending in palette parts: the kernel. The page is reference/skinning/palette_parts.md; the greedy choice of
// parts is in reference/skinning/shared/partition.cpp.
#pragma once

#include "reference/skinning/shared/linear_blending.h"
#include "reference/skinning/shared/partition.h"

namespace bindpose::skinning {

/// l_i: the index of joint j in the table J_p, which is ascending.
inline std::size_t place_in(const JointSet& J_p, std::uint32_t j) {
  return static_cast<std::size_t>(std::lower_bound(J_p.begin(), J_p.end(), j) - J_p.begin());
}

/// M_i = M_(J_p[l_i]), x' = sum_i w_i (C_i x + t_i), directions as in linear blending. M: the whole palette.
template <class T>
DeformedVertex<T> blend_in_part(const RestVertex<T>& rest, const JointSet& J_p,
                                const std::vector<Affine<T>>& M, const BlendRules& rules) {
  RestVertex<T> in_part = rest;
  for (Influence<T>& i : in_part.influences)
    i.j = J_p[place_in(J_p, i.j)];
  return linear_blend(in_part, M, rules);
}

}  // namespace bindpose::skinning
