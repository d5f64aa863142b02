// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the largest distance of any conforming float32 evaluation of an algorithm from the exact output, as stored
// in golden files.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reference/model/algorithm.h"

namespace bindpose::golden {

/// The smallest number of 8 significant bits, float32-representable, that is at least x; x >= 0 or infinite.
/// Tracked errors in double may differ in their last bits between compilers and C libraries; after this rounding,
/// they have the same bytes everywhere.
double round_bound(double x);

/// For every array of `exact`, by name: a bound per element, over all formulations of the algorithm except those
/// in `leave_out` and those with the error NOT_APPLICABLE, and over both outcomes of every comparison that float32
/// cannot decide. Infinite in undefined rows, if the two outcomes give different outputs, and if the bound is too
/// wide for a judgement (judged_share.h). Errors come from the evaluation.
using Bounds = std::map<std::string, std::vector<double>>;
Expected<Bounds> float32_bounds(const Implementation& implementation, const ArraySet& question,
                                const Options& policies, const std::vector<std::string>& leave_out,
                                const Result<Quad>& exact);

}  // namespace bindpose::golden
