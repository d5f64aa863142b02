// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an error of one step of 2^-11 as a number of half floats.
//
// Bound. The number of half floats between a value and the farther of its two neighbours on the grid of 2^-11: 1
// above 1/2, 2 above 1/4, and so on; 4096 between 0 and 2^-11.
#pragma once

#include "reference/numeric/tracked.h"

namespace bindpose::binding {

template <class T>
T bits_of_half(const T& half);
template <>
Tracked bits_of_half(const Tracked& half);

}  // namespace bindpose::binding
