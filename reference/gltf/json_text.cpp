// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/json_text.h"

#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "reference/io/document_limits.h"
#include "reference/io/foreign_json.h"

namespace bindpose::gltf {
namespace {

/// The position after the string that opens at `i`.
std::size_t behind_string(std::string_view text, std::size_t i) {
  for (++i; i < text.size() && text[i] != '"'; ++i) {
    if (text[i] == '\\') ++i;
  }
  return i + 1;
}

/// The limit that the text exceeds; empty: none.
std::string excess_of(std::string_view text) {
  if (text.size() > limits::asset_json.most)
    return fmt::format("{} bytes, expected at most {}", text.size(), limits::asset_json.most);
  return json_excess(text, {.values = limits::asset_json_values.most, .depth = text.size()});
}

bool starts_number(char c) {
  return c == '-' || (c >= '0' && c <= '9');
}

bool continues_number(char c) {
  return starts_number(c) || c == '+' || c == '.' || c == 'e' || c == 'E';
}

/// The text with every number that overflows double replaced by 1e308 of the same sign. An overflowing number
/// has at least as many characters as its replacement.
std::string without_overflow(std::string_view text) {
  std::string patched(text);
  for (std::size_t i = 0; i < patched.size();) {
    if (patched[i] == '"') {
      i = behind_string(patched, i);
      continue;
    }
    if (!starts_number(patched[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < patched.size() && continues_number(patched[end]))
      ++end;
    const std::string number = patched.substr(i, end - i);
    if (const double value = std::strtod(number.c_str(), nullptr); std::isinf(value)) {
      const std::string replacement = value > 0 ? "1e308" : "-1e308";
      patched.replace(i, number.size(), replacement + std::string(number.size() - replacement.size(), ' '));
    }
    i = end;
  }
  return patched;
}

}  // namespace

std::optional<Json> parse_json(std::string_view text, IssueLog& log) {
  if (text.starts_with("\xEF")) {
    log.error_at("INVALID_JSON", "", "byte order mark at the beginning");
    return std::nullopt;
  }
  if (std::string excess = excess_of(text); !excess.empty()) {
    log.error_at("LIMIT_EXCEEDED", "", std::move(excess));
    return std::nullopt;
  }
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) {
    if (const std::string patched = without_overflow(text); patched != text) {
      json = Json::parse(patched, nullptr, false);
    }
  }
  if (json.is_discarded()) {
    log.error_at("INVALID_JSON", "", "the text is not JSON");
    return std::nullopt;
  }
  if (!json.is_object()) {
    log.error_at("TYPE_MISMATCH", "", "the document is not an object");
    return std::nullopt;
  }
  return json;
}

}  // namespace bindpose::gltf
