// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the distance of two poses.
//
// Formula. A pose is a row of numbers; the metric defines their meaning.
//   euclidean        d = |x - y|, the root of the sum of squares
//   rotation-angle   quaternions: d = 2 atan2(|v|, |w|), (v, w) = x* y - the angle of the rotation from one to the
//   other, 0 .. pi,
//                    whatever their signs and lengths are
//   arc-length       directions: d = atan2(|x cross y|, x . y) - along the unit sphere, 0 .. pi, whatever their
//   lengths are
//
// Bound. The length of a vector changes by at most the change of the vector. An angle by atan2 is off by the error
// of (y, x) divided by its length. An angle by arccosine is off by its change over the cosine's error, which
// includes the error of two unit lengths: a thousandth near 0, whose square is as small as the other errors.
//
// Source. V. Houska, Animace na GPU, Charles University 2005, appendix B; D. Q. Huynh, Metrics for 3D rotations,
// Journal of Mathematical Imaging and Vision 35, 2009.
#pragma once

#include "reference/model/declaration.h"
#include "reference/numeric/conditioned.h"
#include "reference/numeric/linear_system.h"
#include "reference/numeric/rigid.h"

namespace bindpose::examples {

enum class Metric { euclidean, rotation_angle, arc_length };
inline const Choice<Metric> metrics{
    .name = "metric",
    .values = {{"euclidean", Metric::euclidean},
               {"rotation-angle", Metric::rotation_angle},
               {"arc-length", Metric::arc_length}},
    .meaning = "how far apart poses are: rows of numbers, unit quaternions, or unit directions"};

template <class T>
using Pose = DynamicVector<T>;

/// |x|
template <class T>
T length(const DynamicVector<T>& x) {
  using std::sqrt;
  T squares(0);
  for (const T& number : x)
    squares += number * number;
  return sqrt(squares);
}
template <>
Tracked length(const DynamicVector<Tracked>& x);

/// The angle of the direction (x, y), y at least 0.
template <class T>
T angle_of(const T& y, const T& x) {
  using std::atan2;
  return atan2(y, x);
}
template <>
Tracked angle_of(const Tracked& y, const Tracked& x);

template <class T>
T pose_distance(const Pose<T>& x, const Pose<T>& y, Metric metric) {
  using std::abs;
  if (metric == Metric::rotation_angle) {
    const Quat<T> r = quaternion_product(conjugate(Quat<T>(Vec4<T>(x))), Quat<T>(Vec4<T>(y)));
    return T(2) * angle_of<T>(length<T>(r.vec()), abs(r.w()));
  }
  if (metric == Metric::arc_length) {
    const Vec3<T> u = x, v = y;
    return angle_of<T>(length<T>(u.cross(v)), u.dot(v));
  }
  Pose<T> apart(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i)
    apart[i] = difference<T>(x[i], y[i]);
  return length<T>(apart);
}

}  // namespace bindpose::examples
