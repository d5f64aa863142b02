// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: answers that are not known exactly (vertices seen through a camera), and which of their numbers decide anything.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "conformance/judge/expectation.h"

namespace bindpose::conformance {

/// Largest uncertainty of a position that is judged, as a share of the mesh's size: about one pixel where the mesh fills a screen.
/// conformance/captures/README.md derives it.
inline constexpr double largest_uncertainty = 1e-3;

/// The same arrays with an infinite uncertainty for each position that is known worse than largest_uncertainty and is within bound and
/// uncertainty: it becomes undecided. A position that is farther off keeps its uncertainty and fails. Nothing if nothing changes.
std::optional<ArraySet> settled(const Expectation& right, const ArraySet& answer);

/// Count of numbers that are undecided because the answer itself is not known: those with infinite uncertainty.
std::size_t unknown_numbers(const ExpectedArray& expected, const Array& got);

/// "12 of 15 numbers are undecided: ..." with the limit; what to do where `is_whole`, which says that an array has no other number.
std::string unknown_words(const Expectation& right, const ArraySet& answer, bool is_whole);

}  // namespace bindpose::conformance
