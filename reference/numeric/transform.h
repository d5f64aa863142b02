// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the transforms that every algorithm shares, on any scalar.
//
// Conventions: column vectors, matrices act from the left, right-handed, metres and radians. A product reads
// a_from_b * b_from_c. Quaternions are unit and stored (x, y, z, w), as in glTF; the product is Hamilton's.
#pragma once

#include <array>
#include <cmath>

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace bindpose {

template <class T>
using Vec3 = Eigen::Matrix<T, 3, 1>;
template <class T>
using Vec4 = Eigen::Matrix<T, 4, 1>;
template <class T>
using Mat3 = Eigen::Matrix<T, 3, 3>;
template <class T>
using Quat = Eigen::Quaternion<T>;

/// The affine map x -> C x + t: the 3 rows of a 4x4 matrix whose last row is (0, 0, 0, 1).
template <class T>
struct Affine {
  Mat3<T> linear = Mat3<T>::Identity();   ///< C, 3 by 3
  Vec3<T> translation = Vec3<T>::Zero();  ///< t, metres

  /// The map on another scalar; exact if U holds every value of T.
  template <class U>
  Affine<U> cast() const {
    return {linear.template cast<U>(), translation.template cast<U>()};
  }
};

/// a_from_c = a_from_b * b_from_c.
template <class T>
Affine<T> operator*(const Affine<T>& a_from_b, const Affine<T>& b_from_c) {
  return {a_from_b.linear * b_from_c.linear, a_from_b.linear * b_from_c.translation + a_from_b.translation};
}

/// Maps a point: C x + t.
template <class T>
Vec3<T> operator*(const Affine<T>& a_from_b, const Vec3<T>& x_b) {
  return a_from_b.linear * x_b + a_from_b.translation;
}

/// A quaternion from its four numbers in glTF's order. Eigen's own constructor takes w first.
template <class T>
Quat<T> quaternion_xyzw(const T& x, const T& y, const T& z, const T& w) {
  return Quat<T>(w, x, y, z);
}

/// Translation, rotation, scale: the affine map x -> R (S x) + t with S diagonal.
template <class T>
struct Trs {
  Vec3<T> translation = Vec3<T>::Zero();   ///< metres
  Quat<T> rotation = Quat<T>::Identity();  ///< unit
  Vec3<T> scale = Vec3<T>::Ones();         ///< a factor per axis

  template <class U>
  Trs<U> cast() const {
    return {translation.template cast<U>(),
            quaternion_xyzw<U>(U(rotation.x()), U(rotation.y()), U(rotation.z()), U(rotation.w())),
            scale.template cast<U>()};
  }
};

/// The rotation matrix of a unit quaternion, its entries the sums of products
/// 1 - 2 (y^2 + z^2), 2 (x y - z w), ...
template <class T>
Mat3<T> rotation_matrix(const Quat<T>& q) {
  const T two(2);
  const T one(1);
  const T x = q.x(), y = q.y(), z = q.z(), w = q.w();
  Mat3<T> R;
  R << one - two * (y * y + z * z), two * (x * y - z * w), two * (x * z + y * w),  //
      two * (x * y + z * w), one - two * (x * x + z * z), two * (y * z - x * w),   //
      two * (x * z - y * w), two * (y * z + x * w), one - two * (x * x + y * y);
  return R;
}

/// L = T R S.
template <class T>
Affine<T> affine_from_trs(const Trs<T>& trs) {
  return {rotation_matrix(trs.rotation) * trs.scale.asDiagonal(), trs.translation};
}

/// The cofactor matrix cof(C): cof(C)^T C = det(C) I, so cof(C) = det(C) C^-T where C is invertible.
template <class T>
Mat3<T> cofactor(const Mat3<T>& C) {
  Mat3<T> K;
  K.col(0) = C.col(1).cross(C.col(2));
  K.col(1) = C.col(2).cross(C.col(0));
  K.col(2) = C.col(0).cross(C.col(1));
  return K;
}

/// det(C) by the first column and its cofactors.
template <class T>
T determinant(const Mat3<T>& C) {
  return C.col(0).dot(C.col(1).cross(C.col(2)));
}

/// True if C counts as invertible: |det C| > 2^-40 |c_0| |c_1| |c_2|. For orthogonal columns, |det C| equals this
/// product of their lengths.
inline bool is_invertible(const Mat3<double>& C) {
  const double box = C.col(0).norm() * C.col(1).norm() * C.col(2).norm();
  return std::fabs(determinant(C)) > 0x1p-40 * box;
}

}  // namespace bindpose
