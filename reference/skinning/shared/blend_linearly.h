// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: linear blending of a mesh as the first step of other methods.
#pragma once

#include <vector>

#include "reference/skinning/linear_blend.h"
#include "reference/skinning/shared/matrix_question.h"

namespace bindpose::skinning {

/// sum_i w_i (C_i x + t_i), normals and tangents by sum_i w_i C_i. palette: M_j [J]. The question must have been
/// checked.
template <class T>
Surface<T> blend_linearly(const Mesh& mesh, const Influences& slots, const std::vector<Affine<T>>& palette) {
  const MatrixQuestion<T> q{mesh, slots, {slots.weights.begin(), slots.weights.end()}, palette, {}};
  return deform<T>(q.mesh, [&](std::size_t v, const Vertex<T>& rest) {
    return linear_blend(q.influences_of(v), rest, BlendOrder::transform_then_blend, NormalRule::direction);
  });
}

}  // namespace bindpose::skinning
