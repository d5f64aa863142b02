// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/foreign_json.h"

#include <algorithm>
#include <vector>

namespace bindpose {

std::string json_excess(std::string_view text, const JsonLimits& most) {
  std::vector<std::uint64_t> members;  // members of each open object; 0 for a list
  std::uint64_t values = 1, steps = 0;
  bool in_text = false, has_opened = false;  // has_opened: only blanks since a bracket opened
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_text) {
      if (c == '\\') ++i;  // the escaped character
      in_text = c != '"';
      continue;
    }
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
    const bool closes = c == ']' || c == '}';
    if (c == ',' || (has_opened && !closes)) ++values;
    has_opened = c == '[' || c == '{';
    in_text = c == '"';
    if (has_opened) members.push_back(0);
    if (closes && !members.empty()) members.pop_back();
    if (c == ':' && !members.empty()) steps += 2 * members.back()++ + 1;
    if (members.size() > most.depth) return "nested deeper than " + to_string(limits::json_depth);
    if (values > most.values)
      return "more than " + to_string({"", most.values, "values"}) + ", the limit for a JSON document";
    if (steps > most.steps) return "an object has too many members";
  }
  return {};
}

std::string reason_of(std::string_view words) {
  if (words.starts_with("[json.exception."))
    words.remove_prefix(words.find(']') + 2);  // useful only to programmers
  constexpr std::string_view last_read = "; last read: '";
  const std::size_t begin = words.find(last_read);
  if (begin == std::string_view::npos) return printable(words);
  const std::string_view rest = words.substr(begin + last_read.size());
  const std::size_t end = std::min(rest.rfind('\''), rest.size());
  return std::string(words.substr(0, begin)).append(last_read) + printable(rest.substr(0, end), 40) +
         std::string(rest.substr(end));
}

std::string printable(std::string_view text, std::size_t most) {
  const bool cut = text.size() > most;
  const nlohmann::json as_json = std::string(text.substr(0, most));
  std::string quoted = as_json.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  quoted = quoted.substr(1, quoted.size() - 2);
  return cut ? quoted + "..." : quoted;
}

std::string printable_words(std::string_view text, std::size_t most) {
  std::string words = printable(text, most);
  for (std::size_t at = words.find("\\\""); at != std::string::npos; at = words.find("\\\"", at + 1))
    words.erase(at, 1);
  return words;
}

}  // namespace bindpose
