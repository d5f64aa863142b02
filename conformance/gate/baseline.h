// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the known failures of a run, as deqp-runner's CSV of "name,Status".
//
// The results.csv or failures.csv of an earlier run is a baseline. Skips and flakes are lists of regular
// expressions.
#pragma once

#include <filesystem>
#include <map>
#include <memory>

#include "conformance/judge/verdict.h"

namespace re2 {
class RE2;
}

namespace bindpose::conformance {

/// Outcomes that a baseline can expect of a test. Warn, Skip and Flake count as Pass: no failure is expected.
enum class Expectancy { pass, fail, crash, timeout, missing };
std::string_view to_string(Expectancy expectancy);

class Baseline {
 public:
  /// Reads the first two fields of each line; ignores blank lines and lines that begin with '#'. Errors, each with
  /// the place "where:line": BASELINE_SYNTAX (no second field, an empty name), BASELINE_STATUS (a status unknown
  /// to deqp-runner), BASELINE_DUPLICATE (a repeated name).
  static Expected<Baseline> parse(std::string_view text, const std::string& where);
  /// Errors: FILE_READ and those of parse().
  static Expected<Baseline> read(const std::filesystem::path& path);

  /// None for a name that the baseline does not have.
  std::optional<Expectancy> find(const std::string& name) const;
  /// Names with an expected failure other than Missing that are not in `names`, sorted.
  std::vector<std::string> failures_not_in(const std::vector<std::string>& names) const;
  std::size_t size() const { return tests_.size(); }
  /// Notes about former names in the file (reference/renamed.h), which count as current names.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  std::map<std::string, Expectancy> tests_;  ///< by the current name
  std::vector<std::string> notes_;
};

/// Compares an outcome with the expected one. The same kind of failure is expected_fail. A failure instead of a
/// crash or timeout, and anything better than an expected failure, is unexpected_improvement. Other failures stay
/// unchanged, as do all outcomes if a pass was expected or the test was not judged.
Outcome against_baseline(Outcome outcome, Expectancy expected);
/// The state of a baseline that corresponds to an outcome.
std::optional<Expectancy> expectancy_of(Outcome outcome);

/// A row that an update adds, removes or changes; nothing: no row.
struct BaselineChange {
  std::string name;
  std::optional<Expectancy> before, after;
};
struct BaselineUpdate {
  std::string text;                     ///< text of the new file
  std::vector<BaselineChange> changes;  ///< by name
  std::size_t kept = 0;                 ///< unchanged rows of tests that the run does not cover
};
/// A baseline's text after a run. now: the state of each test that the run covers. A passing test loses its row; a
/// failure without a row gets one at the end. All other rows, comments and further fields stay unchanged. text:
/// parse() accepts it.
BaselineUpdate updated_baseline(std::string_view text, const std::map<std::string, Expectancy>& now);

/// One unanchored regular expression per line, as in deqp-runner's skips and flakes; ignores blank lines and lines
/// that begin with '#'. The syntax is RE2's, like that of Rust's crate regex: no look-around and no
/// back-references, so no exponential time.
class PatternList {
 public:
  /// Errors, whose place is "where:line": PATTERN_SYNTAX; PATTERN_LIMIT for more than limits::listed_patterns.
  static Expected<PatternList> parse(std::string_view text, const std::string& where);
  /// Errors: FILE_READ, FILE_SIZE and those of parse().
  static Expected<PatternList> read(const std::filesystem::path& path);

  /// Also true if a pattern with former names (reference/renamed.h) matches the former name.
  bool matches(const std::string& name) const;
  std::size_t size() const { return patterns_.size(); }
  /// Warnings about patterns with former names.
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
