// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: suggests the known word that a mistyped word means.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bindpose {

/// Number of edits between two words: inserted, removed or exchanged
/// letters, and swaps of neighbours. Source: F. J. Damerau, A
/// technique for computer detection and correction of spelling
/// errors, 1964; the distance in which no letter is changed twice.
std::size_t typing_distance(std::string_view a, std::string_view b);

/// The nearest word, the first of equals; empty if every word differs in more than a third of its letters.
std::string nearest_word(std::string_view word, const std::vector<std::string>& known);

/// "; did you mean 'WORD'?" to append to an error; empty if no word is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace bindpose
