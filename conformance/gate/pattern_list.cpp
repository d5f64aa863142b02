// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/pattern_list.h"

#include <algorithm>

#include <fmt/format.h>
#include <re2/re2.h>

#include "reference/io/document_limits.h"
#include "reference/io/foreign_json.h"
#include "reference/io/lines.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"
#include "reference/renamed.h"

namespace bindpose::conformance {

Expected<PatternList> PatternList::parse(std::string_view text, const std::string& where) {
  PatternList list;
  for (const auto& [line, pattern] : content_lines(text)) {
    if (list.size() == limits::listed_patterns.most)
      return fail("PATTERN_LIMIT", fmt::format("{}:{}", where, line),
                  fmt::format("more than {}; let one pattern name several tests",
                              to_string(limits::listed_patterns)));
    auto regex = std::make_shared<const RE2>(std::string(pattern), RE2::Quiet);
    if (!regex->ok())
      return fail("PATTERN_SYNTAX", fmt::format("{}:{}", where, line),
                  fmt::format("'{}' is no regular expression: {}", printable(pattern, 80),
                              printable(regex->error(), 80)));
    list.patterns_.push_back({std::move(regex), is_former_pattern(pattern, PatternKind::regex)});
    add_note(list.notes_, renamed_pattern_note(pattern, PatternKind::regex));
  }
  return list;
}

Expected<PatternList> PatternList::read(const std::filesystem::path& path) {
  BINDPOSE_TRY(const auto text, read_text(path, limits::patterns.most));
  return parse(text, path.string());
}

bool PatternList::matches(const std::string& name) const {
  return std::any_of(patterns_.begin(), patterns_.end(), [&name](const Pattern& pattern) {
    return RE2::PartialMatch(name, *pattern.regex) ||
           (pattern.former && RE2::PartialMatch(former_name(name), *pattern.regex));
  });
}

}  // namespace bindpose::conformance
