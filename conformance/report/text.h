// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: untrusted text (names, texts of drivers and students) made safe for XML, HTML and terminals. Also: text in
// the columns of a terminal (reference/io/progress_line.h has their number), and text with styles, which a
// terminal shows in colours.
#pragma once

#include <cstdio>

#include "conformance/judge/verdict.h"

namespace bindpose::conformance {

/// Valid UTF-8 without control characters: invalid bytes become U+FFFD, an end of line of any kind becomes "\n",
/// tabs stay; other control characters (C0, DEL, C1) and noncharacters are removed. Marks that hide text or
/// reverse its direction become "[U+202E]". A backslash breaks commands to the runner of a CI service
/// ("\\::error::", "##vso\\["). The result is valid in XML 1.0 and moves no terminal's cursor.
std::string shown_text(std::string_view text);

/// Printable text in one line.
std::string shown_line(std::string_view text);

/// shown_text() of one_line().
std::string quoted_text(std::string_view text);

/// shown_text() of one_line().
std::string clean_line(std::string_view text);

/// The text without its numbers: the same for messages that differ only in numbers.
std::string without_numbers(std::string_view text);

/// "1 test", "2 tests", "2 vertices".
std::string counted(std::size_t count, std::string_view noun);

/// shown_text() with & < > " ' escaped: between tags, of XML and of HTML, and in a quoted HTML attribute.
std::string xml_text(std::string_view text);

/// Returns the beginning of a text, at most `most` bytes, in whole characters.
std::string_view beginning_of(std::string_view text, std::size_t most);

/// At most this many bytes and "...", cut after a word, or in a long word after a character.
std::string shortened(std::string_view text, std::size_t most);

/// Parts of a test's name "<case>/<subject>/<variant>" or "<case>/<variant>"; empty if missing.
struct TestName {
  std::string_view case_name, subject, variant;
};
TestName parts_of(std::string_view test);
/// A glob for --filter of only this test, for any name of the subject: "<case>/*/<variant>"; the case if the
/// variant is "default".
std::string glob_of_test(std::string_view test);

/// A valid file name that leaves 20 bytes for an ending: "/" becomes ".", and a hash replaces the middle of a long
/// text.
std::string file_name(std::string text);

/// Number of characters instead of UTF-8 bytes.
std::size_t columns_of(std::string_view text);

/// True if no line is longer than `columns`.
bool fits(std::string_view text, std::size_t columns);

/// Breaks a text at blanks into lines of at most `columns`; all but the first begin with `indent` blanks. A longer
/// word has its own line.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns, std::size_t indent = 0);

/// "  name   meaning" with the meaning in lines that begin at `column` and end before `columns`; below a name that is too long.
std::string entry_text(std::string_view name, std::string_view meaning, std::size_t column,
                       std::size_t columns);

/// Breaks each line into lines of at most `columns`. Text after "  label   " or an indent continues below its first word.
std::string wrapped_lines(std::string_view text, std::size_t columns);

/// The first part, then each further one that fits, with "; " between them.
std::string fitting_parts(const std::vector<std::string>& parts, std::size_t columns);

/// A command in lines that a shell reads as one: broken between words, "\" at the end of all lines but the last.
std::vector<std::string> wrapped_command(std::string_view command, std::size_t columns);

/// The time now, in UTC: "2026-11-29T12:30:00Z".
std::string time_now();

enum class Style {
  plain,
  good,  ///< green
  bad    ///< red
};

/// good for a pass, bad for an unexpected result, plain for all others.
Style style_of(Outcome outcome);

class StyledText {
 public:
  void add(std::string text, Style style) { parts_.emplace_back(std::move(text), style); }
  StyledText& operator+=(std::string text) {
    add(std::move(text), Style::plain);
    return *this;
  }
  StyledText& operator+=(const StyledText& other) {
    parts_.insert(parts_.end(), other.parts_.begin(), other.parts_.end());
    return *this;
  }
  bool empty() const { return parts_.empty(); }
  /// Text of all parts, safe to print (shown_text()): parts may come from a subject, a cache or an earlier run.
  std::string text(bool in_colours) const;

 private:
  std::vector<std::pair<std::string, Style>> parts_;
};

/// True for a terminal that is not called dumb, unless NO_COLOR is set (https://no-color.org).
bool wants_colours(std::FILE* file);

}  // namespace bindpose::conformance
