// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: decides which bounds are too wide to test anything.
#pragma once

#include "reference/model/declaration.h"

namespace bindpose {

/// A number is judged if its bound is at most this share of its array's scale.
inline constexpr double largest_judged_share = 0.1;

/// The largest finite magnitude of an output's array. For lengths, such as residuals, the input's points and lengths count
/// as well: a residual of 0 is judged relative to the size of the mesh.
double scale_of_answer(const Declaration& declaration, std::string_view array,
                       const std::vector<double>& values, const ArraySet& question);

/// Makes bounds above largest_judged_share of the scale infinite: these numbers are undecided. Does nothing for a
/// scale of 0.
void open_wide_bounds(std::vector<double>& bounds, double scale);

}  // namespace bindpose
