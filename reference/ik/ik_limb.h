// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Rotations of a limb: the kernel. The page is reference/ik/ik_limb.md.
#pragma once

#include "reference/ik/shared/chain.h"
#include "reference/ik/shared/turned_frame.h"

namespace bindpose::ik {

/// Target of the end, and options; the defaults, except rest and goal, change nothing.
template <class T>
struct LimbGoal {
  Vec3<T> g;      ///< goal, metres
  Vec3<T> k;      ///< direction that the elbow bends to
  Vec3<T> hinge;  ///< at rest, the axis about which the elbow opens
  T tau;          ///< rotation of the elbow about the line to the goal, radians
  T sigma;        ///< part of the full reach where softening begins
  T w;            ///< part of the rotations that is applied
};

template <class T>
struct Limb {
  Chain<T> positions = Chain<T>(3, Vec3<T>::Zero());
  Quat<T> root{T(0), T(0), T(0), T(0)}, elbow{T(0), T(0), T(0), T(0)};
  const char* undefined = nullptr;
};

/// d: D, but beyond sigma (l_1 + l_2) it approaches the full reach; then limited to the bones' range.
template <class T>
T softened(const T& D, const T& l_1, const T& l_2, const T& sigma) {
  const T full = stored(T(l_1 + l_2)), begin = stored(T(sigma * full));
  T d = D;
  if (sigma < T(1) && begin < D) {
    const T span = stored(T((T(1) - sigma) * full)), a = stored(T(T(3) + difference<T>(D, begin) / span));
    d = stored(T(begin + span * (T(1) - T(81) / T(T(a * a) * T(a * a)))));
  }
  const T folded = greater_of<T>(stored(T(l_1 - l_2)), stored(T(l_2 - l_1)));
  return stored(T(-greater_of<T>(-greater_of<T>(d, folded), -full)));
}

/// rest: root a, elbow b, end c, metres.
template <class T>
Limb<T> ik_limb(const Chain<T>& rest, const LimbGoal<T>& goal) {
  using std::cos, std::sin;
  const Vec3<T> a = rest[0], u = difference<T>(rest[1], a), v = difference<T>(rest[2], rest[1]);
  const T l_1 = stored(norm_of<T>(u)), l_2 = stored(norm_of<T>(v));
  const Vec3<T> to_goal = difference<T>(goal.g, a);
  const T D = norm_of<T>(to_goal);
  if (to_double(D) == 0) return {.undefined = "GOAL_AT_ROOT"};
  const auto plane = frame_of<T>(to_goal, goal.k), upper = frame_of(u, goal.hinge),
             lower = frame_of(v, goal.hinge);
  if (!plane) return {.undefined = "POLE_ON_LINE"};
  if (!upper || !lower) return {.undefined = "HINGE_ON_BONE"};
  const Vec3<T> n = plane->col(0);
  const Vec3<T> m = stored_entries(Vec3<T>(cos(goal.tau) * plane->col(1) + sin(goal.tau) * plane->col(2)));
  const Vec3<T> normal = n.cross(m);

  const T d = softened(D, l_1, l_2, goal.sigma);
  const T x = stored(T((l_1 * l_1 - l_2 * l_2 + d * d) / (T(2) * d)));
  const T h = root_above_zero<T>(stored(T((l_1 - x) * (l_1 + x))));
  const Vec3<T> u_now = (x * n + h * m) / l_1, v_now = ((d - x) * n - h * m) / l_2;

  const Quat<T> R = turn_between(*upper, frame_on(u_now, normal)),
                S = turn_between(*lower, frame_on(v_now, normal));
  const Quat<T> E = stored_entries(quaternion_product(conjugate(R), S));
  const Quat<T> root = stored_entries(part_of(R, goal.w)), elbow = stored_entries(part_of(E, goal.w));
  const Vec3<T> b = stored_entries(Vec3<T>(a + rotate(root, u)));
  const Vec3<T> bent = stored_entries(rotate(elbow, v));
  return {{a, b, stored_entries(Vec3<T>(b + rotate(root, bent)))}, root, elbow};
}

}  // namespace bindpose::ik
