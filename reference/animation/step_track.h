// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: step keyframes - a value holds from its key until the next.
//
// Formula.
//   x(t) = v_k   for t_k <= t < t_k+1
//   x(t) = v_0   for t < t_0,   x(t) = v_K-1   for t >= t_K-1
//
// Source. glTF 2.0, appendix C.2 (step interpolation) and section 3.11 (animations). Deviation: none; the
// key's own time belongs to the new value, as the appendix has it.
//
// Symbols.
//   t_k   key times, array "times" [K], seconds, strictly increasing
//   v_k   key values, array "values" [K, w]; unit quaternions (x, y, z, w) where "is_rotation" [1] is 1
//   t     times asked for, array "t" [M], seconds
//   x     array "values" [M, w]
//
// Requires. At least one key and a value a key (COUNT_MISMATCH, ARRAY_SHAPE), finite keys (NOT_FINITE),
// increasing times (TIME_ORDER), rotations of length 1 within 0.02 (NOT_UNIT).
//
// Degenerate. One key holds for ever. Values are copied, so the answer is exact; a rotation is not
// renormalised. A t that is not a number is before the first key.
#pragma once

#include <vector>

#include "reference/model/error.h"
#include "reference/model/pose.h"

namespace bindpose::animation {

/// The track's value at time t, clamped to its keys [#width]; its interpolation must be step.
template <class T>
Expected<std::vector<T>> step_track(const Track& track, double t);

/// The same for a track that validate() accepts.
template <class T>
std::vector<T> step_value(const Track& track, double t);

}  // namespace bindpose::animation
