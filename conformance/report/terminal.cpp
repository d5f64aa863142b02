// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/terminal.h"

#include <algorithm>

#include <fmt/format.h>

#include "reference/io/lines.h"

namespace bindpose::conformance {

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

bool fits(std::string_view text, std::size_t columns) {
  return std::ranges::all_of(lines_of(text),
                             [columns](std::string_view line) { return columns_of(line) <= columns; });
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns, std::size_t indent) {
  std::vector<std::string> lines(1);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    std::string& line = lines.back();
    if (!line.empty() && columns_of(line) + 1 + columns_of(word) > columns)
      lines.push_back(std::string(indent, ' ').append(word));
    else
      line += (line.empty() ? "" : " ") + std::string(word);
    begin = end + 1;
  }
  return lines;
}

std::string entry_text(std::string_view name, std::string_view meaning, std::size_t column,
                       std::size_t columns) {
  std::string text = fmt::format("  {}", name);
  if (meaning.empty()) return text + "\n";
  bool is_below = columns_of(text) + 2 > column;
  if (is_below) text += "\n";
  for (const std::string& line : wrapped(meaning, columns - std::min(column, columns))) {
    text += std::string(is_below ? column : column - columns_of(text), ' ') + line + "\n";
    is_below = true;
  }
  return text;
}

std::string wrapped_lines(std::string_view text, std::size_t columns) {
  constexpr std::size_t widest_label = 36;
  std::string all;
  for (const std::string_view line : lines_of(text)) {
    if (columns_of(line) <= columns) {
      all += std::string(line) + "\n";
      continue;
    }
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t blanks = line.find("  ", indent);
    const std::size_t label = blanks == line.npos ? line.npos : line.find_first_not_of(' ', blanks);
    const bool has_label = label != line.npos && label <= std::min(widest_label, columns / 2);
    const std::size_t begin = has_label ? label : indent, next = has_label ? label : indent + 2;
    std::string before(line.substr(0, begin));
    for (const std::string& each : wrapped(line.substr(begin), columns - std::min(next, columns / 2))) {
      all += before + each + "\n";
      before = std::string(next, ' ');
    }
  }
  return all;
}

std::string fitting_parts(const std::vector<std::string>& parts, std::size_t columns) {
  std::string line;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    const std::string more = line.empty() ? part : line + "; " + part;
    if (line.empty() || columns_of(more) <= columns) line = more;
  }
  return line;
}

std::vector<std::string> wrapped_command(std::string_view command, std::size_t columns) {
  std::vector<std::string> lines(1), words(1);
  bool in_quotes = false;
  for (const char c : command) {
    if (c == '\'') in_quotes = !in_quotes;
    if (c == ' ' && !in_quotes)
      words.emplace_back();
    else
      words.back() += c;
  }
  for (const std::string& word : words) {
    std::string& line = lines.back();
    if (!line.empty() && columns_of(line) + 1 + columns_of(word) + 2 > columns) {
      line += " \\";
      lines.push_back("  " + word);
    } else {
      line += (line.empty() ? "" : " ") + word;
    }
  }
  return lines;
}

}  // namespace bindpose::conformance
