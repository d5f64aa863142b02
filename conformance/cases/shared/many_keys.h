// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: tracks of more keys than are often made room for: past the eighth, past what a byte counts.
#pragma once

#include <vector>

#include "reference/model/arrays.h"
#include "reference/model/pose.h"

namespace bindpose::conformance {

/// So many key times from 0.5 s on, about a quarter of a second apart, no three neighbours evenly spaced.
std::vector<double> many_times(std::size_t count);

/// So many numbers from -5 to 5, neighbours far apart.
std::vector<double> many_numbers(std::size_t count);

/// Times 3/8 of the way in few of the intervals, the first and the last among them, on a late key, and after the last.
std::vector<double> moments_among(const std::vector<double>& times);

/// A track of one number, of so many keys, asked at these moments.
ArraySet many_keys(Interpolation interpolation, std::size_t count);

/// The same of rotations about ever other axes, linear or held.
ArraySet many_turns(Interpolation interpolation, std::size_t count);

}  // namespace bindpose::conformance
