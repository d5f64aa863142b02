// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/grade/formats/words.h"

namespace bindpose::conformance {
namespace {

std::string points_of(const ExerciseGrade& exercise) {
  return points_text(exercise.score) + " of " + points_text(exercise.points);
}

std::string table_of(const GradeSheet& sheet) {
  std::string md = "| exercise | points | |\n| --- | --- | --- |\n";
  for (const ExerciseGrade& exercise : sheet.exercises)
    md += fmt::format("| {} | {} | {} |\n", md_inline(exercise.title), points_of(exercise),
                      md_inline(status_words(sheet, exercise)));
  return md;
}

std::string section_of(const GradeSheet& sheet, const ExerciseGrade& exercise) {
  std::string md =
      fmt::format("\n## {}\n\n{} points, {}.\n\n{}\n", md_inline(exercise.title), points_of(exercise),
                  md_inline(status_words(sheet, exercise)), md_text(exercise_words(sheet, exercise)));
  const bool passed = exercise.status == ExerciseStatus::passed;
  if (!exercise.source.empty() && !passed)
    md += fmt::format("\nThe file to look at: {}\n", md_inline(exercise.source));
  if (const auto cases = wrong_cases_md(exercise); !cases.empty())
    md += fmt::format("\n{}\n", fmt::join(cases, "\n"));
  if (const std::string hidden = hidden_words(exercise); !hidden.empty()) md += "\n" + hidden + "\n";
  return md;
}

}  // namespace

std::string feedback_md(const GradeSheet& sheet) {
  std::string md = "# " + md_inline(title_words(sheet)) + "\n\n" + sheet_words_md(sheet) + "\n";
  if (sheet.judge_error) return md;
  md += "\n" + table_of(sheet);
  for (const ExerciseGrade& exercise : sheet.exercises)
    md += section_of(sheet, exercise);
  return md;
}

}  // namespace bindpose::conformance
