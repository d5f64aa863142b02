// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how far from the exact output any conforming float32 evaluation of an algorithm may end up, as stored in
// golden files.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reference/model/algorithm.h"

namespace bindpose::golden {

/// The smallest number of 8 significant bits, float32-representable, that is at least x; x >= 0 or infinite.
/// Tracked errors are computed in double and may differ in their last bits between compilers and C libraries;
/// so rounded they are the same bytes everywhere.
double round_bound(double x);

/// For every array of `exact`, by name: a bound per element, over all formulations of
/// the algorithm except those in `leave_out` and those with the error NOT_APPLICABLE,
/// and over both outcomes of every comparison that float32 cannot decide. Infinite in
/// undefined rows, if the two outcomes give different outputs, and if the bound would be
/// too wide to judge by (judged_share.h). Errors come from the evaluation.
using Bounds = std::map<std::string, std::vector<double>>;
Expected<Bounds> float32_bounds(const Implementation& implementation, const ArraySet& question,
                                const Options& policies, const std::vector<std::string>& leave_out,
                                const Result<Quad>& exact);

}  // namespace bindpose::golden
