// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how the formats speak of a grade sheet, and what a student may see of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/grade/formats/sheet.h"
#include "conformance/judge/json_fields.h"
#include "conformance/report/markdown.h"

namespace bindpose::conformance {

/// "7", "7.5", "6.67"; "0" for what is not a number.
std::string points_text(double points);
/// A number that JSON has; 0 for what is not one.
double finite(double x);

/// Whether a sheet written on the way has not come to the exercise.
bool is_waiting(const GradeSheet& sheet, const ExerciseGrade& exercise);
/// True if the exercise ran.
bool is_judged(const GradeSheet& sheet, const ExerciseGrade& exercise);
/// "passed", "partly right", "not right", "not judged: needs ...", ...
std::string status_words(const GradeSheet& sheet, const ExerciseGrade& exercise);
/// "graded", "unfinished", "did not start", "removed", "autograder failed".
std::string state_words(const GradeSheet& sheet);
/// Title of the rubric, behind "Unfinished: " where grading has not ended.
std::string title_words(const GradeSheet& sheet);
/// "7 of 16 points".
std::string total_words(const GradeSheet& sheet);
/// Why a submission did not start, in its own words; empty: it did.
std::string reason_not_started(const GradeSheet& sheet);
/// The sheet in a sentence: the score, or why there is none.
std::string sheet_words(const GradeSheet& sheet);
/// The same as Markdown: what a submission that does not start said is a block of code, in which a caret stays where it points.
std::string sheet_words_md(const GradeSheet& sheet);
/// The student's text on an exercise.
std::string exercise_words(const GradeSheet& sheet, const ExerciseGrade& exercise);

/// What stands if there is one line: the first one, and where that ends in a colon what it announces, "its last words: x = = 1 / SyntaxError:
/// invalid syntax", without marks that point at a line above.
std::string in_one_line(std::string_view text);

/// The sheet's exercise of this id; null: it has none.
const ExerciseGrade* find_exercise(const GradeSheet& sheet, std::string_view id);

/// A case as a student may see it.
struct ShownCase {
  std::string name;   ///< "hidden case 2" if it is hidden
  std::string words;  ///< feedback or detail; without numbers if it is hidden
  bool hidden = false;
  bool expected = false;  ///< its outcome is as expected
  Outcome outcome = Outcome::internal_error;
};
std::vector<ShownCase> shown_cases(const ExerciseGrade& exercise);
/// A line of Markdown a case that the student sees to be wrong, or several in a row with the same words: "- name and 4 more: words".
std::vector<std::string> wrong_cases_md(const ExerciseGrade& exercise);
/// "2 of 3 hidden cases are right."; "1 of 3 hidden cases are right, 2 did not run (not supported)."; empty if there are none.
std::string hidden_words(const ExerciseGrade& exercise);
/// The exercises in which only visible cases are right, for staff; empty if there are none.
std::string staff_words(const GradeSheet& sheet);

/// A cell of text, quoted. Spreadsheets compute what begins like a formula, also after blanks and also in the
/// full-width forms of = + - @.
std::string csv_cell(std::string_view text);
/// shown_text(), cut at a readable length: a student's program may say 64 KiB per case.
std::string short_text(std::string_view text);

}  // namespace bindpose::conformance
