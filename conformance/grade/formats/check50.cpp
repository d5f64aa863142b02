// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "conformance/grade/formats/formats.h"
#include "conformance/grade/formats/words.h"
#include "conformance/judge/compare_array.h"
#include "conformance/report/text.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

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
