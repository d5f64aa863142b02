// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/text.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "reference/io/hidden_mark.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

constexpr char32_t invalid = 0xFFFFFFFF;

/// The code point at the start of the text and its length in bytes; {invalid, 1} if there is none: RFC 3629
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
  return shown;
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

TestName parts_of(std::string_view test) {
  const std::size_t first = std::min(test.find('/'), test.size()), last = test.rfind('/');
  if (last == first || first == test.size()) return {test.substr(0, first), "", ""};
  return {test.substr(0, first), test.substr(first + 1, last - first - 1), test.substr(last + 1)};
}

std::string file_name(std::string text) {
  constexpr std::size_t most = 230, kept = 100;  // file systems: 255
  std::ranges::replace(text, '/', '.');
  if (text.size() <= most) return text;
  return text.substr(0, kept) + "-" + fnv1a64(text) + "-" + text.substr(text.size() - kept);
}

}  // namespace bindpose::conformance
