// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: thresholds below which implementations of slerp use nlerp.
//
// Source. raylib 6, raymath.h, QuaternionSlerp (0.95); Ogre 14, OgreQuaternion.cpp, Quaternion::Slerp (0.999); J. Blow, Hacking
// quaternions, Game Developer, 2002 (0.9995).
#pragma once

#include "reference/animation/nlerp.h"
#include "reference/model/declaration.h"

namespace bindpose::animation {

/// The dot product above which nlerp replaces slerp; 1: never.
inline const Choice<double> close_rotations{
    .name = "close_rotations",
    .values = {{"slerp", 1},
               {"nlerp-above-0.9995", 0.9995},
               {"nlerp-above-0.999", 0.999},
               {"nlerp-above-0.95", 0.95}},
    .meaning = "whether slerp becomes nlerp above a dot product of the ends",
    .only_declared = true};

/// True if s q_0 . q_1 > most, with s = +1 on the arc as given.
template <class T>
bool are_closer(const Vec4<T>& q0, const Vec4<T>& q1, double most, Arc arc = Arc::shorter) {
  if (most >= 1) return false;
  const T d = q0.dot(q1);
  return T(most) < (arc == Arc::shorter && to_double(d) < 0 ? T(-d) : d);
}

}  // namespace bindpose::animation
