// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A looped sequence of key poses: the kernel. The page is reference/animation/pose_loop.md.
#pragma once

#include "reference/animation/lerp.h"
#include "reference/animation/shared/keys.h"
#include "reference/animation/slerp.h"

namespace bindpose::animation {

/// p = t mod P, 0 <= p < P, seconds.
inline double phase_of(double t, double P) {
  double p = std::fmod(t, P);
  if (p < 0) p += P;
  return p < P ? p : 0;
}

/// The keys around a phase, and the position of the phase between them, 0 to 1.
template <class T>
struct Segment {
  std::size_t from, to;
  T u;
};

enum class BeforeFirstKey { wraps, holds };
extern const Choice<BeforeFirstKey> before_first_keys;

/// The segment between two keys, or from the last key over the period's end to the first. t_k: at least one, 0 <= t_k < P.
template <class T>
Segment<T> segment_at(const std::vector<double>& t_k, double P, double p,
                      BeforeFirstKey before = BeforeFirstKey::wraps) {
  const std::size_t last = t_k.size() - 1;
  const bool holds = before == BeforeFirstKey::holds;
  if (holds && p < t_k.front()) return {0, 0, T(0)};
  if (p >= t_k.front() && p < t_k[last]) {
    const std::size_t k = find_key(t_k, p).key;
    return {k, k + 1, key_parameter<T>(t_k, k, p)};
  }
  const T end = elapsed<T>(t_k[last], P);
  const T gone = p < t_k.front() ? T(end + T(p)) : elapsed<T>(t_k[last], p);
  return {last, 0, gone / (holds ? end : T(end + T(t_k.front())))};
}

/// lerp(T_from,j, T_to,j, u) of every joint j; T_k: [#joints] of each key pose.
template <class T>
std::vector<Vec3<T>> translations_at(const std::vector<std::vector<Vec3<T>>>& T_k, const Segment<T>& at) {
  std::vector<Vec3<T>> translations;
  for (std::size_t j = 0; j < T_k[0].size(); ++j)
    translations.push_back(lerp(T_k[at.from][j], T_k[at.to][j], at.u));
  return translations;
}

/// slerp(q_from,j, q_to,j, u) of every joint j, as (x, y, z, w).
template <class T>
std::vector<Vec4<T>> rotations_at(const std::vector<std::vector<Vec4<T>>>& q_k, const Segment<T>& at) {
  std::vector<Vec4<T>> rotations;
  for (std::size_t j = 0; j < q_k[0].size(); ++j)
    rotations.push_back(slerp(q_k[at.from][j], q_k[at.to][j], at.u));
  return rotations;
}

}  // namespace bindpose::animation
