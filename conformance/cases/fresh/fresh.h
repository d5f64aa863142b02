// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: variants of the built-in cases with new numbers, so that stored outputs fail.
#pragma once

#include "reference/model/case.h"

namespace bindpose::conformance {

/// The case with seeded changes of its numbers: rotated and moved poses, jittered meshes, other
/// times between the same keys. The case keeps its purpose: keys and limits that are hit, equal and
/// opposite rotations, seams, weights. The result depends only on seed, case and index. Named
/// "<family>.<stem>.fresh-<index>.<rest>". If the reference refuses every changed input, the case
/// has a random input of the same algorithm. Errors FRESH_IMPOSSIBLE (also for level asset), and
/// the case's own.
Expected<Case> fresh_case(const Case& base, std::string_view seed, std::size_t index);

/// Like fresh_case(), but computes the input, or its error, on each request, so that thousands of
/// cases cost no time or memory before they run.
Case fresh_case_on_demand(const std::shared_ptr<const Case>& base, std::string seed, std::size_t index);

/// True if this is the name of a fresh case.
bool is_fresh(std::string_view case_name);

/// The number of output values of a case that are judged, that is, decided in float32. 0 if there
/// are none.
std::size_t decided_numbers(const Case& c);

}  // namespace bindpose::conformance
