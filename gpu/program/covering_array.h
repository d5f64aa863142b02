// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a covering array: few of all combinations, which together contain every choice of values of any few
// axes that occurs in any combination.
#pragma once

#include <cstddef>
#include <vector>

namespace bindpose::gpu {

/// The number of a value on each axis.
using Combination = std::vector<std::size_t>;

/// Returns the places of the chosen combinations in `all`. For each choice of `strength` axes they have every tuple of values that a
/// combination of `all` has. The first is the first of `all`; the choice is greedy and depends on nothing else.
std::vector<std::size_t> covering_array(const std::vector<Combination>& all, std::size_t strength);

}  // namespace bindpose::gpu
