// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Step keyframes: the kernel. The page is reference/animation/step_track.md.
#pragma once

#include "reference/animation/shared/keys.h"
#include "reference/animation/shared/unit.h"

namespace bindpose::animation {

/// x(t) = v_k for t_k <= t < t_k+1, v_0 before all keys, v_K-1 after them; rotations normalized by keeps_unit [#width].
template <class T>
std::vector<T> step_track(const Track& track, double t, bool keeps_unit = false) {
  const std::vector<T> x = key_row<T>(track, find_key(track.times, t).key);
  return track.rotation && keeps_unit ? row_of(normalized(Vec4<T>(x.data()))) : x;
}

}  // namespace bindpose::animation
