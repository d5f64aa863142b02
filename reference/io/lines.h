// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: text files line by line.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace bindpose {

/// Removes blanks at both ends.
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r");

/// Removes the byte order mark that editors on Windows write at the beginning.
std::string_view without_mark(std::string_view text);

/// The lines without their ends. Text after the last line end is a line unless it is empty.
std::vector<std::string_view> lines_of(std::string_view text);

struct NumberedLine {
  std::size_t number;  ///< from 1
  std::string_view line;
};
/// The lines with content, without trailing blanks. Skips blank lines, comments after '#' and a byte order mark.
std::vector<NumberedLine> content_lines(std::string_view text);

}  // namespace bindpose
