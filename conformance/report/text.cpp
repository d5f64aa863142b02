// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/text.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include "reference/io/hidden_mark.h"
#include "reference/io/lines.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

constexpr char32_t invalid = 0xFFFFFFFF;

/// The code point at the start of the text and its length in bytes; {invalid, 1} for invalid text: RFC 3629
/// (shortest forms only, no surrogates, up to U+10FFFF).
struct Decoded {
  char32_t point;
  std::size_t length;
};
Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return {invalid, 1};
  char32_t point = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {invalid, 1};
    point = point << 6 | (byte(i) & 0x3FU);
  }
  const bool overlong = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
  const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
  if (overlong || surrogate || point > 0x10FFFF) return {invalid, 1};
  return {point, length};
}

/// Controls other than tab and line feed; code points that are not characters.
bool is_left_out(char32_t point) {
  if (point < 0x20) return point != '\t' && point != '\n';
  if (point >= 0x7F && point < 0xA0) return true;
  return (point & 0xFFFE) == 0xFFFE || (point >= 0xFDD0 && point <= 0xFDEF);
}

std::string_view escape_of(char c) {
  constexpr std::pair<char, std::string_view> escapes[] = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
  for (const auto& [special, escape] : escapes)
    if (c == special) return escape;
  return {};
}

/// True if the text ends in "##" and a name, such as "##vso".
bool ends_in_command(std::string_view text) {
  while (!text.empty() && (std::isalnum(static_cast<unsigned char>(text.back())) != 0))
    text.remove_suffix(1);
  return text.ends_with("##");
}

/// Adds a backslash to text that a CI runner would execute: "::name" at the start of a word, because a line may
/// begin there (GitHub), and "##name[" anywhere (GitHub, Azure Pipelines, TeamCity).
std::string without_commands(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_start = i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t' || text[i - 1] == '\n';
    if ((is_start && text.substr(i).starts_with("::")) || (text[i] == '[' && ends_in_command(safe)))
      safe += '\\';
    safe += text[i];
  }
  return safe;
}

}  // namespace

std::string shown_text(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const auto [point, length] = decode(text);
    if (point == invalid) {
      shown += "\xEF\xBF\xBD";
    } else if (point == '\r') {
      if (text.size() == 1 || text[1] != '\n') shown += '\n';
    } else if (hidden_mark(text)) {
      shown += fmt::format("[U+{:04X}]", static_cast<unsigned>(point));
    } else if (!is_left_out(point)) {
      shown += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return without_commands(shown);
}

std::string shown_line(std::string_view text) {
  std::string line = shown_text(text);
  std::ranges::replace(line, '\n', ' ');
  return line;
}

std::string quoted_text(std::string_view text) {
  std::string quoted;
  for (const char c : shown_text(text)) {
    quoted += c;
    if (c == '\n') quoted += "  | ";
  }
  return quoted;
}

std::string clean_line(std::string_view text) {
  return shown_text(one_line(text));
}

std::string without_numbers(std::string_view text) {
  std::string rest;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : ' ';
    const bool is_exponent = c == 'e' && i > 0 && is_digit(text[i - 1]) && (is_digit(next) || next == '-');
    if (!is_digit(c) && !is_exponent && c != '.' && c != '-') rest += c;
  }
  return rest;
}

std::string counted(std::size_t count, std::string_view noun) {
  if (noun == "vertex" && count != 1) return fmt::format("{} vertices", count);
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string xml_text(std::string_view text) {
  std::string escaped;
  for (const char c : shown_text(text)) {
    const std::string_view escape = escape_of(c);
    if (escape.empty())
      escaped += c;
    else
      escaped += escape;
  }
  return escaped;
}

std::string_view beginning_of(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U)
    --most;
  return text.substr(0, most);
}

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  const std::string_view head = beginning_of(text, most);
  const std::size_t blank = head.rfind(' ');
  if (blank == head.npos || blank < most / 2) return std::string(head) + "...";
  return std::string(head.substr(0, blank)) + " ...";
}

TestName parts_of(std::string_view test) {
  const std::size_t first = std::min(test.find('/'), test.size()), last = test.rfind('/');
  if (first == test.size()) return {test, "", ""};
  if (last == first) return {test.substr(0, first), "", test.substr(first + 1)};
  return {test.substr(0, first), test.substr(first + 1, last - first - 1), test.substr(last + 1)};
}

std::string glob_of_test(std::string_view test) {
  const TestName name = parts_of(test);
  if (name.variant.empty() || name.variant == "default") return std::string(name.case_name);
  return fmt::format("{}/*/{}", name.case_name, name.variant);
}

std::string file_name(std::string text) {
  constexpr std::size_t most = 230, kept = 100;  // file systems: 255
  std::ranges::replace(text, '/', '.');
  if (text.size() <= most) return text;
  return text.substr(0, kept) + "-" + fnv1a64(text) + "-" + text.substr(text.size() - kept);
}

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
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == '\'') in_quotes = !in_quotes;
    if (c == ' ' && !in_quotes)
      words.emplace_back();
    else
      words.back() += c;
    if (c == '\\' && !in_quotes && i + 1 < command.size()) words.back() += command[++i];
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

std::string time_now() {
  return fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr)));
}

Style style_of(Outcome outcome) {
  if (outcome == Outcome::pass) return Style::good;
  return is_expected(outcome) ? Style::plain : Style::bad;
}

std::string StyledText::text(bool in_colours) const {
  std::string all;
  for (const auto& [text, style] : parts_) {
    const bool is_coloured = in_colours && style != Style::plain;
    if (is_coloured) all += style == Style::good ? "\x1b[32m" : "\x1b[31m";
    all += shown_text(text);
    if (is_coloured) all += "\x1b[0m";
  }
  return all;
}

bool wants_colours(std::FILE* file) {
  const char* const terminal = std::getenv("TERM");
  const char* const refused = std::getenv("NO_COLOR");
  const bool is_dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  const bool is_refused = refused != nullptr && *refused != '\0';
  return ::isatty(::fileno(file)) == 1 && !is_dumb && !is_refused;
}

}  // namespace bindpose::conformance
