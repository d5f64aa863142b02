// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: tracks with more than 8 and more than 256 keys, the limits of naive code.
#pragma once

#include "reference/model/arrays.h"
#include "reference/model/pose.h"

namespace bindpose::conformance {

/// `count` key times from 0.5 s on, about 0.25 s apart, unevenly spaced.
std::vector<double> many_times(std::size_t count);

/// `count` numbers from -5 to 5; neighbours differ strongly.
std::vector<double> many_numbers(std::size_t count);

/// `count` rotations about different axes.
std::vector<Vec4<double>> many_rotations(std::size_t count);

/// The time 3/8 of the way from this key to the next.
double moment_behind(const std::vector<double>& times, std::size_t key);

/// A track of one number with `count` keys. Its times are in a few intervals, including the first
/// and the last, on a late key, and after the last key.
ArraySet many_keys(Interpolation interpolation, std::size_t count);

/// Many keys of rotations, linear or constant.
ArraySet many_turns(Interpolation interpolation, std::size_t count);

}  // namespace bindpose::conformance
