// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Spherical blend skinning: the kernel. The page is reference/skinning/spherical_blend.md.
#pragma once

#include "reference/numeric/eigensystem.h"
#include "reference/skinning/shared/pivots.h"
#include "reference/skinning/shared/rigid_blend.h"

namespace bindpose::skinning {

/// r = m if the largest singular value is below the first number. Directions whose singular value
/// is below the second number times the largest are omitted.
constexpr double least_singular_value = 0x1p-8, singular_fraction = 0x1p-6;

/// D = C_i - C_j, b = M_j m - M_i m: D (r - m) = b holds at points that both motions move alike.
template <class T>
struct Difference {
  Mat3<T> D;
  Vec3<T> b;
};
template <class T>
Difference<T> difference_of(const Rigid<T>& M_i, const Rigid<T>& M_j, const Vec3<T>& m) {
  return {rotation_matrix(M_i.rotation) - rotation_matrix(M_j.rotation), carried(M_j, m) - carried(M_i, m)};
}

/// Which directions count, by the eigenvalues sigma_k^2 of N.
template <class T>
std::array<bool, 3> directions_that_count(const Vec3<T>& squares) {
  return directions_above(squares, least_singular_value * least_singular_value,
                          singular_fraction * singular_fraction);
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
  NormalEquations<T> equations;
  for (std::size_t i = 0; i < joints.size(); ++i)
    for (std::size_t j = i + 1; j < joints.size(); ++j) {
      const auto [D, b] = difference_of(M[joints[i]], M[joints[j]], m);
      equations.add(D, b);
    }
  const Eigensystem<T> of_N = symmetric_eigensystem(equations.N);
  return m + least_solution(of_N, equations.g, directions_that_count(of_N.values));
}

/// x' = q(x - r) + sum_i w_i M_i r
template <class T>
DeformedVertex<T> turn_about_centre(const Quat<T>& q, const Vec3<T>& r, const RestVertex<T>& rest,
                                    const std::vector<Rigid<T>>& M) {
  return turned_about(q, r, blend_points(rest, M, r), rest);
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
