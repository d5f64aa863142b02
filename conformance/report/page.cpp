// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/page.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include <fmt/format.h>

namespace bindpose::conformance {
namespace {

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

/// Columns as wide as their longest cell, a rule under the first row.
std::string in_columns(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows)
    for (std::size_t c = 0; c < row.size() && !is_rule(row); ++c) {
      widths.resize(std::max(widths.size(), c + 1));
      widths[c] = std::max(widths[c], row[c].size());
    }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c)
      line += fmt::format("{:<{}}  ", is_rule(row) ? std::string(widths[c], '-') : row[c], widths[c]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace

std::string readable(std::string_view page) {
  std::istringstream lines{std::string(page.substr(page.find('\n') + 1))};
  std::string text, line;
  std::vector<Row> table;
  while (std::getline(lines, line)) {
    if (line.starts_with("|")) {
      table.push_back(cells_of(line));
      continue;
    }
    text += in_columns(table);
    table.clear();
    if (!line.starts_with("<!--")) text += line + "\n";
  }
  return text + in_columns(table);
}

}  // namespace bindpose::conformance
