// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

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

/// A cell of text, quoted. Spreadsheets compute what begins like a formula, also after blanks and also in the
/// full-width forms of = + - @.
std::string cell(std::string_view text) {
  std::string clean = clean_text(text);
  const std::string_view first =
      std::string_view(clean).substr(std::min(clean.find_first_not_of(" \t\n"), clean.size()));
  bool formula = clean.starts_with('\t') || clean.starts_with('\n');
  for (const std::string_view mark :
       {"=", "+", "-", "@", "\xEF\xBC\x9D", "\xEF\xBC\x8B", "\xEF\xBC\x8D", "\xEF\xBC\xA0"})
    formula = formula || first.starts_with(mark);
  std::string quoted = formula ? "\"'" : "\"";
  for (const char c : clean)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace

std::string class_csv(const std::vector<GradeSheet>& sheets) {
  const std::vector<const ExerciseGrade*> columns = columns_of(sheets);
  std::string csv = "submission,score,points";
  for (const ExerciseGrade* column : columns)
    csv += "," + cell(column->id);
  csv += ",status,feedback\r\n";
  for (const GradeSheet& sheet : sheets) {
    csv += cell(sheet.submission) + "," + (sheet.judge_error ? "" : points_text(sheet.score)) + "," +
           points_text(sheet.points);
    for (const ExerciseGrade* column : columns) {
      const ExerciseGrade* exercise = find_exercise(sheet, column->id);
      csv += ",";
      if (exercise != nullptr && !sheet.judge_error && !is_waiting(sheet, *exercise))
        csv += points_text(exercise->score);
    }
    csv += "," + cell(state_words(sheet)) + "," + cell(first_feedback(sheet)) + "\r\n";
  }
  return csv;
}

}  // namespace bindpose::conformance
