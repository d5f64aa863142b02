// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inverse kinematics of two bones: the kernel. The page is reference/ik/ik_two_bone.md.
#pragma once

#include "reference/ik/shared/angle.h"
#include "reference/ik/shared/chain.h"
#include "reference/model/surface.h"

namespace bindpose::ik {

enum class Pole { position, direction };
extern const Choice<Pole> pole_kinds;

enum class TwoBoneForm { cosines, angles };
extern const Choice<TwoBoneForm> two_bone_forms;

/// a, b', c' by the angles alpha at the root and beta at the elbow. n, m, l_1, l_2, d as on the page.
template <class T>
Solved<T> by_angles(const Vec3<T>& a, const Vec3<T>& n, const Vec3<T>& m, const T& l_1, const T& l_2,
                    const T& d) {
  using std::cos, std::sin;
  const T alpha = arccosine(stored(T((l_1 * l_1 - l_2 * l_2 + d * d) / (T(2) * d * l_1))));
  const T beta = arccosine(stored(T((l_1 * l_1 + l_2 * l_2 - d * d) / (T(2) * l_1 * l_2))));
  const Vec3<T> elbow = stored_entries(Vec3<T>(a + l_1 * (cos(alpha) * n + sin(alpha) * m)));
  const T turn = stored(T(alpha + beta));
  return {{a, elbow, stored_entries(Vec3<T>(elbow - l_2 * (cos(turn) * n + sin(turn) * m)))}};
}

/// rest: root a, elbow b, end c; g: the goal, all metres; k: the pole seen from the root. Returns a, b', c'.
template <class T>
Solved<T> ik_two_bone(const Chain<T>& rest, const Vec3<T>& g, const Vec3<T>& k,
                      TwoBoneForm form = TwoBoneForm::cosines) {
  const Vec3<T> a = rest[0], b = rest[1], c = rest[2];
  const T l_1 = stored(norm_of<T>(difference<T>(b, a)));
  const T l_2 = stored(norm_of<T>(difference<T>(c, b)));
  Vec3<T> n = difference<T>(g, a);
  const T D = norm_of<T>(n);
  if (!normalize(n)) return {{}, "GOAL_AT_ROOT"};
  n = stored_entries(n);
  Vec3<T> m = k - T(k.dot(n)) * n;
  if (!normalize(m)) return {{}, "POLE_ON_LINE"};

  const T folded = greater_of<T>(stored(T(l_1 - l_2)), stored(T(l_2 - l_1)));
  const T straight = stored(T(l_1 + l_2));
  const T d = stored(T(-greater_of<T>(-greater_of<T>(D, folded), -straight)));
  if (form == TwoBoneForm::angles) return by_angles<T>(a, n, stored_entries(m), l_1, l_2, d);
  const T x = stored(T((l_1 * l_1 - l_2 * l_2 + d * d) / (T(2) * d)));
  const T h = root_above_zero<T>(stored(T((l_1 - x) * (l_1 + x))));
  const Vec3<T> elbow = a + x * n + h * m, end = a + d * n;
  return {{a, stored_entries(elbow), stored_entries(end)}};
}

}  // namespace bindpose::ik
