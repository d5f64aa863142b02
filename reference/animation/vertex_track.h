// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: per-vertex keyframes - a whole mesh stored at every key, blended between the two keys around a time.
//
// Formula. For t_k <= t <= t_k+1 and u = (t - t_k) / (t_k+1 - t_k):
//   x = (1 - u) x_k + u x_k+1
//   n = normalize((1 - u) n_k + u n_k+1)
//   x = x_0, n = normalize(n_0)   for t < t_0,   x = x_K-1, n = normalize(n_K-1)   for t > t_K-1
// The formulations are one result computed in different orders, those of interp.lerp:
//   two-products, one-product
//
// Source. V. Houska, Animace na GPU, Charles University 2005, section 2.3. Deviation: key times are given,
// and clamped outside their range as in glTF 2.0, section 3.11.
//
// Symbols. V vertices, K keys.
//   t_k   key times, array "key_times" [K], seconds, strictly increasing
//   x_k   array "key_positions" [V, K, 3], metres: a vertex's keys stand together
//   n_k   array "key_normals" [V, K, 3]; optional
//   t     array "time" [1], seconds; u the interpolation parameter, 0 .. 1
//   x, n  arrays "positions", "normals" [V, 3]
//
// Requires. At least one key (COUNT_MISMATCH), arrays of matching shape (ARRAY_SHAPE), finite numbers
// (NOT_FINITE), increasing times (TIME_ORDER).
//
// Degenerate. One key holds for ever. On a key the position is the key's own. A normal is normalised once,
// last, also on keys and outside; between keys a longer key normal weighs more. Where it is 0 - a key's zero
// normal, opposite normals halfway - it has no direction: undefined, ZERO_NORMAL. No vertices give no
// vertices.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/animation/lerp.h"
#include "reference/model/error.h"
#include "reference/model/surface.h"

namespace bindpose::animation {

/// A mesh at several times. The keys of a vertex stand together: key k of vertex v is element v * #keys + k.
struct VertexKeys {
  std::vector<double> times;            ///< t_k [#keys]
  std::vector<Vec3<double>> positions;  ///< x_k [#vertices * #keys], metres
  std::vector<Vec3<double>> normals;    ///< n_k [#vertices * #keys, or 0]
};

/// Errors as under Requires.
Expected<void> validate(const VertexKeys& keys);

/// Positions and, where the keys have them, normals at time t.
template <class T>
Expected<Surface<T>> vertex_track(const VertexKeys& keys, double t, LerpForm form = LerpForm::two_products);

/// The question that asks for them.
void add_vertex_keys(ArraySet& question, const VertexKeys& keys, double t);

}  // namespace bindpose::animation
