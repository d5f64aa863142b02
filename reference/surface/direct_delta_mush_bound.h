// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: direct delta mush with a bound on the rotation of any float32 solver.
//
// Formula. R' of a float32 subject is within |R' - R|_F <= error of the nearest rotation R to A, for any solver:
// reference/numeric/conditioned.h. The nine numbers of R' are not independent: a vector rotated by R' is off by at
// most error times its length. So R stays exact here, and the rotated vectors get the error. In R x + (q - R p), an
// error of R affects only x - p.
#pragma once

#include "reference/surface/shared/blended.h"

namespace bindpose::surface {

/// The bound for the function of the same name in direct_delta_mush.h.
DeformedVertex<Tracked> turned_by_nearest_rotation(const Mat3<Tracked>& A, const Vec3<Tracked>& q,
                                                   const Vec3<Tracked>& p, const RestVertex<Tracked>& rest,
                                                   double& spread);

}  // namespace bindpose::surface
