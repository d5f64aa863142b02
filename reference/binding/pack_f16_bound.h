// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the bits of a half float that may be one step of 2^-11 more or less.
//
// Bound. As many half floats as lie between it and the farther of its two neighbours on the grid of 2^-11: above 1/2 one, above 1/4 two, and so on;
// between 0 and 2^-11 there are 4096.
#pragma once

#include "reference/numeric/tracked.h"

namespace bindpose::binding {

template <class T>
T bits_of_half(const T& half);
template <>
Tracked bits_of_half(const Tracked& half);

}  // namespace bindpose::binding
