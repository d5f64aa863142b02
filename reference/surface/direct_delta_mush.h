// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Direct delta mush: the kernel. The page is reference/surface/direct_delta_mush.md.
#pragma once

#include <vector>

#include "reference/numeric/polar.h"
#include "reference/numeric/stored.h"
#include "reference/surface/direct_delta_mush_bound.h"
#include "reference/surface/shared/size.h"
#include "reference/surface/shared/skinned_mesh.h"

namespace bindpose::surface {

/// Omega_j of a vertex and joint j's skinning matrix.
template <class T>
struct JointMoments {
  const Affine<T>& M;  ///< mesh_from_mesh: C_j, t_j
  Mat3<T> P;           ///< P_j
  Vec3<T> p;           ///< p_j
  T o;                 ///< o_j, not 0
};

template <class T>
struct NearestRotation {
  Mat3<T> R;
  double spread;  ///< s_2 + s_3
};

/// R = argmax over rotations of trace(R^T A)
template <class T>
NearestRotation<T> nearest_rotation(const Mat3<T>& A) {
  const PolarRotation<T> polar = polar_rotation(A);
  return {rotation_matrix(polar.q), to_double(polar.spread)};
}

/// R d
template <class T>
Vec3<T> turned(const NearestRotation<T>& R, const Vec3<T>& d) {
  return R.R * d;
}

/// R x + (q - R p)
template <class T>
Vec3<T> moved(const NearestRotation<T>& R, const Vec3<T>& x, const Vec3<T>& q, const Vec3<T>& p) {
  return R.R * x + (q - R.R * p);
}

/// x' = R x + (q - R p), n' along R n, t' along R t; R turns the rest of the neighbourhood into what is skinned.
template <class T>
DeformedVertex<T> direct_delta_mush(const std::vector<JointMoments<T>>& joints, const Vertex<T>& rest) {
  if (joints.empty()) return {.undefined = "NO_INFLUENCES"};
  Mat3<T> Q = Mat3<T>::Zero();
  Vec3<T> q = Vec3<T>::Zero(), p = Vec3<T>::Zero();
  for (const auto& [M, P_j, p_j, o_j] : joints) {
    Q += M.linear * P_j + M.translation * p_j.transpose();
    q += M.linear * p_j + M.translation * o_j;
    p += p_j;
  }
  Q = stored_entries(Q), q = stored_entries(q), p = stored_entries(p);
  const Mat3<T> A = stored_entries(Mat3<T>(Q - q * p.transpose()));
  const auto R = nearest_rotation(A);
  DeformedVertex<T> y;
  y.x = moved(R, rest.x, q, p);
  y.n = turned(R, rest.n);
  y.t = turned(R, rest.t);
  if (!(R.spread > nothing_left * (size_of(Q) + size_of(q) * size_of(p))))
    y.no_directions = "ROTATION_UNDETERMINED";
  return y;
}

}  // namespace bindpose::surface
