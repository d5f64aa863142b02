// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/foreign_json.h"

#include <algorithm>

namespace bindpose {

bool is_nested_too_deep(std::string_view text) {
  std::size_t depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') in_text = !in_text;
    if (in_text && c == '\\') ++i;  // what it escapes
    if (in_text) continue;
    if (c == '[' || c == '{') ++depth;
    if ((c == ']' || c == '}') && depth > 0) --depth;
    if (depth > deepest_json) return true;
  }
  return false;
}

std::string reason_of(std::string_view words) {
  if (words.starts_with("[json.exception."))
    words.remove_prefix(words.find(']') + 2);  // of use to programmers alone
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
