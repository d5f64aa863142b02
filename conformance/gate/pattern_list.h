// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a file of regular expressions, one per line, as deqp-runner reads skips and flakes: unanchored, blank
// lines and those that begin with '#' ignored. The syntax is RE2's, which is that of Rust's regex crate and knows nothing
// that takes exponential time: neither look-around nor back-references.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "reference/model/error.h"

namespace re2 {
class RE2;
}

namespace bindpose::conformance {

class PatternList {
 public:
  /// Errors, whose place is "where:line": PATTERN_SYNTAX; PATTERN_LIMIT for more than limits::listed_patterns.
  static Expected<PatternList> parse(std::string_view text, const std::string& where);
  /// Errors: FILE_READ, FILE_SIZE and those of parse().
  static Expected<PatternList> read(const std::filesystem::path& path);

  /// Also where a pattern that is written in former names (reference/renamed.h) matches the former name.
  bool matches(const std::string& name) const;
  std::size_t size() const { return patterns_.size(); }
  /// On the patterns that are written so.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct Pattern {
    std::shared_ptr<const re2::RE2> regex;
    bool former = false;
  };
  std::vector<Pattern> patterns_;
  std::vector<std::string> notes_;
};

}  // namespace bindpose::conformance
