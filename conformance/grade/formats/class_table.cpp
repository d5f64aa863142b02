// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/formats/formats.h"
#include "conformance/grade/formats/words.h"
#include "conformance/report/text.h"

namespace bindpose::conformance {
namespace {

/// What is wrong first.
std::string first_feedback(const GradeSheet& sheet) {
  if (sheet.judge_error || sheet.broken) return first_line(sheet_words(sheet));
  for (const ExerciseGrade& exercise : sheet.exercises)
    if (exercise.status != ExerciseStatus::passed)
      return first_line(clean_text(exercise.title)) + ": " + first_line(exercise_words(sheet, exercise));
  return "All right.";
}

}  // namespace

std::string class_csv(const std::vector<GradeSheet>& sheets) {
  const std::vector<const ExerciseGrade*> columns = columns_of(sheets);
  std::string csv = "submission,score,points";
  for (const ExerciseGrade* column : columns)
    csv += "," + csv_cell(column->id);
  csv += ",status,feedback\r\n";
  for (const GradeSheet& sheet : sheets) {
    csv += csv_cell(sheet.submission) + "," + (sheet.judge_error ? "" : points_text(sheet.score)) + "," +
           points_text(sheet.points);
    for (const ExerciseGrade* column : columns) {
      const ExerciseGrade* exercise = find_exercise(sheet, column->id);
      csv += ",";
      if (exercise != nullptr && !sheet.judge_error && !is_waiting(sheet, *exercise))
        csv += points_text(exercise->score);
    }
    csv += "," + csv_cell(state_words(sheet)) + "," + csv_cell(first_feedback(sheet)) + "\r\n";
  }
  return csv;
}

}  // namespace bindpose::conformance
