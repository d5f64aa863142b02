// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: all words that `bindpose explain` knows, for somebody who knows only a part of one, or a word of what it says.
// And: codes of errors and what each says. Codes of questions, and of rows without an answer, are declared on the algorithms' pages;
// those of everything else here.
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
/// Of each kind as its table has them; a stage or a policy of several algorithms once.
std::vector<KnownWord> known_words();

/// Those of whose name a part begins with the text, then those in whose meaning a word does; capitals are like small letters. Of several
/// words each has to be in one or the other.
std::vector<KnownWord> words_with(std::string_view text);

/// Prints words_with() and how many built-in cases have it in their names; false where there is nothing to print.
bool list_meanings(const std::string& text);

/// The known word that is spelled nearly like it, and the part of one, as "weights" of "weights-ignored": both, one or none; no part
/// that the word has, too.
std::vector<std::string> nearest_known_words(const std::string& word);

struct CodeFacts {
  std::string_view code;
  std::string_view sentence;  ///< without the full stop
};
/// Of devices, subjects, files and options; by the alphabet.
std::span<const CodeFacts> codes_with_facts();

/// Conditions by their words, each with the ids of the algorithms whose pages have it.
using CodeConditions = std::map<std::string, std::vector<std::string_view>>;
/// What the algorithms' pages say of each code.
const std::map<std::string, CodeConditions, std::less<>>& codes_of_pages();

}  // namespace bindpose::conformance
