// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: known failures that are accepted for a while, each with a reason, an expiry date and the largest allowed
// error. Two formats: the XML waiver list of the Khronos conformance suites, with the additional attributes owner,
// expires, max_error; and JSON, by waivers.schema.json.
#pragma once

#include <filesystem>

#include "conformance/run/suite.h"

namespace bindpose::conformance {

using Date = std::chrono::year_month_day;

/// "2027-01-31"; none if it is not a date.
std::optional<Date> parse_date(std::string_view text);
std::string to_string(const Date& date);
/// The date in UTC, so that a waiver expires everywhere at the same time. The variable BINDPOSE_TODAY overrides
/// it.
Date today();

struct Waiver {
  /// Globs of "<case>/<subject>/<variant>", also with '.' for '/', or of the case; also in former names.
  std::vector<std::string> cases;
  std::vector<std::string> subjects;  ///< globs of the renderer's or the subject's name; empty: any
  std::string vendor;                 ///< glob of info "vendor"; empty: any
  std::string reason;
  std::string owner;
  std::string url;
  std::optional<Date> expires;      ///< the last day of validity
  std::optional<double> max_error;  ///< in multiples of the bound; empty: any error
  std::string place;                ///< "waivers.json#/waivers/0", "waivers.xml:12"

  /// Compiles the globs. covers() needs it.
  void compile();
  bool covers(const std::string& record_name, const std::string& subject, const SubjectInfo& info) const;
  bool has_globs() const;

 private:
  NameGlobs of_cases_;
  std::vector<Glob> of_subjects_;
  std::optional<Glob> of_vendor_;
};

class Waivers {
 public:
  /// Detects XML or JSON by the first character. Errors, each with a place: WAIVER_SYNTAX (neither XML nor JSON,
  /// or another format), WAIVER_FIELD (missing, unknown, of the wrong kind), WAIVER_DATE (not a date),
  /// WAIVER_PATTERN (a repeated glob in a waiver), WAIVER_LIMIT (more than limits::waiver_globs globs, or one
  /// longer than limits::waiver_glob).
  static Expected<Waivers> parse(std::string_view text, const std::string& where);
  /// Errors: FILE_READ, FILE_SIZE and those of parse().
  static Expected<Waivers> read(const std::filesystem::path& path);

  /// The first waiver that covers the test and has not expired, else the first expired one; nullptr: none.
  const Waiver* find(const std::string& record_name, const std::string& subject, const SubjectInfo& info,
                     const Date& today) const;
  const std::vector<Waiver>& list() const { return list_; }
  /// Warnings about globs with former names (reference/renamed.h).
  std::vector<std::string> notes() const;

 private:
  std::vector<Waiver> list_;
};

/// Applies a waiver to a verdict that it covers, and adds the waiver to the detail. Within max_error, a failure is
/// waived; beyond it, or after expiry, it stays a failure. A pass stays a pass, because other tests may need the waiver.
Verdict under_waiver(Verdict verdict, const Waiver& waiver, const Date& today);
/// Turns a pass that makes a waiver unnecessary into stale_waiver.
Verdict stale(Verdict verdict, const Waiver& waiver);

}  // namespace bindpose::conformance
