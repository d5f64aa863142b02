// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: palettes of rigid motions, a unit quaternion and a translation per joint, and how questions hold them.
//
// Source. S. W. Shepperd, Quaternion from rotation matrix, Journal of Guidance and Control 1(3), 1978.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "reference/model/checks.h"
#include "reference/model/question.h"
#include "reference/model/surface.h"
#include "reference/model/try.h"
#include "reference/numeric/rigid.h"

namespace bindpose::skinning {

using bindpose::Rigid;

/// Writes "<name>_rotations" [J, 4] (x, y, z, w) and "<name>_translations" [J, 3], rounded to float32.
void add_rigids(ArraySet& question, const std::string& name, const std::vector<Rigid<double>>& motions);

/// Errors NOT_FINITE, NOT_UNIT with the joint.
Expected<void> require_rigid(const ArraySet& question, const std::string& name, std::size_t joint);

/// Reads what add_rigids writes. A joint without influence may hold anything: what is no motion is given back as the
/// identity. Errors ARRAY_MISSING, ARRAY_TYPE, ARRAY_SHAPE.
template <class T>
Expected<std::vector<Rigid<T>>> read_rigids(const ArraySet& question, const std::string& name) {
  BINDPOSE_TRY(const Array* rotations, question.require_reals(name + "_rotations", {ArraySet::any, 4}));
  const std::size_t count = rotations->shape[0];
  BINDPOSE_TRY(const Array* translations, question.require_reals(name + "_translations", {count, 3}));
  std::vector<Rigid<T>> motions(count);
  for (std::size_t j = 0; j < count; ++j)
    if (require_rigid(question, name, j))
      motions[j] = {Quat<T>(read_row<T, 4>(*rotations, j)), read_row<T, 3>(*translations, j)};
  return motions;
}

/// The result arrays "<name>_rotations" [J, 4] and "<name>_translations" [J, 3].
template <class T>
void append_rigids(std::vector<ResultArray<T>>& arrays, const std::string& name,
                   const std::vector<Rigid<T>>& motions) {
  std::vector<Vec4<T>> rotations;
  std::vector<Vec3<T>> translations;
  for (const Rigid<T>& motion : motions) {
    rotations.push_back(motion.rotation.coeffs());
    translations.push_back(motion.translation);
  }
  arrays.push_back(rotation_array<T>(name + "_rotations", rotations));
  arrays.push_back(to_result_array<T, 3>(name + "_translations", translations));
}

/// The quaternion of a rotation matrix: its largest number from the diagonal, the others by division (Shepperd).
/// 4 w^2 = 1 + trace, 4 x_k^2 = 1 + 2 R_kk - trace: the values decide which is the largest, and any of two nearly equal
/// ones will do.
template <class T>
Quat<T> quaternion_from_matrix(const Mat3<T>& R) {
  using std::sqrt;
  const T one(1), two(2);
  const T trace = R(0, 0) + R(1, 1) + R(2, 2);
  int k = 0;
  for (int i = 1; i < 3; ++i)
    if (to_double(R(i, i)) > to_double(R(k, k))) k = i;
  if (to_double(trace) >= to_double(R(k, k))) {
    const T s = stored(T(two * sqrt(T(one + trace))));  // 4 w
    return quaternion_xyzw<T>((R(2, 1) - R(1, 2)) / s, (R(0, 2) - R(2, 0)) / s, (R(1, 0) - R(0, 1)) / s,
                              s / T(4));
  }
  const int l = (k + 1) % 3, m = (k + 2) % 3;
  const T s = stored(T(two * sqrt(T(one + R(k, k) - R(l, l) - R(m, m)))));  // 4 x_k
  Quat<T> q;
  q.coeffs()[k] = s / T(4);
  q.coeffs()[l] = (R(k, l) + R(l, k)) / s;
  q.coeffs()[m] = (R(k, m) + R(m, k)) / s;
  q.w() = (R(m, l) - R(l, m)) / s;
  return q;
}

}  // namespace bindpose::skinning
