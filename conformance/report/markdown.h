// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: escapes untrusted text for Markdown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bindpose::conformance {

std::string first_line(std::string_view text);
/// Escapes text so that Markdown shows it unchanged, each line on its own.
std::string md_text(std::string_view text);
/// The first line of a text, escaped for a heading or a cell of a table.
std::string md_inline(std::string_view text);

/// Columns as wide as their longest cell. A row of "---" is a rule.
std::string in_columns(const std::vector<std::vector<std::string>>& rows, const std::string& indent = "");

/// Returns Markdown without title and generated-text marks, in lines of at most `columns`. Tables become columns, or lists if
/// they are wider; an escaped bar in a cell becomes a bar.
std::string readable(std::string_view page, std::size_t columns);

}  // namespace bindpose::conformance
