// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Driven joints: the kernel. The page is reference/hierarchy/driven_joint.md.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/numeric/transform.h"

namespace bindpose::hierarchy {

enum class KeyForm { two_products, one_product };

/// Keys of a drive: angles, increasing, radians, and values at them, metres or factors [#keys].
template <class T>
struct DriveKeys {
  std::vector<T> angles = {};
  std::vector<Vec3<T>> values = {};
};

/// theta = 2 atan2(a . u, w) of the quaternion q = (u, w) or -q, whichever has w >= 0; a: unit axis in joint space.
template <class T>
T angle_about(const Vec3<T>& a, const Quat<T>& q) {
  using std::atan2;
  const T p = a.dot(q.vec());
  return T(2) * (q.w() < T(0) ? T(atan2(T(-p), T(-q.w()))) : T(atan2(p, q.w())));
}

/// (1 - s) v_k + s v_k+1, or v_k + s (v_k+1 - v_k), between two keys; the nearest key's value beyond them.
template <class T>
Vec3<T> driven_value(const DriveKeys<T>& keys, const T& theta, KeyForm form) {
  const auto& [angles, v] = keys;
  if (theta < angles.front()) return v.front();
  std::size_t k = 0;
  while (k + 1 < angles.size() && theta >= angles[k + 1])
    ++k;
  if (k + 1 == angles.size()) return v[k];
  const T s = (theta - angles[k]) / (angles[k + 1] - angles[k]);
  if (form == KeyForm::one_product) return v[k] + s * (v[k + 1] - v[k]);
  return (T(1) - s) * v[k] + s * v[k + 1];
}

}  // namespace bindpose::hierarchy
