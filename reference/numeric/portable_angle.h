// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: sine, cosine and rotations for inputs of cases, with the same bits for every C library. Near multiples of pi,
// std::sin of MinGW has fewer right bits than float32.
#pragma once

#include "reference/numeric/transform.h"

namespace bindpose {

/// Within 2 units in the last place, for |x| < 2^30.
double portable_sin(double x);
double portable_cos(double x);

/// The rotation by an angle in radians about an axis of length 1.
Quat<double> portable_rotation(double angle, const Vec3<double>& axis);

}  // namespace bindpose
