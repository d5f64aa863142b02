// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how well float32 knows the steps of optimised centres of rotation.
//
// exp. As precise as GLSL 4.60 section 4.7.1 demands: 3 + 2 |x| ulp. An argument known to d adds
//   |e^(x + d) - e^x| <= e^x d e^d
// Area. The length of a vector changes by no more than the vector does, so the error of 2 a_t is at most the length
// of the cross product's errors, also where the area is small; three products and two sums stand below the root, half
// of whose relative error comes out of it, then the root's own.
#pragma once

#include "reference/skinning/optimised_centres.h"

namespace bindpose {

Tracked exp(const Tracked& x);

namespace skinning {

template <>
Tracked twice_area(const Vec3<Tracked>& a, const Vec3<Tracked>& b, const Vec3<Tracked>& c);

}  // namespace skinning
}  // namespace bindpose
