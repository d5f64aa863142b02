// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: all words that `bindpose explain` knows, for searches by a part of a word or of its explanation.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bindpose::conformance {

struct KnownWord {
  std::string word;     ///< "delta-mush"
  std::string kind;     ///< "algorithm"
  std::string meaning;  ///< in a few words
};
/// A word of bindpose's output that is in no other table.
struct Term {
  std::string_view word;
  std::string_view kind;  ///< "word of the summary"
  std::string_view meaning;
};
std::span<const Term> terms();

/// Words of all kinds, each in the order of its table. A stage or policy of several algorithms occurs once.
std::vector<KnownWord> known_words();

/// Words with a part of the name that begins with the text, then words whose meaning has
/// such a word; case does not matter. If the text has several words, each must match.
std::vector<KnownWord> words_with(std::string_view text);

/// Prints words_with() and how many built-in cases have it in their names; false if there is nothing to print.
bool list_meanings(const std::string& text);

/// The known word with a similar spelling, and a similar part of a known word, such as "weights" of
/// "weights-ignored": both, one or neither; never a part that the word also has.
std::vector<std::string> nearest_known_words(const std::string& word);

}  // namespace bindpose::conformance
