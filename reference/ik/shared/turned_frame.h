// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the rotation that maps one direction to a target, and rotates a second direction towards a second target.
#pragma once

#include <optional>

#include "reference/animation/nlerp.h"
#include "reference/model/surface.h"
#include "reference/numeric/conditioned.h"
#include "reference/numeric/steps.h"

namespace bindpose::ik {

/// The columns x, y and x cross y; x and y are unit and orthogonal.
template <class T>
Mat3<T> frame_on(const Vec3<T>& x, const Vec3<T>& y) {
  const Vec3<T> first = stored_entries(x), second = stored_entries(y);
  Mat3<T> frame;
  frame << first, second, first.cross(second);
  return stored_entries(frame);
}

/// The columns x / |x|, the normalised part of y orthogonal to x, and their cross product; empty if x or this part
/// is 0.
template <class T>
std::optional<Mat3<T>> frame_of(Vec3<T> x, const Vec3<T>& y) {
  if (!normalize(x)) return std::nullopt;
  x = stored_entries(x);
  Vec3<T> z = y - T(y.dot(x)) * x;
  if (!normalize(z)) return std::nullopt;
  return frame_on(x, z);
}

/// The quaternion of `to` `from`^T.
template <class T>
Quat<T> turn_between(const Mat3<T>& from, const Mat3<T>& to) {
  return stored_entries(quaternion_of(product_of(std::vector<Mat3<T>>{to, Mat3<T>(from.transpose())})));
}

/// nlerp((0, 0, 0, 1), q, w).
template <class T>
Quat<T> part_of(const Quat<T>& q, const T& w) {
  return Quat<T>(animation::nlerp<T>(Vec4<T>(T(0), T(0), T(0), T(1)), q.coeffs(), w));
}

}  // namespace bindpose::ik
