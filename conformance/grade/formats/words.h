// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: texts of a grade sheet, and the parts that a student may see.
// And: a grade sheet in the formats of the tools that courses already use.
// All texts except Gradescope's hidden tests are for the student: a hidden case has no name and no
// numbers in them, and the seed of the fresh cases is omitted. Every text goes through
// shown_text().
#pragma once

#include "conformance/grade/formats/sheet.h"
#include "conformance/report/markdown.h"

namespace bindpose::conformance {

/// "7", "7.5", "6.67"; "0" if it is not a number.
std::string points_text(double points);
/// A number for JSON; 0 for infinity and NaN.
double finite(double x);

/// True if grading has not reached the exercise yet.
bool is_waiting(const GradeSheet& sheet, const ExerciseGrade& exercise);
/// True if the exercise ran.
bool is_judged(const GradeSheet& sheet, const ExerciseGrade& exercise);
/// "passed", "partly right", "not right", "not judged: needs ...", ...
std::string status_words(const GradeSheet& sheet, const ExerciseGrade& exercise);
/// "graded", "unfinished", "did not start", "removed", "autograder failed".
std::string state_words(const GradeSheet& sheet);
/// Title of the rubric, after "Unfinished: " if grading has not ended.
std::string title_words(const GradeSheet& sheet);
/// "7 of 16 points".
std::string total_words(const GradeSheet& sheet);
/// "Submission ada, graded 2026-11-29T12:30:00Z, SHA-256 of its files 1234..."
std::string receipt_words(const GradeSheet& sheet);
/// Reason why a submission did not start; empty if it started.
std::string reason_not_started(const GradeSheet& sheet);
/// The sheet in a sentence: the score, or the reason why a score is missing.
std::string sheet_words(const GradeSheet& sheet);
/// The sheet as Markdown: the output of a submission that does not start is a block of code, in which a caret
/// keeps its column.
std::string sheet_words_md(const GradeSheet& sheet);
/// The student's text on an exercise.
std::string exercise_words(const GradeSheet& sheet, const ExerciseGrade& exercise);

/// The first line of a text. If it ends in a colon, also all following lines, joined by " / ",
/// without lines that mark a column above: "its last words: x = = 1 / SyntaxError: invalid syntax".
std::string in_one_line(std::string_view text);

/// The sheet's exercise with this id, or null.
const ExerciseGrade* find_exercise(const GradeSheet& sheet, std::string_view id);

/// A case as a student may see it.
struct ShownCase {
  std::string name;   ///< "hidden case 2" if it is hidden
  std::string words;  ///< feedback or detail; without numbers if it is hidden
  bool hidden = false;
  bool expected = false;  ///< true: the outcome is as expected
  Outcome outcome = Outcome::internal_error;
};
std::vector<ShownCase> shown_cases(const ExerciseGrade& exercise);
/// "2 of 3 hidden cases are right."; "1 of 3 hidden cases are right, 2 did not run (not supported)."; empty if there are none.
std::string hidden_words(const ExerciseGrade& exercise);
/// The exercises in which only visible cases are right, for staff; empty if there are none.
std::string staff_words(const GradeSheet& sheet);

/// A quoted cell of text. Spreadsheets evaluate text that begins like a formula, also after blanks and in the
/// full-width forms of = + - @.
std::string csv_cell(std::string_view text);
/// True if a spreadsheet would read the cell as a formula.
bool begins_formula(std::string_view text);
/// shown_text(), cut at a readable length, because a student's program may print 64 KiB per case.
std::string short_text(std::string_view text);

/// Gradescope's results.json: a test per exercise, a row with the total, hidden tests for staff. A
/// failure of the judge gives no score and no tests: Gradescope then reports a failed autograder,
/// and no student loses points.
std::string gradescope_json(const GradeSheet& sheet);

/// The text that a GitHub Classroom grader gives to the reporter, before base64. After an error of
/// the judge, max_score is 0, so that the reporter reports no points.
std::string classroom_json(const GradeSheet& sheet);
/// "result=<base64 of classroom_json()>\n", to append to the file that $GITHUB_OUTPUT names.
std::string classroom_output(const GradeSheet& sheet);

/// The JSON of check50 --output json; its error form if the submission did not start, or bindpose failed.
/// Causes are escaped, because check50's page reads them as HTML.
std::string check50_json(const GradeSheet& sheet);

/// JUnit: a suite per exercise, a testcase per case.
std::string junit_xml(const GradeSheet& sheet);

/// SARIF 2.1.0: a rule for each defect that an exercise can have; one result for each defect found.
std::string report_sarif(const GradeSheet& sheet);

/// The HTML report (report/html_page.h) of the cases that the student may see.
std::string report_html(const GradeSheet& sheet);

/// Plain words for the student, as Markdown.
std::string feedback_md(const GradeSheet& sheet);

/// Writes gradescope.json, classroom.json, classroom.txt, check50.json, junit.xml, report.sarif, report.html,
/// feedback.md into the folder, which is created if it is missing; each file is written completely or not at
/// all. A folder ".../autograder/results" also gets results.json, for Gradescope. May be called during a run:
/// unjudged exercises have no points yet. Error FILE_WRITE.
/// below: a folder in `folder` (reference/io/below.h) for the files instead.
Expected<void> write_formats(const std::filesystem::path& folder, const GradeSheet& sheet,
                             const std::filesystem::path& below = {});
/// Removes the files that write_formats() writes there. Error FILE_WRITE.
Expected<void> remove_formats(const std::filesystem::path& folder, const std::filesystem::path& below = {});

}  // namespace bindpose::conformance
