// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a class as class.csv and class.html, for staff, written one sheet at a time: all sheets may
// not fit in memory.
#pragma once

#include <map>
#include <set>

#include "conformance/grade/formats/sheet.h"
#include "reference/io/new_file.h"

namespace bindpose::conformance {

/// Points that staff add.
struct ManualPoints {
  std::string exercise;  ///< id of the exercise; empty: for the whole sheet
  double points = 0;     ///< added
  std::string comment;
};

/// Decisions of staff on a sheet.
struct StaffDecision {
  std::optional<std::size_t> late_days, attempts;  ///< nothing: unknown
  double deducted = 0;
  std::vector<ManualPoints> manual = {};
  double final_points = 0;  ///< at least 0
};

/// A row of the table.
struct ClassRow {
  const GradeSheet& sheet;
  std::string folder = {};                  ///< folder of the sheet's files, for links; empty: none
  std::vector<std::string> identical = {};  ///< other submissions with the same files
  std::optional<StaffDecision> decision = std::nullopt;
};

/// class.csv: a row per submission: submission, score, points, a column per exercise, status,
/// remark (staff_words(), identical submissions, crashes), the first error in one line; with
/// decisions of staff also late_days, attempts, deducted, manual, final. Text that a spreadsheet
/// would take for a formula gets a leading apostrophe.
/// class.html: one page for staff, with hidden cases: how many passed everything, failed or did not start, means, medians, pass rates and the most frequent
/// defects, a row a sheet with search and sorting, then the details of each.
class ClassTable {
 public:
  /// Writes both files into `folder`, which must exist. blank: a sheet of the rubric, with every
  /// exercise and no judged case.
  ClassTable(const std::filesystem::path& folder, GradeSheet blank, bool has_decisions = false);

  void add(const ClassRow& row);
  /// Puts both files in place of the earlier ones. command: of the run, for the page. Error FILE_WRITE.
  Expected<void> finish(const std::string& command = {});

 private:
  struct Found {
    std::size_t submissions = 0;
    std::string first, folder;  ///< a submission with this defect
    std::set<std::string> exercises;
  };
  void count(const ClassRow& row);
  std::string header(const std::string& command) const;
  std::string statistics() const;
  std::string frequent_defects() const;
  std::string identical_submissions() const;

  GradeSheet blank_;
  bool has_decisions_;
  std::size_t count_ = 0;
  std::map<std::size_t, std::size_t> states_;  ///< submissions by the index of their state
  std::vector<double> totals_;                 ///< scores of sheets, without removed submissions
  std::vector<std::vector<double>> scores_;    ///< points of each exercise
  std::vector<std::size_t> passed_;
  std::map<std::string, Found> defects_;
  std::set<std::vector<std::string>> identical_;
  NewFile csv_, page_;
  NewFile rows_, details_;  ///< parts of the page after the first one
};

}  // namespace bindpose::conformance
