// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Stretchable, twistable bones: the kernel. The page is reference/skinning/stretchable_twistable.md.
#pragma once

#include "reference/skinning/shared/bones.h"
#include "reference/skinning/shared/rigid_blend.h"

namespace bindpose::skinning {

enum class TwistForm { rodrigues, combined_quaternion };
extern const Choice<TwistForm> twist_forms;

/// R K y, K y = y cos(theta) + (d x y) sin(theta) + d (d . y) (1 - cos(theta))
template <class T>
Vec3<T> by_rodrigues(const Quat<T>& R, const Vec3<T>& d, const T& theta, const Vec3<T>& y) {
  using std::cos, std::sin;
  const T c = cos(theta), s = sin(theta);
  const T along = stored(T(d.dot(y)));
  const Vec3<T> across = bindpose::stored_entries(Vec3<T>(d.cross(y)));
  const Vec3<T> Ky = y * c + across * s + d * along * (T(1) - c);
  return bindpose::rotate<T>(R, bindpose::stored_entries(Ky));
}

/// R K y = q y q*, q = R (d sin(theta / 2), cos(theta / 2))
template <class T>
Vec3<T> by_quaternion(const Quat<T>& R, const Vec3<T>& d, const T& theta, const Vec3<T>& y) {
  using std::cos, std::sin;
  const T half = theta / T(2), s = sin(half);
  return bindpose::rotate<T>(stored_product(R, about(d, s, T(cos(half)))), y);
}

template <class T>
Vec3<T> twisted(TwistForm form, const Quat<T>& R, const Vec3<T>& d, const T& theta, const Vec3<T>& y) {
  return form == TwistForm::rodrigues ? by_rodrigues(R, d, theta, y) : by_quaternion(R, d, theta, y);
}

/// M, bones, s (stretches, metres), tau (twists, radians): [#joints]; e: of every slot [V K].
template <class T>
DeformedVertex<T> stretchable_twistable(const RestVertex<T>& rest, const std::vector<Rigid<T>>& M,
                                        const std::vector<Bone<T>>& bones, const std::vector<Vec3<T>>& s,
                                        const std::vector<T>& tau, const std::vector<T>& e, TwistForm form) {
  DeformedVertex<T> y;
  for (const Influence<T>& i : rest.influences) {
    const Quat<T>& R = M[i.j].rotation;
    const Vec3<T>& a = bones[i.j].head;
    const Vec3<T> d = direction_of(bones[i.j]);
    const T theta = e[i.slot] * tau[i.j];
    const Vec3<T> stretch = bindpose::rotate<T>(R, e[i.slot] * s[i.j]);
    y.x += i.w * (carried(M[i.j], a) + stretch + twisted(form, R, d, theta, Vec3<T>(rest.x - a)));
    y.n += i.w * twisted(form, R, d, theta, rest.n);
    y.t += i.w * twisted(form, R, d, theta, rest.t);
  }
  return y;
}

}  // namespace bindpose::skinning
