// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/styled_text.h"

#include <cstdlib>

#include <unistd.h>

#include "conformance/report/text.h"

namespace bindpose::conformance {

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
