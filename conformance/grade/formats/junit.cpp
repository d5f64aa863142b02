// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/junit.h"

#include "conformance/grade/formats/formats.h"
#include "conformance/grade/formats/words.h"
#include "conformance/report/text.h"

namespace bindpose::conformance {
namespace {

JunitCase shown_case(const std::string& classname, const std::string& name, JunitElement element,
                     const std::string& type, const std::string& words, double seconds = 0) {
  JunitCase one{classname, name, seconds, element, "", "", words, {}};
  if (element == JunitElement::none) return one;
  one.message = element == JunitElement::skipped ? words : first_line(words);
  if (element == JunitElement::skipped)
    one.text.clear();
  else
    one.type = type;
  return one;
}

JunitSuite suite_of(const GradeSheet& sheet, const ExerciseGrade& exercise) {
  JunitSuite suite{shown_text(exercise.title), {}, {}};
  const std::string id = shown_text(exercise.id), words = exercise_words(sheet, exercise);
  if (!is_judged(sheet, exercise)) {
    suite.cases.push_back(
        shown_case(id, "exercise", JunitElement::skipped, "", status_words(sheet, exercise) + "\n" + words));
    return suite;
  }
  const std::vector<ShownCase> shown = shown_cases(exercise);
  for (std::size_t c = 0; c < shown.size(); ++c) {
    const Verdict& verdict = exercise.cases[c].verdict;
    const double seconds =
        shown[c].hidden ? 0 : finite(verdict.subject_seconds) + finite(verdict.judge_seconds);
    const JunitElement element = facts(shown[c].outcome).junit;
    suite.cases.push_back(shown_case(id, shown[c].name,
                                     element == JunitElement::flaky ? JunitElement::none : element,
                                     camel_case(to_string(shown[c].outcome)), shown[c].words, seconds));
  }
  if (shown.empty() && exercise.status != ExerciseStatus::passed)
    suite.cases.push_back(shown_case(id, "exercise", JunitElement::failure,
                                     sheet.broken ? shown_text(sheet.broken->code) : "Fail", words));
  return suite;
}

}  // namespace

std::string junit_xml(const GradeSheet& sheet) {
  JunitRun run{{}, finite(sheet.seconds), "", title_words(sheet)};
  if (!sheet.complete && !sheet.judge_error)
    run.suites.push_back(
        {"grading",
         {},
         {shown_case("grading", "end", JunitElement::error, "Unfinished", sheet_words(sheet))}});
  if (const auto& error = sheet.judge_error ? sheet.judge_error : sheet.broken)
    run.suites.push_back(
        {"start",
         {},
         {shown_case("start", "start", JunitElement::error,
                     sheet.judge_error ? "InternalError" : shown_text(error->code), sheet_words(sheet))}});
  if (!sheet.judge_error)
    for (const ExerciseGrade& exercise : sheet.exercises)
      run.suites.push_back(suite_of(sheet, exercise));
  return junit_xml(run);
}

}  // namespace bindpose::conformance
