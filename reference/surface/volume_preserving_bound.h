// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the bound on the multiplier of any float32 solver.
//
// Formula. A float32 subject solves p up to the residual e = 2 sum E_i |k|^i + 2 (roundings of p) + 1e-12 |V(x)|:
// twice the error of evaluating p, because Newton stops when p is indistinguishable from 0, and because the volume
// of the displaced mesh may be measured instead of p. reference/numeric/conditioned.h makes it a bound on k.
#pragma once

#include "reference/surface/volume_preserving.h"

namespace bindpose::surface {

/// The bound for the function of the same name in volume_preserving.h.
Expected<Tracked> multiplier(const Cubic<Tracked>& p, double gradient_size, const std::string& place = {});

}  // namespace bindpose::surface
