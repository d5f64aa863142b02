// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/formats/class_table.h"

#include <utility>

#include "conformance/grade/formats/words.h"
#include "conformance/report/text.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

/// What is wrong first.
std::string first_feedback(const GradeSheet& sheet) {
  if (sheet.judge_error) return in_one_line(sheet_words(sheet));
  if (sheet.broken) return in_one_line(reason_not_started(sheet));
  for (const ExerciseGrade& exercise : sheet.exercises)
    if (exercise.status != ExerciseStatus::passed)
      return first_line(shown_text(exercise.title)) + ": " + in_one_line(exercise_words(sheet, exercise));
  return "All right.";
}

}  // namespace

std::string class_csv_head(const GradeSheet& blank) {
  std::string head = "submission,score,points";
  for (const ExerciseGrade& column : blank.exercises)
    head += "," + csv_cell(column.id);
  return head + ",status,remark,feedback\r\n";
}

std::string class_csv_row(const GradeSheet& blank, const GradeSheet& sheet) {
  std::string row = csv_cell(sheet.submission) + "," + (sheet.judge_error ? "" : points_text(sheet.score)) +
                    "," + points_text(sheet.points);
  for (const ExerciseGrade& column : blank.exercises) {
    const ExerciseGrade* exercise = find_exercise(sheet, column.id);
    row += ",";
    if (exercise != nullptr && !sheet.judge_error && !is_waiting(sheet, *exercise))
      row += points_text(exercise->score);
  }
  return row + "," + csv_cell(state_words(sheet)) + "," + csv_cell(staff_words(sheet)) + "," +
         csv_cell(first_feedback(sheet)) + "\r\n";
}

ClassTable::ClassTable(const std::filesystem::path& folder, GradeSheet blank)
    : blank_(std::move(blank)),
      csv_(folder / "class.csv"),
      page_(folder / "class.html"),
      details_(folder / "class.html.details") {
  csv_.add(class_csv_head(blank_));
  page_.add(class_page_head(blank_));
}

void ClassTable::add(const GradeSheet& sheet) {
  csv_.add(class_csv_row(blank_, sheet));
  page_.add(class_page_row(blank_, sheet, count_));
  details_.add(class_page_details(sheet, count_));
  ++count_;
}

Expected<void> ClassTable::finish() {
  page_.add(class_page_middle());
  page_.add(details_);
  page_.add(class_page_end());
  BINDPOSE_CHECK(csv_.finish());
  return page_.finish();
}

}  // namespace bindpose::conformance
