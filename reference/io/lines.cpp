// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/lines.h"

#include <algorithm>

namespace bindpose {

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string_view without_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.substr(text.starts_with(mark) ? mark.size() : 0);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    lines.push_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(lines.back().size() + 1, text.size()));
  }
  return lines;
}

std::vector<NumberedLine> content_lines(std::string_view text) {
  std::vector<NumberedLine> found;
  std::size_t number = 0;
  for (const std::string_view line : lines_of(without_mark(text))) {
    ++number;
    const std::size_t last = line.find_last_not_of(" \t\r");
    if (last != std::string_view::npos && line.front() != '#')
      found.push_back({number, line.substr(0, last + 1)});
  }
  return found;
}

}  // namespace bindpose
