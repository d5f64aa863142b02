// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the staff's decisions (late days, attempts, own points and comments) and the final points.
// And: tables as files (CSV by RFC 4180), and a table of a course platform with a column filled in.
#pragma once

#include <chrono>
#include <map>
#include <set>

#include "conformance/grade/formats/class_table.h"
#include "conformance/grade/formats/words.h"

namespace bindpose::conformance {

using CsvRow = std::vector<std::string>;
/// Rows of cells, which may be quoted. Error TABLE_SYNTAX: an unpaired quote, or more rows than the limit.
Expected<std::vector<CsvRow>> parse_csv(std::string_view text, const std::string& where);
std::string csv_text(const std::vector<CsvRow>& rows);

/// Adds a leading apostrophe to a name that a spreadsheet would read as a formula; and removes it.
std::string guarded_name(const std::string& name);
std::string unguarded_name(const std::string& cell);

using Moment = std::chrono::sys_seconds;
/// "2026-11-29T12:30:00Z", also with a blank for the T, without seconds, or with "+01:00" for the
/// Z. The default zone is UTC.
std::optional<Moment> parse_moment(std::string_view text);

/// The values of --late.
struct LateRule {
  Moment due = {};
  std::size_t free_days = 0;
  double per_day = 0;        ///< share of the points, 0 to 1
  std::size_t attempts = 0;  ///< number of free attempts; 0: all are free
  double per_attempt = 0;    ///< share of the points for each further attempt
};

class Gradebook {
 public:
  /// times: columns submission and time, a row per attempt; empty: none. manual: columns submission, exercise, points and comment; a
  /// file that does not exist has no rows. exercises: ids that manual may name; empty: any. Errors: FILE_READ, TABLE_SYNTAX, TABLE_FIELD (a
  /// column or a number is missing, an exercise is unknown; its place is a line).
  static Expected<Gradebook> read(const std::filesystem::path& times, const std::filesystem::path& manual,
                                  std::optional<LateRule> rule, const std::set<std::string>& exercises = {});

  bool is_used() const { return has_times_ || !manual_.empty(); }
  /// Names in each table that are not in `submissions`: (table, name).
  std::vector<std::pair<std::string, std::string>> unknown_names(
      const std::set<std::string>& submissions) const;
  /// The staff's decisions on a sheet. submission: the name, even if the sheet has an anonymous id.
  /// Points by hand may be listed under either.
  StaffDecision decision_on(const GradeSheet& sheet, const std::string& submission) const;

 private:
  std::map<std::string, std::vector<Moment>> handed_in_;
  std::map<std::string, std::vector<ManualPoints>> manual_;
  std::optional<LateRule> rule_;
  bool has_times_ = false;
  std::string times_file_, manual_file_;
};

/// How a platform's table is filled in.
struct ColumnMap {
  std::string table;   ///< the file, as the platform exports it
  std::string key;     ///< the column with the names of the submissions
  std::string column;  ///< the column for the points
};

/// The table with the points of these submissions. All other cells stay, so a student without a
/// grade gets no points. `unknown`: submissions without a row. Errors: FILE_READ, TABLE_SYNTAX,
/// TABLE_FIELD.
Expected<std::string> filled_table(const ColumnMap& map, const std::map<std::string, double>& points,
                                   std::vector<std::string>& unknown);

}  // namespace bindpose::conformance
