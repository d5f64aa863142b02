// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Linear muscle: the kernel. The page is reference/face/linear_muscle.md.
#pragma once

#include "reference/face/shared/pulls.h"
#include "reference/numeric/conditioned.h"
#include "reference/numeric/steps.h"

namespace bindpose::face {

enum class HalfAngle { root, angle };

template <class T>
struct LinearMuscle {
  Vec3<T> v_1;  ///< attachment to the bone, metres
  Vec3<T> a;    ///< direction from v_1 to the insertion into the skin, unit
  T cos_Omega;  ///< cosine of the zone's angle
  T R_s, R_f;   ///< where the radial fall-off starts and ends, metres
  T K;          ///< contraction, metres
};

/// A = cos(mu / 2), where mu is the angle between the unit vectors a and e, and c = cos(mu).
template <class T>
T angular(const Vec3<T>& a, const Vec3<T>& e, const T& c, HalfAngle form) {
  using std::atan2, std::cos, std::sqrt;
  if (form == HalfAngle::angle) return cos(T(atan2(norm_of(Vec3<T>(a.cross(e))), c) / T(2)));
  return sqrt(T((T(1) + c) / T(2)));
}

/// d = -K A R e, G = -(e g^T + (K A R / D) (I - e e^T)), g the gradient of K A R; nothing outside the zone.
template <class T>
Pull<T> linear_muscle(const LinearMuscle<T>& muscle, const Vec3<T>& p, HalfAngle form) {
  using std::atan2, std::cos, std::sin;
  const auto& [v_1, a, cos_Omega, R_s, R_f, K] = muscle;
  const Vec3<T> w = difference<T>(p, v_1);
  const T D = norm_of(w);
  if (!(D > T(0)) || D > R_f) return {};
  const Vec3<T> e = w / D;
  const T c = a.dot(e);
  if (c < cos_Omega) return {};
  const T A = angular(a, e, c, form), quarter = atan2(T(1), T(0));
  const bool rises = D < R_s;
  const T width = rises ? -R_s : T(R_f - R_s);
  const T beta = (rises ? T(T(1) - D / R_s) : T((D - R_s) / width)) * quarter;
  const T R = cos(beta), R_slope = -sin(beta) * quarter / width;
  const Vec3<T> A_slope = (a - c * e) / (T(4) * A * D);
  const T F = K * A * R;
  const Vec3<T> g = K * R * A_slope + K * A * R_slope * e;
  const Mat3<T> across = Mat3<T>::Identity() - outer_product(e, e);
  return {-F * e, -(outer_product(e, g) + F / D * across)};
}

}  // namespace bindpose::face
