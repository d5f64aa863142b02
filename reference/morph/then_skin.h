// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Morphing, then skinning: the kernel. The page is reference/morph/then_skin.md.
#pragma once

#include "reference/morph/dense.h"
#include "reference/skinning/shared/vertex.h"

namespace bindpose::morph {

using skinning::DeformedVertex, skinning::RestVertex;

/// x_m = x + sum_i phi_i dx_i, n_m = n + sum_i phi_i dn_i, t_m = t + sum_i phi_i dt_i; nothing is normalised.
template <class T>
RestVertex<T> morphed(RestVertex<T> rest, const Targets<T>& d) {
  rest.x = dense(rest.x, d.weights, d.positions, rest.v);
  rest.n = dense(rest.n, d.weights, d.normals, rest.v);
  rest.t = dense(rest.t, d.weights, d.tangents, rest.v);
  return rest;
}

/// x', n', t' as the method gives them: skin(const RestVertex<T>&) -> DeformedVertex<T>, or an error.
template <class T, class Skin>
auto then_skin(const RestVertex<T>& rest, const Targets<T>& d, Skin skin) {
  return skin(morphed(rest, d));
}

}  // namespace bindpose::morph
