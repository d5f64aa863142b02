// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: text in the columns of a terminal. reference/io/progress_line.h says how many there are.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bindpose::conformance {

/// Characters, not bytes of UTF-8.
std::size_t columns_of(std::string_view text);

/// Lines of at most so many columns, broken at blanks. A longer word has a line of its own.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

/// "  name   meaning" with the meaning in lines that begin at `column` and end before `columns`; below a name that is too long.
std::string entry_text(std::string_view name, std::string_view meaning, std::size_t column,
                       std::size_t columns);

/// Each line in lines of at most so many columns. Text after "  label   " or an indent is continued below its own first word.
std::string wrapped_lines(std::string_view text, std::size_t columns);

/// The first part, then each further one that still fits, with "; " between them.
std::string fitting_parts(const std::vector<std::string>& parts, std::size_t columns);

/// A command in lines that a shell reads as one: broken between words, "\" at the end of all lines but the last.
std::vector<std::string> wrapped_command(std::string_view command, std::size_t columns);

}  // namespace bindpose::conformance
