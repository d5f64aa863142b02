// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: one bound for both formulations of twisting and rotating a direction
// (reference/skinning/stretchable_twistable.h).
//
// Formula. The forms differ by as much as a quaternion's length differs from 1. With u by Rodrigues and v by one
// quaternion, both tracked, the bound around u is max(error(u), error(v) + |u - v|), number by number.
#pragma once

#include "reference/skinning/stretchable_twistable.h"

namespace bindpose::skinning {

Vec3<Tracked> twisted(TwistForm form, const Quat<Tracked>& R, const Vec3<Tracked>& d, const Tracked& theta,
                      const Vec3<Tracked>& y);

}  // namespace bindpose::skinning
