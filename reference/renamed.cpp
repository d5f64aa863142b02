// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/renamed.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reference/algorithms.h"
#include "reference/io/foreign_json.h"

namespace bindpose {
namespace {

struct Row {
  std::string_view before, now;
};

constexpr Row rows[] = {
#define BINDPOSE_RENAMED(before, now) {before, now},
#include "reference/renamed.def"
#undef BINDPOSE_RENAMED
};

std::string dotted(std::string_view path) {
  std::string text(path);
  std::replace(text.begin(), text.end(), '/', '.');
  return text;
}

/// True if a text is a path, or the same with dots.
bool is_path_or_dotted(std::string_view text, std::string_view path) {
  return std::ranges::equal(
      text, path, [](char c, char of_path) { return c == of_path || (c == '.' && of_path == '/'); });
}

std::string_view family_of(std::string_view path) {
  return path.substr(0, path.find_first_of("/."));
}

/// The beginning of a row's former names: "pose.fk_matrix.".
const std::string& beginning_of(const Row& row) {
  static const std::vector<std::string> beginnings = [] {
    std::vector<std::string> all;
    for (const Row& each : rows)
      all.push_back(dotted(each.before) + ".");
    return all;
  }();
  return beginnings[static_cast<std::size_t>(&row - rows)];
}

/// The path in the other column of the table, written with the same separator.
std::string replaced_path(std::string_view path, std::string_view Row::*from, std::string_view Row::*to) {
  for (const Row& row : rows) {
    if (is_path_or_dotted(path, row.*from)) return path == row.*from ? std::string(row.*to) : dotted(row.*to);
  }
  return std::string(path);
}

std::string replaced_name(std::string_view name, std::string_view Row::*from, std::string_view Row::*to) {
  const std::size_t family = std::min(name.find('.'), name.size());
  const std::size_t path = std::min(name.find_first_of("./", family + 1), name.size());
  return replaced_path(name.substr(0, path), from, to) + std::string(name.substr(path));
}

/// True if one text is a prefix of the other.
bool agree(std::string_view a, std::string_view b) {
  const std::size_t size = std::min(a.size(), b.size());
  return a.substr(0, size) == b.substr(0, size);
}

/// True if the name of a current algorithm begins with this text.
bool begins_today(std::string_view beginning) {
  static const std::vector<std::string> paths = [] {
    std::vector<std::string> all;
    for (const Algorithm& algorithm : algorithms())
      all.push_back(dotted(algorithm.path()) + ".");
    return all;
  }();
  return std::any_of(paths.begin(), paths.end(),
                     [&](const std::string& path) { return agree(beginning, path); });
}

/// Rows whose former path begins with this text; empty if a current path does.
std::vector<Row> rows_meant(std::string_view beginning) {
  std::vector<Row> meant;
  for (const Row& row : rows) {
    const std::string_view family = family_of(row.before);
    if (beginning.substr(0, family.size()) == family && agree(beginning, beginning_of(row)))
      meant.push_back(row);
  }
  return meant.empty() || begins_today(beginning) ? std::vector<Row>() : meant;
}

/// A glob's text before its first wildcard.
std::string beginning_of_glob(std::string_view glob) {
  return std::string(glob.substr(0, glob.find_first_of("*?[\\")));
}

/// The plain text at the start of each alternative of a regular expression; a dot counts as plain text.
std::vector<std::string> beginnings_of_regex(std::string_view regex) {
  std::string plain;
  for (std::size_t i = 0; i < regex.size(); ++i)
    if (regex[i] != '\\' || i + 1 == regex.size() || regex[i + 1] != '.') plain += regex[i];
  std::vector<std::string> beginnings;
  for (std::size_t start = 0; start <= plain.size();) {
    const std::size_t end = std::min(plain.find_first_of("^|(", start), plain.size());
    std::string part = plain.substr(start, end - start);
    const std::size_t special = part.find_first_of("*+?[]{}()$\\");
    if (special != std::string::npos) {
      const bool repeats = std::string_view("*+?{").find(part[special]) != std::string_view::npos;
      part.resize(special - (repeats && special > 0 ? 1 : 0));
    }
    // "pose" alone may be the level; it is the family only at the beginning of a name.
    const bool anchored = plain[0] == '^';
    if (anchored || part.find('.') != std::string::npos) beginnings.push_back(std::move(part));
    start = end + 1;
  }
  return beginnings;
}

std::vector<Row> rows_meant(std::string_view pattern, PatternKind kind) {
  if (kind == PatternKind::glob) return rows_meant(beginning_of_glob(pattern));
  std::vector<Row> all;
  for (const std::string& beginning : beginnings_of_regex(pattern))
    for (const Row& row : rows_meant(beginning))
      all.push_back(row);
  return all;
}

}  // namespace

std::string current_path(std::string_view path) {
  return replaced_path(path, &Row::before, &Row::now);
}
std::string former_path(std::string_view path) {
  return replaced_path(path, &Row::now, &Row::before);
}
std::string current_name(std::string_view name) {
  return replaced_name(name, &Row::before, &Row::now);
}
std::string former_name(std::string_view name) {
  return replaced_name(name, &Row::now, &Row::before);
}

bool is_former_pattern(std::string_view pattern, PatternKind kind) {
  return !rows_meant(pattern, kind).empty();
}

std::vector<std::string> beginnings_meant(std::string_view glob) {
  std::vector<std::string> beginnings;
  for (const Row& row : rows_meant(glob, PatternKind::glob))
    beginnings.push_back(dotted(row.now) + ".");
  return beginnings;
}

std::string renamed_note(std::string_view name) {
  for (const Row& row : rows) {
    const std::string_view begins = beginning_of(row), before = begins.substr(0, begins.size() - 1);
    if (name == row.before) return fmt::format("'{}' is called '{}' now", row.before, row.now);
    if (name == before || name.starts_with(begins))
      return fmt::format("'{}' is called '{}' now", before, dotted(row.now));
  }
  return {};
}

std::string renamed_pattern_note(std::string_view pattern, PatternKind kind) {
  std::vector<std::string> now;
  const std::vector<Row> meant = rows_meant(pattern, kind);
  for (const Row& row : meant) {
    const std::string name(meant.size() == 1 ? dotted(row.now) : std::string(family_of(row.now)));
    if (std::find(now.begin(), now.end(), name) == now.end()) now.push_back(name);
  }
  if (meant.empty()) return {};
  const std::string told = printable(pattern);
  return meant.size() == 1
             ? fmt::format("'{}': '{}' is called '{}' now", told, dotted(meant.front().before), now.front())
             : fmt::format("'{}': the family '{}' is now {}", told, family_of(meant.front().before),
                           fmt::join(now, ", "));
}

void add_note(std::vector<std::string>& notes, std::string note) {
  if (!note.empty() && std::find(notes.begin(), notes.end(), note) == notes.end())
    notes.push_back(std::move(note));
}

}  // namespace bindpose
