// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: direct delta mush with the bound of the rotation that some float32 solver finds.
//
// Formula. R' of a float32 subject is within |R' - R|_F <= error of the nearest rotation R to A, whatever solver it
// takes: reference/numeric/conditioned.h. The nine numbers of R' are not independent: what is turned by R' is off by at
// most error times its length. So R stays exact here and the error is added to what it turns. In R x + (q - R p) an
// error of R only sees x - p.
#pragma once

#include "reference/numeric/scalar.h"
#include "reference/numeric/transform.h"

namespace bindpose::surface {

/// R, exact, and what bounds a subject's.
struct BoundedRotation {
  Mat3<Tracked> R;
  double spread;  ///< s_2 + s_3
  double error;   ///< bound on |R' - R|_F
};

/// As direct_delta_mush.h's.
BoundedRotation nearest_rotation(const Mat3<Tracked>& A);
Vec3<Tracked> turned(const BoundedRotation& R, const Vec3<Tracked>& d);
Vec3<Tracked> moved(const BoundedRotation& R, const Vec3<Tracked>& x, const Vec3<Tracked>& q,
                    const Vec3<Tracked>& p);

}  // namespace bindpose::surface
