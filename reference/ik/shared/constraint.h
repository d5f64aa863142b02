// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what the constraints of VRM share: the shortest arc, a part of a rotation, their arrays, and the loop.
//
// Formula of target_error(), as lengths of errors; u: a rounding.
//   q(x), q off by c     q x q* changes by 2 c; the form by cross products differs by (|q|^2 - 1) x, as much again.
//                        Its roundings: 5 u for u cross x, twice as many for the next product, doubled, and two sums: 48 u
//   v = (x cross y, 1 + x . y)    for a unit x it keeps the length of y's error, and vice versa; 8 u
//   v / |v|              2 e / (|v| + |v'|) <= e / (|v| - e / 2) (C. F. Dunkl, K. S. Williams, A simple norm
//                        inequality, American Mathematical Monthly 71, 1964) and 4 u
//   two products         the errors of their factors and 16 u
// Products of these errors are at most a fiftieth of their sum while no error exceeds 0.01.
#pragma once

#include "reference/animation/slerp.h"
#include "reference/model/inputs.h"
#include "reference/model/surface.h"
#include "reference/numeric/conditioned.h"
#include "reference/numeric/steps.h"

namespace bindpose::ik {

/// v = (x cross y, 1 + x . y): the shortest rotation of the unit x to the unit y, times 2 cos(half its angle); 0 if
/// y = -x.
template <class T>
Quat<T> doubled_arc(const Vec3<T>& x, const Vec3<T>& y) {
  const Vec3<T> axis = x.cross(y);
  return quaternion_xyzw<T>(axis[0], axis[1], axis[2], T(1) + x.dot(y));
}

/// Bound on the length of the error of a product of a rest rotation, an arc v / |v| or its conjugate, and another
/// rotation. The arc begins or ends at an axis that a rotation has turned; errors of that rotation, of the arc's other
/// end, and of the rest rotation.
double target_error(const Quat<Tracked>& v, double turn, double end, double rest);
template <class T>
double target_error(const Quat<T>&, double, double, double) {
  return 0;
}

/// The length of the error of a product of rotations.
template <class T>
double product_error(const std::vector<Quat<T>>& factors) {
  double error = 0;
  for (const Quat<T>& factor : factors)
    error += error_length<T, 4, 1>(factor.coeffs());
  return error + 8 * static_cast<double>(factors.size() - 1) * Tracked::precision().unit;
}

/// slerp(from, to, w).
template <class T>
Quat<T> part_way(const Quat<T>& from, const Quat<T>& to, const T& w) {
  return Quat<T>(animation::slerp<T>(from.coeffs(), to.coeffs(), w));
}

/// The rotation of a constrained joint, or the code of a row that has none.
template <class T>
struct Constrained {
  Quat<T> rotation = Quat<T>::Identity();
  const char* undefined = nullptr;
};

/// The source's rotations at rest and now, and the joint's rotation at rest.
ArrayList source_arrays();
ArrayList constrained_arrays();
ArrayList constraint_outputs();

/// The array "rotations" of f(n) for all rows.
template <class T, class Function>
Result<T> constrained_rows(const Inputs<T>& in, const Function& f) {
  std::vector<Vec4<T>> rotations;
  std::vector<Undefined> undefined;
  for (std::size_t n = 0; n < in.extent("N"); ++n) {
    const Constrained<T> row = f(n);
    rotations.push_back(row.undefined == nullptr ? Vec4<T>(row.rotation.coeffs()) : Vec4<T>(Vec4<T>::Zero()));
    if (row.undefined != nullptr) undefined.push_back({"rotations", n, row.undefined});
  }
  return {{rotation_array<T>("rotations", rotations)}, undefined};
}

}  // namespace bindpose::ik
