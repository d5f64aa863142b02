// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what binding costs by the number of vertices - time, how it grows beside n log n, and memory - of every method of `bindpose bind`.
#pragma once

#include <cstddef>

namespace bindpose::bench {

/// Prints a table in Markdown, of a tube under 16 joints, of 10^3 vertices and ten times as many up to the largest. Returns an exit code: 1 where weights
/// are not right.
int print_binders(std::size_t largest);

}  // namespace bindpose::bench
