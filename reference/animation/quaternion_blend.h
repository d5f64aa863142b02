// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a weighted mean of any number of rotations - brought to the lead's half of the sphere, summed,
// normalised.
//
// Formula.
//   q = normalize(sum_i w_i s_i q_i),   s_i = -1 where q_i . q_lead < 0, else +1
// The formulations are one result computed in different orders:
//   sum-then-normalise   as above
//   weights-first        w_i / sum w takes w_i's place
//
// Source. V. Houska, Animace na GPU, Charles University 2005, appendix A. The sum is the first-order mean of
// C. Gramkow, On averaging rotations, International Journal of Computer Vision 42, 2001. Deviation: s_i is +1
// where the dot product is 0, where a sign function gives 0 and would drop the rotation.
//
// Symbols. N rows, K rotations a row.
//   q_i      unit quaternions (x, y, z, w), array "rotations" [N, K, 4]
//   w_i      array "weights" [N, K], at least 0, used as given: only their ratios matter
//   q_lead   which of a row's rotations says what the near half of the sphere is: array "leads" [N] integers
//            0 .. K - 1; its weight may be 0
//   q        array "values" [N, 4]; its sign is that of the lead's half
//
// Requires. Arrays of matching shape (ARRAY_SHAPE), leads in range (INDEX_RANGE), weights that are finite
// (NOT_FINITE) and not negative (NEGATIVE_WEIGHT); the lead and every rotation of positive weight finite
// (NOT_FINITE) and of length 1 within 0.02 (NOT_UNIT).
//
// Degenerate. A rotation of weight 0 that does not lead is not looked at, even if it holds NaN. A sum of
// exactly 0 - no weight above 0, or rotations that cancel since all are 180 degrees from the lead - has no
// direction: the row is undefined, ZERO_BLEND. A rotation 180 degrees from the lead has dot product 0: the
// reference takes s = +1, an evaluation whose product rounds below 0 the other sign, and both are right;
// where a row has several such, the judge knows the answers with all signs as the reference has them and with
// all the others. The blend of two rotations is nlerp at t = w_1 / (w_0 + w_1). The rotations are blended as
// if between short arcs from the lead: another lead can give another result.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "reference/numeric/transform.h"

namespace bindpose::animation {

enum class BlendForm { sum_then_normalise, weights_first };

/// q_i as (x, y, z, w), w_i [#q]; lead < #q. Nothing where the sum is 0.
template <class T>
std::optional<Vec4<T>> quaternion_blend(const std::vector<Vec4<T>>& q, const std::vector<T>& w,
                                        std::size_t lead, BlendForm form = BlendForm::sum_then_normalise);

}  // namespace bindpose::animation
