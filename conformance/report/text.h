// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: text from anywhere - names, drivers' and students' words - made safe for XML, HTML and terminals.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bindpose::conformance {

/// Valid UTF-8 without control characters: bytes that are not UTF-8 become U+FFFD, an end of line of any kind
/// becomes "\n", tabs stay; the other control characters (C0, DEL, C1) and noncharacters are omitted. Marks that turn the
/// direction of writing, or hide, are written out: "[U+202E]". What remains may be in XML 1.0 and moves no terminal's cursor.
std::string shown_text(std::string_view text);

/// The same in one line: what is before it keeps it from being a command of GitHub's ("::error::").
std::string shown_line(std::string_view text);

/// shown_text() whose lines after the first are behind a bar, "  | ": so a terminal, or a reader of a log, does not take them for ours.
std::string quoted_text(std::string_view text);

/// shown_text() with & < > " ' escaped: between tags, of XML and of HTML, and in a quoted HTML attribute.
std::string xml_text(std::string_view text);

/// At most so many bytes from the beginning of a text, in whole characters.
std::string_view beginning_of(std::string_view text, std::size_t most);

/// Parts of a test's name "<case>/<subject>/<variant>"; empty: missing.
struct TestName {
  std::string_view case_name, subject, variant;
};
TestName parts_of(std::string_view test);

/// What file systems take as a name, with an ending of 20 bytes behind it: "/" becomes ".", and of a longer text the middle gives way
/// to a hash of all of it.
std::string file_name(std::string text);

}  // namespace bindpose::conformance
