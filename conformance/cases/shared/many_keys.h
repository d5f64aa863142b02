// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: tracks with more keys than naive code supports: more than 8, more than 256.
#pragma once

#include "reference/model/arrays.h"
#include "reference/model/pose.h"

namespace bindpose::conformance {

/// `count` key times from 0.5 s on, about a quarter of a second apart, no three neighbours evenly spaced.
std::vector<double> many_times(std::size_t count);

/// `count` numbers from -5 to 5, neighbours far apart.
std::vector<double> many_numbers(std::size_t count);

/// `count` rotations, each about another axis.
std::vector<Vec4<double>> many_rotations(std::size_t count);

/// The time 3/8 of the way from this key to the next.
double moment_behind(const std::vector<double>& times, std::size_t key);

/// A track of one number with `count` keys. Its times are in a few intervals (also the first and the last), on a late key, and after
/// the last.
ArraySet many_keys(Interpolation interpolation, std::size_t count);

/// Many keys of rotations, linear or held.
ArraySet many_turns(Interpolation interpolation, std::size_t count);

}  // namespace bindpose::conformance
