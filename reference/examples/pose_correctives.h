// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Pose correctives: the kernel. The page is reference/examples/pose_correctives.md.
#pragma once

#include "reference/morph/dense.h"
#include "reference/skinning/shared/vertex.h"

namespace bindpose::examples {

using skinning::RestVertex;

/// Appends the nine numbers of R(q) - R(r), row by row; q: a joint's local rotation, r: the same at rest.
template <class T>
void append_features(const Quat<T>& q, const Quat<T>& r, std::vector<T>& f) {
  const Mat3<T> R = rotation_matrix(q), R_rest = rotation_matrix(r);
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      f.push_back(stored(T(R(row, column) - R_rest(row, column))));
}

/// x = x_0 + sum_s beta_s S_s + sum_f f_f P_f
template <class T>
RestVertex<T> pose_correctives(RestVertex<T> rest, const std::vector<T>& beta,
                               const morph::Displacements<T>& S, const std::vector<T>& f,
                               const morph::Displacements<T>& P) {
  rest.x = morph::dense(morph::dense(rest.x, beta, S, rest.v), f, P, rest.v);
  return rest;
}

}  // namespace bindpose::examples
