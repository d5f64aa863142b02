// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/markdown.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/report/text.h"
#include "reference/io/lines.h"

namespace bindpose::conformance {
namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Whether Markdown or HTML could take the character at i for markup wherever it stands in a line.
bool is_markup(std::string_view line, std::size_t i) {
  const char before = i == 0 ? ' ' : line[i - 1];
  const char after = i + 1 == line.size() ? ' ' : line[i + 1];
  const char c = line[i];
  if (std::string_view("\\`*~|$").find(c) != std::string_view::npos) return true;
  if (c == '_') return !is_letter_or_digit(before) || !is_letter_or_digit(after);
  if (c == '(' || c == ':') return before == ']';
  return c == '[' && (before == ']' || before == '!' || after == '^');
}

/// Where a line could begin a heading, a list, a quotation or a rule: the place of the character that does.
std::size_t block_mark(std::string_view line) {
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  const char first = digits < line.size() ? line[digits] : ' ';
  const char second = digits + 1 < line.size() ? line[digits + 1] : ' ';
  const bool ends = second == ' ' || second == '\t';
  if (digits > 0) return ends && (first == '.' || first == ')') ? digits : std::string_view::npos;
  const bool marks = std::string_view("#-+=").find(first) != std::string_view::npos;
  return marks && (ends || second == first) ? 0 : std::string_view::npos;
}

std::string md_line(std::string_view line, std::size_t mark) {
  std::string escaped;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '<' || line[i] == '>' || line[i] == '&') {
      escaped += xml_text(line.substr(i, 1));
      continue;
    }
    if (i == mark || is_markup(line, i)) escaped += '\\';
    escaped += line[i];
  }
  return escaped;
}

}  // namespace

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, std::min(text.find('\n'), text.size())));
}

std::string md_text(std::string_view text) {
  const std::string clean = shown_text(text);
  std::vector<std::string> lines;
  for (std::string_view line : lines_of(clean)) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    lines.push_back(md_line(line, block_mark(line)));
  }
  return fmt::format("{}", fmt::join(lines, "  \n"));
}

std::string md_inline(std::string_view text) {
  return md_line(first_line(shown_text(text)), std::string_view::npos);
}

}  // namespace bindpose::conformance
