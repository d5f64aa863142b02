// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: linear keyframes - numbers go from key to key in straight lines, rotations by slerp.
//
// Formula. For t_k <= t <= t_k+1 and u = (t - t_k) / (t_k+1 - t_k):
//   x(t) = (1 - u) v_k + u v_k+1          numbers
//   x(t) = slerp(v_k, v_k+1, u)           rotations, on the short arc
//   x(t) = v_0   for t < t_0,   x(t) = v_K-1   for t > t_K-1
// The formulations are those of lerp and slerp:
//   two-products, one-product             how numbers are interpolated
//   arccosine                             two-products, slerp with the arccosine
//
// Source. glTF 2.0, appendices C.3 and C.4 and section 3.11 (animations). Deviation: none.
//
// Symbols.
//   t_k   key times, array "times" [K], seconds, strictly increasing
//   v_k   key values, array "values" [K, w]; unit quaternions (x, y, z, w) where "is_rotation" [1] is 1
//   u     interpolation parameter, 0 .. 1
//   t     times asked for, array "t" [M], seconds
//   x     array "values" [M, w]
//
// Requires. At least one key and a value a key (COUNT_MISMATCH, ARRAY_SHAPE), finite keys (NOT_FINITE),
// increasing times (TIME_ORDER), rotations of length 1 within 0.02 (NOT_UNIT).
//
// Degenerate. One key holds for ever. On a key the value is the key's own, with its sign: between keys of
// opposite sign x has the sign of the earlier one. Adjacent keys 180 degrees apart leave the arc open, see
// slerp. A t that is not a number is before the first key.
#pragma once

#include <vector>

#include "reference/model/error.h"
#include "reference/model/pose.h"

namespace bindpose::animation {

enum class LinearForm { two_products, one_product, arccosine };

/// The track's value at time t, clamped to its keys [#width]; its interpolation must be linear.
template <class T>
Expected<std::vector<T>> linear_track(const Track& track, double t,
                                      LinearForm form = LinearForm::two_products);

/// The same for a track that validate() accepts.
template <class T>
std::vector<T> linear_value(const Track& track, double t, LinearForm form = LinearForm::two_products);

}  // namespace bindpose::animation
