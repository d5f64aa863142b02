// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: cases like the built-in ones with new numbers, so that stored outputs fail.
#pragma once

#include "reference/model/case.h"

namespace bindpose::conformance {

/// The case with seeded changes of its numbers: poses rotated and moved, meshes jittered, other times between
/// the same keys. The purpose of the case stays: keys and limits that are hit, equal and opposite rotations,
/// seams, weights. The same for the same seed, case and index on every machine.
/// Named "<family>.<stem>.fresh-<index>.<rest>". If the reference refuses every changed input, a random input of the
/// same algorithm.
/// Errors FRESH_IMPOSSIBLE (also for level asset), and the case's own.
Expected<Case> fresh_case(const Case& base, std::string_view seed, std::size_t index);

/// Like fresh_case(), but computes the input, or its error, on each request, so that thousands of cases cost no time
/// or memory before they run.
Case fresh_case_on_demand(const std::shared_ptr<const Case>& base, std::string seed, std::size_t index);

/// True if this is the name of a fresh case.
bool is_fresh(std::string_view case_name);

/// The number of judged numbers in a case's output, which float32 decides. 0 if there are none.
std::size_t decided_numbers(const Case& c);

}  // namespace bindpose::conformance
