// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Stitching: the kernel. The page is reference/skinning/stitching.md.
#pragma once

#include "reference/model/declaration.h"
#include "reference/skinning/shared/inverse_transpose.h"
#include "reference/skinning/shared/vertex.h"

namespace bindpose::skinning {

enum class RigidNormalRule { direction, inverse_transpose };

inline const Choice<RigidNormalRule> rigid_normal_rules{
    "normal_rule",
    OptionSpec::Kind::policy,
    {{"direction", RigidNormalRule::direction}, {"inverse-transpose", RigidNormalRule::inverse_transpose}},
    "which matrix carries the normal"};

/// x' = C_j x + t_j, n' along N n, t' along C_j t; M: M_j, mesh_from_mesh. No normal: SINGULAR_MATRIX.
template <class T>
DeformedVertex<T> stitching(const Affine<T>& M, const Vertex<T>& rest, RigidNormalRule rule) {
  DeformedVertex<T> y{M * rest.x, M.linear * rest.n, M.linear * rest.t};
  if (rule == RigidNormalRule::inverse_transpose && !inverse_transpose_of(M.linear, rest.n, y.n))
    y.undefined_normal = "SINGULAR_MATRIX";
  return y;
}

}  // namespace bindpose::skinning
