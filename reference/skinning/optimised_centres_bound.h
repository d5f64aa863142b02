// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: bounds on the steps of optimised centres of rotation in float32.
//
// exp: reference/numeric/exponential.h.
// Area. The length of a vector changes by at most the change of the vector, so the error of 2 a_t is at most the
// length of the cross product's errors, also for small areas. The argument of the root has three products and two
// sums; the root halves its relative error and adds its own.
#pragma once

#include "reference/numeric/exponential.h"
#include "reference/skinning/optimised_centres.h"

namespace bindpose::skinning {

template <>
Tracked twice_area(const Vec3<Tracked>& a, const Vec3<Tracked>& b, const Vec3<Tracked>& c);

}  // namespace bindpose::skinning
