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

/// Prints a table in Markdown for a tube with 64 joints, with 10^3 vertices, then ten times as many up to the
/// largest; ids: only these methods; empty: all. Returns an exit code: 1 if weights are not right, 2 for an
/// unknown id.
int print_binders(const std::vector<std::string>& ids, std::size_t largest);

}  // namespace bindpose::bench
