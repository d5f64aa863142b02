// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/formats/formats.h"
#include "conformance/grade/formats/words.h"
#include "conformance/report/text.h"
#include "reference/io/base64.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

/// Messages end up in an action's log, where the runner obeys lines "::command::" and whatever follows "##[".
std::string log_text(std::string_view text) {
  std::string safe;
  bool at_start = true;
  for (const char c : shown_text(text)) {
    const bool command = (c == ':' && at_start) || (c == '[' && safe.ends_with("##"));
    if (command) safe += '\\';
    safe += c;
    at_start = c == '\n' || (at_start && (c == ' ' || c == '\t'));
  }
  return safe;
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
  return {{"name", log_text(exercise.title)},
          {"status", passed                       ? "pass"
                     : is_judged(sheet, exercise) ? "fail"
                                                  : "error"},
          {"score", finite(exercise.score)},
          {"message", log_text(message)},
          {"test_code", ""},
          {"filename", log_text(exercise.source)},
          {"line_no", 0},
          {"duration", seconds}};
}

}  // namespace

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
  if (error) document["message"] = log_text(sheet_words(sheet));
  return json_text(document);
}

std::string classroom_output(const GradeSheet& sheet) {
  return "result=" + base64(classroom_json(sheet)) + "\n";
}

}  // namespace bindpose::conformance
