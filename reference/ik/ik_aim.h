// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Aim: the kernel. The page is reference/ik/ik_aim.md.
#pragma once

#include "reference/ik/shared/turned_frame.h"

namespace bindpose::ik {

/// In the joint's axes, metres from the joint: forward f, unit, up u, offset o, goal g, pole k; w: part of the rotation.
template <class T>
struct Aim {
  Vec3<T> f, u, o, g, k;
  T w;
};

template <class T>
struct Aimed {
  Quat<T> correction = Quat<T>::Identity();  ///< to be multiplied on the right of the joint's rotation
  bool is_reached = true;
  const char* undefined = nullptr;
};

template <class T>
Aimed<T> ik_aim(const Aim<T>& aim) {
  const T along = stored(T(aim.o.dot(aim.f)));
  const T beside = stored(T(aim.o.dot(aim.o) - along * along)), far = stored(T(aim.g.dot(aim.g)));
  if (far == T(0) || far < beside) return {Quat<T>::Identity(), false};
  const T s = stored(T(root_above_zero<T>(stored(T(far - beside))) - along));
  const Vec3<T> F = aim.o + s * aim.f;
  const auto from = frame_of<T>(F, aim.u), to = frame_of<T>(aim.g, aim.k);
  if (!from) return {Quat<T>::Identity(), true, "UP_ON_AXIS"};
  if (!to) return {Quat<T>::Identity(), true, "POLE_ON_LINE"};
  return {stored_entries(part_of(turn_between(*from, *to), aim.w))};
}

}  // namespace bindpose::ik
