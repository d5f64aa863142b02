// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/markdown.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/report/text.h"
#include "reference/io/lines.h"

namespace bindpose::conformance {
namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// True if Markdown or HTML could interpret the character at i as markup anywhere in a line.
bool is_markup(std::string_view line, std::size_t i) {
  const char before = i == 0 ? ' ' : line[i - 1];
  const char after = i + 1 == line.size() ? ' ' : line[i + 1];
  const char c = line[i];
  if (std::string_view("\\`*~|$").find(c) != std::string_view::npos) return true;
  if (c == '_') return !is_letter_or_digit(before) || !is_letter_or_digit(after);
  if (c == '(' || c == ':') return before == ']';
  return c == '[' && (before == ']' || before == '!' || after == '^');
}

/// Position of the character with which a line could begin a heading, a list, a quotation or a rule.
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

using Row = std::vector<std::string>;

/// "| a | b \| c |" as {"a", "b | c"}.
Row cells_of(const std::string& line) {
  Row cells(1);
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|')
      cells.back() += line[++i];
    else if (line[i] == '|')
      cells.emplace_back();
    else
      cells.back() += line[i];
  }
  cells.pop_back();
  for (std::string& cell : cells) {
    cell.erase(0, cell.find_first_not_of(' '));
    cell.erase(cell.find_last_not_of(' ') + 1);
  }
  return cells;
}

bool is_rule(const Row& row) {
  return std::all_of(row.begin(), row.end(), [](const std::string& cell) {
    return cell.find_first_not_of("-:") == std::string::npos;
  });
}

}  // namespace

std::string in_columns(const std::vector<std::vector<std::string>>& rows, const std::string& indent) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows)
    for (std::size_t c = 0; c < row.size() && !is_rule(row); ++c) {
      widths.resize(std::max(widths.size(), c + 1));
      widths[c] = std::max(widths[c], columns_of(row[c]));
    }
  std::string text;
  for (const Row& row : rows) {
    std::string line = indent;
    for (std::size_t c = 0; c < row.size(); ++c)
      line += fmt::format("{:<{}}  ", is_rule(row) ? std::string(widths[c], '-') : row[c], widths[c]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

namespace {

/// "see [slerp](slerp.md)" as "see slerp". Addresses of web pages stay: "[glTF](https://...)" as "glTF
/// (https://...)".
std::string without_links(std::string_view line) {
  std::string text;
  for (;;) {
    const std::size_t middle = line.find("](");
    const std::size_t end = middle == line.npos ? line.npos : line.find(')', middle);
    const std::size_t begin = end == line.npos ? line.npos : line.rfind('[', middle);
    if (begin == line.npos) return text.append(line);
    const std::string_view address = line.substr(middle + 2, end - middle - 2);
    text.append(line.substr(0, begin)).append(line.substr(begin + 1, middle - begin - 1));
    if (address.find("://") != address.npos) text.append(" (").append(address).append(")");
    line.remove_prefix(end + 1);
  }
}

/// Each row as its first cell, followed by lines "heading: cell".
std::string as_list(const std::vector<Row>& rows, std::size_t columns) {
  std::string text;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    if (is_rule(rows[r]) || rows[r].empty()) continue;
    text += wrapped_lines("- " + rows[r].front(), columns);
    for (std::size_t c = 1; c < rows[r].size(); ++c) {
      const std::string heading = c < rows[0].size() && !rows[0][c].empty() ? rows[0][c] + ": " : "";
      if (!rows[r][c].empty()) text += wrapped_lines("    " + heading + rows[r][c], columns);
    }
  }
  return text;
}

std::string table_text(const std::vector<Row>& rows, std::size_t columns) {
  const std::string text = in_columns(rows);
  return fits(text, columns) ? text : as_list(rows, columns);
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

std::string readable(std::string_view page, std::size_t columns) {
  std::string text, paragraph;
  std::vector<Row> table;
  bool is_code = false;
  const auto end_block = [&] {
    for (const std::string& line :
         wrapped(without_links(paragraph), columns, paragraph.starts_with('-') ? 2 : 0))
      if (!paragraph.empty()) text += line + "\n";
    text += table_text(table, columns);
    paragraph.clear();
    table.clear();
  };
  for (const std::string_view line : lines_of(page.substr(std::min(page.find('\n') + 1, page.size())))) {
    const bool is_fence = line.starts_with("```");
    const bool is_prose = !is_code && !is_fence && !line.empty() && line.find_first_of("#|<") != 0;
    if (is_prose && !line.starts_with('-') && !(paragraph.empty() && line.starts_with(' '))) {
      paragraph += (paragraph.empty() ? "" : " ") + std::string(trimmed(line));
      continue;
    }
    if (!is_code && line.starts_with('|')) {
      table.push_back(cells_of(without_links(line)));
      continue;
    }
    end_block();
    if (is_fence) is_code = !is_code;
    if (is_prose && line.starts_with('-'))
      paragraph = line;
    else if (!line.starts_with("<!--"))
      text += wrapped_lines(std::string(line) + "\n", columns);
  }
  end_block();
  return text;
}

}  // namespace bindpose::conformance
