// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Rigid parts: the kernel. The page is reference/skinning/rigid_parts.md.
#pragma once

#include "reference/skinning/stitching.h"

namespace bindpose::skinning {

/// x' = C_j x + t_j, n' along N n, t' along C_j t: stitching by W_j, world_from_joint, of a vertex at rest in the
/// space of its joint. No normal: SINGULAR_MATRIX.
template <class T>
DeformedVertex<T> rigid_parts(const Affine<T>& W, const RestVertex<T>& rest, NormalRule rule,
                              TangentRule tangents = TangentRule::direction) {
  return stitching(W, rest, rule, tangents);
}

}  // namespace bindpose::skinning
