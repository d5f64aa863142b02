// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Stitching: the kernel. The page is reference/skinning/stitching.md.
#pragma once

#include "reference/skinning/shared/normal_rule.h"
#include "reference/skinning/shared/vertex.h"

namespace bindpose::skinning {

/// x' = C_j x + t_j, n' along N n, t' along C_j t; M: M_j, mesh_from_mesh. No normal: SINGULAR_MATRIX.
template <class T>
DeformedVertex<T> stitching(const Affine<T>& M, const RestVertex<T>& rest, NormalRule rule,
                            TangentRule tangents = TangentRule::direction) {
  DeformedVertex<T> y = carried(M, rest);
  if (rule == NormalRule::inverse_transpose && !inverse_transpose_of(M.linear, rest.n, y.n))
    y.undefined_normal = "SINGULAR_MATRIX";
  if (rule == NormalRule::inverse_transpose && tangents == TangentRule::as_normals &&
      !inverse_transpose_of(M.linear, rest.t, y.t))
    y.undefined_tangent = "SINGULAR_MATRIX";
  return y;
}

}  // namespace bindpose::skinning
