// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/pattern_list.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/report/text.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"
#include "reference/renamed.h"

namespace bindpose::conformance {

Expected<PatternList> PatternList::parse(std::string_view text, const std::string& where) {
  PatternList list;
  for (const auto& [line, pattern] : content_lines(text)) {
    try {
      list.patterns_.push_back(
          {std::regex(pattern.begin(), pattern.end(), std::regex::ECMAScript | std::regex::optimize),
           is_former_pattern(pattern, PatternKind::regex)});
      add_note(list.notes_, renamed_pattern_note(pattern, PatternKind::regex));
    } catch (const std::regex_error& error) {
      return fail("PATTERN_SYNTAX", fmt::format("{}:{}", where, line),
                  fmt::format("'{}' is no regular expression: {}", pattern, error.what()));
    }
  }
  return list;
}

Expected<PatternList> PatternList::read(const std::filesystem::path& path) {
  BINDPOSE_TRY(const auto text, read_text(path));
  return parse(text, path.string());
}

bool PatternList::matches(const std::string& name) const {
  return std::any_of(patterns_.begin(), patterns_.end(), [&name](const Pattern& pattern) {
    return std::regex_search(name, pattern.regex) ||
           (pattern.former && std::regex_search(former_name(name), pattern.regex));
  });
}

}  // namespace bindpose::conformance
