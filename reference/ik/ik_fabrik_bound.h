// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: FABRIK with its bound. On Tracked the kernel runs on a chain whose assignments are stages
// (reference/numeric/stages.h): each joint that moves is one. The stages' numbers are the joints and the bone
// lengths, which all steps share. Whether two joints coincide is decided between stages, with the whole error.
#pragma once

#include "reference/ik/ik_fabrik.h"

namespace bindpose::ik {

/// The chain after some iterations. too_far: the goal is out of the chain's greatest reach.
template <class T>
Chain<T> bounded_fabrik(const Chain<double>& rest, const Vec3<double>& goal, bool too_far, int iterations) {
  Chain<T> p = chain_on<T>(rest);
  const Chain<T> at_rest = p;
  ik_fabrik(p, bone_lengths(p), at_rest, Vec3<T>(goal.cast<T>()), too_far, iterations);
  return p;
}
template <>
Chain<Tracked> bounded_fabrik(const Chain<double>& rest, const Vec3<double>& goal, bool too_far,
                              int iterations);

}  // namespace bindpose::ik
