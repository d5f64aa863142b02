// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the positions of linear blend skinning, the first step of these methods.
#pragma once

#include "reference/skinning/shared/linear_blending.h"

namespace bindpose::surface {

using skinning::DeformedVertex, skinning::linear_blend, skinning::no_answer, skinning::RestVertex;

/// A position for every vertex, metres.
template <class T>
using Points = std::vector<Vec3<T>>;

template <class T>
Points<T> stored_rows(Points<T> rows) {
  for (Vec3<T>& row : rows)
    row = stored_entries(row);
  return rows;
}

/// sum_i w_i (C_i x + t_i) of every vertex.
template <class T>
Points<T> blended_positions(const skinning::SkinnedMesh<T, Affine>& q) {
  Points<T> y;
  for (std::size_t v = 0; v < q.mesh.vertex_count(); ++v)
    y.push_back(linear_blend(rest_vertex(q, v), q.M).x);
  return stored_rows(y);
}

/// The vertex moved to x, with the directions of linear blend skinning.
template <class T>
DeformedVertex<T> blended_to(const Vec3<T>& x, const RestVertex<T>& rest, const std::vector<Affine<T>>& M,
                             const skinning::BlendRules& rules) {
  DeformedVertex<T> y = linear_blend(rest, M, rules);
  y.x = x;
  return y;
}

}  // namespace bindpose::surface
