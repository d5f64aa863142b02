// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a mesh at several times, as the arrays of an input.
#pragma once

#include "reference/model/arrays.h"
#include "reference/numeric/transform.h"

namespace bindpose::animation {

/// Keys of one vertex are adjacent: key k of vertex v is element v * #keys + k.
struct VertexKeys {
  std::vector<double> times;            ///< t_k [#keys], at least one
  std::vector<Vec3<double>> positions;  ///< x_k [#vertices * #keys], metres
  std::vector<Vec3<double>> normals;    ///< n_k [#vertices * #keys, or 0]
};

void add_vertex_keys(ArraySet& question, const VertexKeys& keys, double t);

}  // namespace bindpose::animation
