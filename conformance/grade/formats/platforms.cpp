// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "conformance/grade/formats/words.h"
#include "conformance/report/text.h"
#include "reference/io/base64.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

std::string output_of(const GradeSheet& sheet, const ExerciseGrade& exercise) {
  std::string md = md_text(exercise_words(sheet, exercise)) + "\n";
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

/// For staff only: a hidden case with its numbers. It has no points, which belong to its exercise.
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

ordered_json test_of(const GradeSheet& sheet, const ExerciseGrade& exercise) {
  const bool passed = exercise.status == ExerciseStatus::passed;
  double seconds = 0;
  for (const CaseGrade& grade : exercise.cases)
    seconds += finite(grade.verdict.subject_seconds);
  std::string message;
  if (!passed) {
    message = status_words(sheet, exercise) + ", " + points_text(exercise.score) + " of " +
              points_text(exercise.points) + " points\n" + exercise_words(sheet, exercise);
    if (const std::string hidden = hidden_words(exercise); !hidden.empty()) message += "\n" + hidden;
  }
  return {{"name", shown_text(exercise.title)},
          {"status", passed                       ? "pass"
                     : is_judged(sheet, exercise) ? "fail"
                                                  : "error"},
          {"score", finite(exercise.score)},
          {"message", shown_text(message)},
          {"test_code", ""},
          {"filename", shown_text(exercise.source)},
          {"line_no", 0},
          {"duration", seconds}};
}

/// The first number that is wrong in a case that the student may see.
const ArrayVerdict* first_wrong(const ExerciseGrade& exercise) {
  for (const CaseGrade& grade : exercise.cases) {
    if (grade.hidden || grade.fresh || is_expected(grade.verdict.outcome)) continue;
    for (const ArrayVerdict& array : grade.verdict.arrays)
      if (array.failing > 0) return &array;
  }
  return nullptr;
}

ordered_json cause_of(const GradeSheet& sheet, const ExerciseGrade& exercise) {
  ordered_json cause = {{"rationale", xml_text(exercise_words(sheet, exercise))}};
  cause["help"] =
      exercise.source.empty() ? ordered_json() : ordered_json(xml_text("look at " + exercise.source));
  if (const ArrayVerdict* wrong = first_wrong(exercise); wrong != nullptr && is_judged(sheet, exercise)) {
    const std::string where = place(wrong->name, wrong->row, wrong->component, wrong->width);
    cause["expected"] = xml_text(fmt::format("{} = {}", where, wrong->expected));
    cause["actual"] = xml_text(fmt::format("{} = {}", where, wrong->got));
  }
  return cause;
}

ordered_json log_of(const ExerciseGrade& exercise) {
  ordered_json log = ordered_json::array();
  for (const ShownCase& one : shown_cases(exercise))
    if (!one.hidden) log.push_back(one.name + ": " + (one.words.empty() ? "right" : in_one_line(one.words)));
  if (const std::string hidden = hidden_words(exercise); !hidden.empty()) log.push_back(hidden);
  return log;
}

ordered_json dependency_of(const ExerciseGrade& exercise) {
  if (!exercise.blocked_by.empty()) return shown_text(exercise.blocked_by);
  if (!exercise.needs.empty()) return shown_text(exercise.needs.front());
  return nullptr;
}

ordered_json result_of(const GradeSheet& sheet, const ExerciseGrade& exercise) {
  const bool passed = exercise.status == ExerciseStatus::passed;
  ordered_json result = {{"name", shown_text(exercise.id)}, {"description", shown_text(exercise.title)}};
  result["passed"] = is_judged(sheet, exercise) ? ordered_json(passed) : ordered_json();
  result["log"] = log_of(exercise);
  result["cause"] = passed ? ordered_json() : cause_of(sheet, exercise);
  result["data"] = {{"score", finite(exercise.score)}, {"points", finite(exercise.points)}};
  result["dependency"] = dependency_of(exercise);
  return result;
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

std::string classroom_json(const GradeSheet& sheet) {
  ordered_json tests = ordered_json::array();
  bool passed = sheet.complete && !sheet.broken;
  if (!sheet.judge_error)
    for (const ExerciseGrade& exercise : sheet.exercises) {
      tests.push_back(test_of(sheet, exercise));
      passed = passed && exercise.status == ExerciseStatus::passed;
    }
  const bool error = sheet.judge_error || sheet.broken || !sheet.complete;
  ordered_json document = {{"version", 1},
                           {"status", error    ? "error"
                                      : passed ? "pass"
                                               : "fail"},
                           {"max_score", sheet.judge_error ? 0 : finite(sheet.points)},
                           {"tests", tests}};
  if (error) document["message"] = shown_text(sheet_words(sheet));
  return json_text(document);
}

std::string classroom_output(const GradeSheet& sheet) {
  return "result=" + base64(classroom_json(sheet)) + "\n";
}

std::string check50_json(const GradeSheet& sheet) {
  ordered_json document = {{"slug", shown_text(title_words(sheet))}, {"version", BINDPOSE_VERSION}};
  if (const auto& error = sheet.judge_error ? sheet.judge_error : sheet.broken) {
    document["error"] = {{"type", shown_text(error->code)},
                         {"value", sheet_words(sheet)},
                         {"traceback", ordered_json::array()},
                         {"data", ordered_json::object()}};
    return json_text(document);
  }
  document["results"] = ordered_json::array();
  for (const ExerciseGrade& exercise : sheet.exercises)
    document["results"].push_back(result_of(sheet, exercise));
  return json_text(document);
}

}  // namespace bindpose::conformance
