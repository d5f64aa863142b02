// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the grade sheet of one submission, the source of every output format.
// And: a grade sheet as JSON (grade/formats/sheet.schema.json), complete and read back. It has the
// hidden cases, so it is for staff only.
#pragma once

#include <filesystem>

#include "conformance/report/findings.h"

namespace bindpose::conformance {

/// One case of an exercise.
struct CaseGrade {
  std::string name;
  bool hidden = false;  ///< counts, but its numbers are not shown to the student
  bool fresh = false;   ///< made at grading time; also hidden
  Verdict verdict;
  double credit = 0;     ///< 0 to 1: 1 if as expected, else the share of stages before the first wrong stage
  std::string feedback;  ///< plain words for the student; for a hidden case without its numbers
  std::string
      belongs_to;  ///< for a wrong case: id of the exercise that covers its first wrong stage; empty: this one
};

/// True if the subject ran and the output is as expected. A case that did not run is not right.
inline bool counts_as_right(Outcome outcome) {
  return facts(outcome).expected && facts(outcome).answered;
}

enum class ExerciseStatus {
  passed,   ///< every case as expected
  partial,  ///< some credit
  failed,
  blocked,  ///< not judged: an exercise that it needs has not passed
  skipped,  ///< the subject does not declare the algorithm
};
inline constexpr std::string_view status_names[] = {"passed", "partial", "failed", "blocked", "skipped"};
inline std::string_view to_string(ExerciseStatus status) {
  return status_names[static_cast<std::size_t>(status)];
}

struct ExerciseGrade {
  std::string id;     ///< "linear-blend", stable
  std::string title;  ///< "8. Skinning"
  double points = 0;  ///< the largest number of points
  double score = 0;
  ExerciseStatus status = ExerciseStatus::failed;
  std::vector<std::string> needs;  ///< ids of exercises that must have passed before
  std::string blocked_by;          ///< the first of these exercises that has not passed
  std::vector<CaseGrade> cases;
  std::string feedback;  ///< plain words: what is right, what is wrong first, where to look
  std::string source;    ///< the student's file that belongs to it, if the rubric names one
  /// True if most visible cases are right and no hidden one is: the outputs may be memorised (grader.h). Shown to the staff.
  std::optional<bool> only_visible_right = std::nullopt;
};

struct GradeSheet {
  std::string rubric;      ///< its title
  std::string submission;  ///< folder or subject
  std::string seed;        ///< seed of the fresh cases
  std::string time = {};   ///< in UTC, when grading began
  std::string hash = {};   ///< SHA-256 of the submitted files; empty: unknown
  SubjectInfo info;
  std::vector<ExerciseGrade> exercises;
  double score = 0;
  double points = 0;
  double seconds = 0;                ///< wall time
  double subject_seconds = 0;        ///< the part of `seconds` that the subject used, with its starts
  std::optional<Error> broken;       ///< the submission did not start: every exercise fails
  std::optional<Error> judge_error;  ///< the judge's own error: no score is given
  bool complete = false;             ///< false during the run
  std::shared_ptr<const Findings> findings = nullptr;  ///< for visible cases; only in report.html
  bool removed = false;                                ///< no longer submitted; only in class tables
  std::size_t verified = 0;                            ///< cached verdicts that a run confirmed; not written
};

std::string sheet_json(const GradeSheet& sheet);
/// Error SHEET_FORMAT: no JSON, or a field that is missing or of another kind.
Expected<GradeSheet> parse_sheet(std::string_view text, const std::string& where);
/// Reads a sheet from a file; also FILE_READ, FILE_SIZE.
Expected<GradeSheet> read_sheet(const std::filesystem::path& file);

}  // namespace bindpose::conformance
