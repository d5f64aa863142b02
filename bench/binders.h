// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the cost of every method of `bindpose bind` by the number of vertices: time, its growth compared with
// n log n, and memory.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace bindpose::bench {

/// Prints a Markdown table for a tube with 64 joints and 10^3, 10^4, ... vertices, up to the largest. ids:
/// the methods to measure; empty: all. Returns an exit code: 1 if weights are not right, 2 for an unknown id.
int print_binders(const std::vector<std::string>& ids, std::size_t largest);

}  // namespace bindpose::bench
