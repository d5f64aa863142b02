// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: cubic spline keyframes - Hermite curves through the keys, with a tangent on either side of each.
//
// Formula. For t_k <= t <= t_k+1, d = t_k+1 - t_k and u = (t - t_k) / d:
//   x(t) = (2 u^3 - 3 u^2 + 1) v_k + d (u^3 - 2 u^2 + u) b_k + (-2 u^3 + 3 u^2) v_k+1 + d (u^3 - u^2) a_k+1
//   x(t) = v_0   for t < t_0,   x(t) = v_K-1   for t > t_K-1
// A rotation is normalised afterwards, x / |x|, also on a key and outside the keys.
// The formulations are one result computed in different orders:
//   powers      the polynomials as above
//   factored    (1 + 2 u) (1 - u)^2,  u (1 - u)^2,  u^2 (3 - 2 u),  u^2 (u - 1)
//
// Source. glTF 2.0, appendix C.5 (cubic spline interpolation) and section 3.11 (animations). Deviation: none.
//
// Symbols.
//   t_k             key times, array "times" [K], seconds, strictly increasing
//   a_k, v_k, b_k   in-tangent (a second), value, out-tangent, array "values" [K, 3, w] in this order; the
//   v_k are unit
//                   quaternions (x, y, z, w) where "is_rotation" [1] is 1
//   d, u            length of the interval in seconds, interpolation parameter 0 .. 1
//   t               times asked for, array "t" [M], seconds
//   x               array "values" [M, w]
//
// Requires. At least one key and three rows a key (COUNT_MISMATCH, ARRAY_SHAPE), finite keys (NOT_FINITE),
// increasing times (TIME_ORDER), rotations v_k of length 1 within 0.02 (NOT_UNIT).
//
// Degenerate. One key holds for ever. The first in-tangent and the last out-tangent are not used, but must be
// finite. The quaternions of a curve are used with the signs they have: keys of opposite sign take the long
// way round, and a curve through 0 has no rotation there (ZERO_ROTATION): the row is zero and noted as
// undefined. A t that is not a number is before the first key.
#pragma once

#include <vector>

#include "reference/model/error.h"
#include "reference/model/pose.h"

namespace bindpose::animation {

enum class HermiteForm { powers, factored };

/// The track's value at time t, clamped to its keys [#width]; its interpolation must be cubicspline.
template <class T>
Expected<std::vector<T>> cubicspline_track(const Track& track, double t,
                                           HermiteForm form = HermiteForm::powers);

/// The same for a track that validate() accepts.
template <class T>
std::vector<T> cubicspline_value(const Track& track, double t, HermiteForm form = HermiteForm::powers);

}  // namespace bindpose::animation
