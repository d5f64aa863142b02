// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what binding costs by the number of vertices - time, how it grows beside n log n, and memory - of every method of `bindpose bind`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "reference/model/error.h"

namespace bindpose::bench {

/// Those with these ids, all where there are none. Error METHOD_UNKNOWN.
Expected<std::vector<std::string_view>> binders_of(const std::vector<std::string>& ids);

/// Prints a table in Markdown, of a tube under 64 joints, of 10^3 vertices and ten times as many up to the largest. Returns an exit code: 1 where weights
/// are not right.
int print_binders(const std::vector<std::string_view>& methods, std::size_t largest);

/// The same table of instructions, which caches and neighbours on the machine do not change: valgrind counts them, running this program once more for
/// each number. 2 where there is no valgrind.
int print_binder_instructions(const std::vector<std::string_view>& methods, std::size_t largest);

/// What valgrind runs: one answer of one method. Exit code: 1 where there is none.
int answer_as_binder(const std::string& method, std::size_t vertices);

}  // namespace bindpose::bench
