// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// Which of q_1 and -q_1, the same rotation, is closer to q_0. For half a turn see slerp.md and nlerp.md.
#pragma once

#include "reference/numeric/tracked.h"

namespace bindpose::animation {

/// Arc from q_0: through q_1 or -q_1, whichever is nearer, or through q_1 as given.
enum class Arc { shorter, as_given };

/// True if -q_1 is closer to q_0 than q_1 is. d: the dot product q_0 . q_1.
template <class T>
bool is_negative_nearer(const T& d) {
  return d < T(0);
}

/// At d = 0 both arcs are equally short. A conforming evaluation can take either, so the comparison stays open.
inline bool is_negative_nearer(const Tracked& d) {
  if (d.value() != 0 || d.error() != 0) return d < Tracked(0);
  Branches& branches = Branches::current();
  ++branches.undecided;
  return branches.take_other;
}

}  // namespace bindpose::animation
