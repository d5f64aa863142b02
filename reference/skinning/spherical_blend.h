// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Spherical blend skinning: the kernel. The page is reference/skinning/spherical_blend.md.
#pragma once

#include <array>
#include <vector>

#include "reference/numeric/eigensystem.h"
#include "reference/skinning/shared/pivots.h"
#include "reference/skinning/shared/rigid_blend.h"

namespace bindpose::skinning {

constexpr double least_singular_value = 0x1p-8;  ///< of the largest, below which r = m
constexpr double singular_fraction = 0x1p-6;     ///< of the largest, below which a direction is left out

/// D = C_i - C_j, b = M_j m - M_i m: D (r - m) = b asks for the point where the two motions agree.
template <class T>
struct Difference {
  Mat3<T> D;
  Vec3<T> b;
};
template <class T>
Difference<T> difference_of(const Rigid<T>& M_i, const Rigid<T>& M_j, const Vec3<T>& m) {
  return {rotation_matrix(M_i.rotation) - rotation_matrix(M_j.rotation), carried(M_j, m) - carried(M_i, m)};
}

/// N += D^T D, g += D^T b, row by row
template <class T>
void add_normal_equations(const Difference<T>& pair, Mat3<T>& N, Vec3<T>& g) {
  for (int r = 0; r < 3; ++r) {
    N += pair.D.row(r).transpose() * pair.D.row(r);
    g += pair.D.row(r).transpose() * pair.b[r];
  }
}

/// Which directions count, by the eigenvalues sigma_k^2 of N.
template <class T>
std::array<bool, 3> directions_that_count(const Vec3<T>& squares) {
  int largest = 0;
  for (int k = 1; k < 3; ++k)
    if (to_double(squares[k]) > to_double(squares[largest])) largest = k;
  if (squares[largest] < T(least_singular_value * least_singular_value)) return {false, false, false};
  const auto counts = [&](int k) {
    return k == largest || !(squares[k] < T(singular_fraction * singular_fraction) * squares[largest]);
  };
  return {counts(0), counts(1), counts(2)};
}

/// m
template <class T>
Vec3<T> mean_place(const JointList& joints, const JointPlaces& places) {
  Vec3<T> sum = Vec3<T>::Zero();
  for (const std::uint32_t j : joints)
    sum += places.bind_positions[j].template cast<T>();
  return sum / T(static_cast<double>(joints.size()));
}

/// r = m + N+ g
template <class T>
Vec3<T> rotation_centre(const JointList& joints, const std::vector<Rigid<T>>& M, const JointPlaces& places) {
  const Vec3<T> m = mean_place<T>(joints, places);
  Mat3<T> N = Mat3<T>::Zero();
  Vec3<T> g = Vec3<T>::Zero();
  for (std::size_t i = 0; i < joints.size(); ++i)
    for (std::size_t j = i + 1; j < joints.size(); ++j)
      add_normal_equations(difference_of(M[joints[i]], M[joints[j]], m), N, g);
  const Eigensystem<T> of_N = symmetric_eigensystem(N);
  return m + least_solution(of_N, g, directions_that_count(of_N.values));
}

/// x' = q(x - r) + sum_i w_i M_i r
template <class T>
DeformedVertex<T> turn_about_centre(const Quat<T>& q, const Vec3<T>& r, const RestVertex<T>& rest,
                                    const std::vector<Rigid<T>>& M) {
  DeformedVertex<T> y = turned_about<T>(q, r, Vec3<T>::Zero(), rest);
  for (const Influence<T>& i : rest.influences)
    y.x += i.w * carried(M[i.j], r);
  return y;
}

/// M: [#joints].
template <class T>
DeformedVertex<T> spherical_blend(const RestVertex<T>& rest, const std::vector<Rigid<T>>& M,
                                  const JointPlaces& places) {
  const JointList joints = joints_of(rest.influences);
  Quat<T> q;
  if (!blend_rotations(rest.influences, M, lead_of(joints, places.parents), q))
    return no_answer<T>("ZERO_BLEND");
  return turn_about_centre(q, rotation_centre(joints, M, places), rest, M);
}

}  // namespace bindpose::skinning
