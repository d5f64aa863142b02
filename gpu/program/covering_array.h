// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a covering array: a few combinations that together contain every tuple of values of any few axes that
// occurs in all combinations.
#pragma once

#include <cstddef>
#include <vector>

namespace bindpose::gpu {

/// The number of a value on each axis.
using Combination = std::vector<std::size_t>;

/// The indices in `all` of the chosen combinations. For each choice of `strength` axes, they have every tuple of
/// values in `all`. The first is the first of `all`; the choice is greedy and deterministic.
std::vector<std::size_t> covering_array(const std::vector<Combination>& all, std::size_t strength);

}  // namespace bindpose::gpu
