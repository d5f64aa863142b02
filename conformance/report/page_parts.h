// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: common parts of HTML pages: untrusted text as HTML, links to tests, and a policy that allows only the
// page's own style and script.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bindpose::conformance {

/// Largest size of a page of 6,000 tests. A larger page cuts its messages, and mentions it.
inline constexpr std::size_t most_page_bytes = 4'990'000;
/// Largest size of one message, in bytes.
inline constexpr std::size_t most_message = 2000;

/// page_text() between tags.
std::string html_text(std::string_view text, std::size_t most = most_message);
/// Escaped text, isolated from the writing direction of its surroundings.
std::string foreign_html(std::string_view text, std::size_t most = most_message);

/// Bytes as in a URL: %XX for all except letters, digits and these.
std::string url_escaped(std::string_view text, std::string_view plain = "-_.");
/// "#test=NAME", which opens a page at a test.
std::string test_fragment(const std::string& test);

/// A table that scrolls separately from the page. attributes: of the table, " id=\"devices\"".
std::string html_table(const std::vector<std::string>& columns, const std::string& rows,
                       std::string_view attributes = "");

/// A template of conformance/report/page/ with its script; all share head and style.
struct PageProgram {
  std::string_view html, script, script_hash;  ///< the hash in hexadecimal
};
PageProgram report_program();
PageProgram comparison_program();
/// A page with one list: the rows below an element with data-list. Its template `filters-template` has the filters.
PageProgram list_program();
/// Its data are in the format of same.js.
PageProgram same_program();

/// The whole page. parts: the template's other marks between style and script, in their order.
std::string page_of(const PageProgram& program, std::string_view title,
                    const std::vector<std::pair<std::string_view, std::string>>& parts);
/// Size without the parts.
std::size_t bytes_of(const PageProgram& program);

/// The template with each mark replaced once, in order.
std::string filled(std::string_view text, const std::vector<std::pair<std::string_view, std::string>>& parts);

/// JSON that cannot end a script, for any texts.
std::string script_safe(const std::string& json);

}  // namespace bindpose::conformance
