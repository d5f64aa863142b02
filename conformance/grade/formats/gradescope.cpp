// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "conformance/grade/formats/formats.h"
#include "conformance/grade/formats/words.h"
#include "conformance/report/text.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

std::string output_of(const GradeSheet& sheet, const ExerciseGrade& exercise) {
  std::string md = md_text(exercise_words(sheet, exercise)) + "\n";
  for (const std::string& wrong : wrong_cases_md(exercise))
    md += "\n" + wrong;
  if (const std::string hidden = hidden_words(exercise); !hidden.empty()) md += "\n\n" + hidden;
  return md;
}

ordered_json exercise_test(const GradeSheet& sheet, const ExerciseGrade& exercise, std::size_t number) {
  ordered_json test = {{"name", shown_text(exercise.title)},
                       {"number", std::to_string(number)},
                       {"score", finite(exercise.score)},
                       {"max_score", finite(exercise.points)}};
  if (is_judged(sheet, exercise))
    test["status"] = exercise.status == ExerciseStatus::passed ? "passed" : "failed";
  test["output"] = output_of(sheet, exercise);
  test["output_format"] = "md";
  test["visibility"] = "visible";
  return test;
}

/// What only staff sees: a hidden case with its numbers. Without points: they are its exercise's.
ordered_json hidden_test(const GradeSheet& sheet, const CaseGrade& grade, const std::string& number) {
  const bool right = counts_as_right(grade.verdict.outcome);
  std::string output{to_string(grade.verdict.outcome)};
  if (!grade.verdict.detail.empty()) output += ": " + shown_text(grade.verdict.detail);
  return {{"name", (grade.fresh ? "Fresh: " : "Hidden: ") + shown_text(grade.name)},
          {"number", number},
          {"status", right ? "passed" : "failed"},
          {"output", output},
          {"output_format", "text"},
          {"visibility", "hidden"},
          {"extra_data", {{"credit", finite(grade.credit)}, {"seed", shown_text(sheet.seed)}}}};
}

/// A hidden test without points that marks the submission for staff.
ordered_json staff_test(const std::string& words) {
  return {{"name", "For staff"}, {"number", "0.1"},         {"status", "failed"},
          {"output", words},     {"output_format", "text"}, {"visibility", "hidden"}};
}

ordered_json total_row(const GradeSheet& sheet) {
  return {{"name", "Total: " + points_text(sheet.score) + " of " + points_text(sheet.points) + " points"},
          {"number", "0"},
          {"output", sheet_words_md(sheet)},
          {"output_format", "md"},
          {"visibility", "visible"}};
}

}  // namespace

std::string gradescope_json(const GradeSheet& sheet) {
  ordered_json tests = ordered_json::array();
  ordered_json document = ordered_json::object();
  if (!sheet.complete) document["output"] = sheet_words_md(sheet);  // first
  if (!sheet.judge_error) {
    document["score"] = finite(sheet.score);
    tests.push_back(total_row(sheet));
    if (const std::string words = staff_words(sheet); !words.empty()) tests.push_back(staff_test(words));
    for (std::size_t e = 0; e < sheet.exercises.size(); ++e)
      tests.push_back(exercise_test(sheet, sheet.exercises[e], e + 1));
    for (std::size_t e = 0; e < sheet.exercises.size(); ++e)
      for (std::size_t c = 0; c < sheet.exercises[e].cases.size(); ++c)
        if (const CaseGrade& grade = sheet.exercises[e].cases[c]; grade.hidden || grade.fresh)
          tests.push_back(hidden_test(sheet, grade, fmt::format("{}.{}", e + 1, c + 1)));
  }
  document["execution_time"] = finite(sheet.seconds);
  document["output"] = sheet_words_md(sheet);
  document["output_format"] = "md";
  document["visibility"] = "visible";
  document["stdout_visibility"] = "hidden";
  document["tests"] = std::move(tests);
  return json_text(document);
}

}  // namespace bindpose::conformance
