// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/colours.h"

#include <cstdlib>
#include <optional>
#include <regex>

#include <fmt/format.h>
#include <unistd.h>

#include "conformance/judge/verdict.h"
#include "reference/io/lines.h"

namespace bindpose::conformance {
namespace {

constexpr const char *green = "\x1b[32m", *red = "\x1b[31m", *plain = "\x1b[0m";

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

std::optional<Outcome> outcome_called(std::string_view name) {
  for (std::size_t o = 0; o < outcome_count; ++o)
    if (to_string(static_cast<Outcome>(o)) == name) return static_cast<Outcome>(o);
  return std::nullopt;
}

/// None for what is neither right nor wrong.
const char* colour_of(std::string_view name) {
  const auto outcome = outcome_called(name);
  if (!outcome) return nullptr;
  return *outcome == Outcome::pass ? green : is_expected(*outcome) ? nullptr : red;
}

/// "12 pass", "0 fail": none of a kind is nothing to look at.
std::string counts_line(const std::string& line) {
  static const std::regex count(R"((\d+) ([a-z-]+))");
  std::string text;
  std::size_t from = 0;
  for (std::sregex_iterator at(line.begin(), line.end(), count), end; at != end; ++at) {
    const char* const colour = (*at)[1] == "0" ? nullptr : colour_of((*at)[2].str());
    const auto begin = static_cast<std::size_t>(at->position());
    text += line.substr(from, begin - from) + (colour == nullptr ? at->str() : colour + at->str() + plain);
    from = begin + static_cast<std::size_t>(at->length());
  }
  return text + line.substr(from);
}

/// "  fail            skinning.linear_blend...": the word before a test's name.
std::string test_line(const std::string& line) {
  static const std::regex told("^  ([a-z-]+)( +\\S+)$");
  std::smatch match;
  if (!std::regex_match(line, match, told)) return line;
  const char* const colour = colour_of(match[1].str());
  return colour == nullptr ? line : fmt::format("  {}{}{}{}", colour, match[1].str(), plain, match[2].str());
}

}  // namespace

bool wants_colours(std::FILE* file) {
  const char* const terminal = std::getenv("TERM");
  const bool is_dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return ::isatty(::fileno(file)) == 1 && !is_dumb && !is_set("NO_COLOR");
}

std::string coloured(std::string_view summary) {
  std::string text;
  for (const std::string_view line : lines_of(summary)) {
    const std::string copy(line);
    text += (copy.starts_with("  verdicts") ? counts_line(copy) : test_line(copy)) + "\n";
  }
  return text;
}

}  // namespace bindpose::conformance
