// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a mesh displaced by dense targets with given weights.
#pragma once

#include "reference/morph/dense.h"
#include "reference/morph/shared/morphed_surface.h"

namespace bindpose::morph {

/// Every position, normal and tangent of a mesh with its displacements; nothing is normalised.
template <class T>
Surface<T> displaced(Surface<T> y, const Targets<T>& d) {
  for (std::size_t v = 0; v < y.positions.size(); ++v)
    y.positions[v] = dense(y.positions[v], d.weights, d.positions, v);
  for (std::size_t v = 0; v < y.normals.size(); ++v)
    y.normals[v] = dense(y.normals[v], d.weights, d.normals, v);
  change_tangents(y, [&](std::size_t v, const Vec3<T>& t) { return dense(t, d.weights, d.tangents, v); });
  return y;
}

template <class T>
Result<T> dense_answer(const Inputs<T>& in, const Targets<T>& d) {
  return morphed_answer(in, displaced(base_surface(in), d));
}

}  // namespace bindpose::morph
