// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "conformance/grade/formats/words.h"
#include "conformance/report/junit.h"
#include "conformance/report/text.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view broken_rule = "submission/does-not-start";

/// Outcomes that a student can fix.
constexpr Outcome endings[] = {Outcome::fail, Outcome::invalid_output, Outcome::crash, Outcome::timeout,
                               Outcome::missing};
/// A pass within an accepted precision class, or by an accepted policy.
constexpr std::string_view on_terms = "accepted";

/// A kind of failure: a known defect in any exercise, or the outcome of an exercise's case.
struct Kind {
  std::string id;
  std::string_view level;
};

std::string ending_id(const ExerciseGrade& exercise, Outcome outcome) {
  return shown_text(exercise.id) + "/" + std::string(to_string(outcome));
}

/// Empty for a case that is right without an accepted deviation.
std::optional<Kind> kind_of(const ExerciseGrade& exercise, const Verdict& verdict) {
  if (is_on_terms(verdict)) return Kind{shown_text(exercise.id) + "/" + std::string(on_terms), "note"};
  const std::string_view level = facts(verdict.outcome).rule_level;
  if (level.empty()) return std::nullopt;
  return Kind{
      has_defect_rule(verdict.defect) ? "defect/" + verdict.defect : ending_id(exercise, verdict.outcome),
      level};
}

ordered_json rule(const std::string& id, const std::string& title, std::string_view words,
                  std::string_view level) {
  return sarif_rule(id, title, words, level, "feedback.md says more.");
}

/// All rules: GitHub closes an alert if a report has its rule but no result.
ordered_json rules_of(const GradeSheet& sheet) {
  ordered_json rules = ordered_json::array();
  rules.push_back(rule(std::string(broken_rule), "Submission", "It does not start", "error"));
  add_defect_rules(rules, "feedback.md says more.");
  for (const ExerciseGrade& exercise : sheet.exercises) {
    const std::string title = first_line(shown_text(exercise.title));
    for (const Outcome outcome : endings)
      rules.push_back(
          rule(ending_id(exercise, outcome), title, facts(outcome).rule, facts(outcome).rule_level));
    rules.push_back(rule(shown_text(exercise.id) + "/" + std::string(on_terms), title,
                         "The output is right within an accepted precision class or by an accepted policy",
                         "note"));
  }
  return rules;
}

/// A file of the student, because GitHub shows only results with a location.
std::string any_source(const GradeSheet& sheet) {
  for (const ExerciseGrade& exercise : sheet.exercises)
    if (!exercise.source.empty()) return exercise.source;
  return {};
}

/// The cases of an exercise that have one defect.
struct Group {
  Kind kind;
  std::size_t count = 0;
  const ShownCase* first = nullptr;  ///< a visible case if there is one
};
std::vector<Group> groups_of(const ExerciseGrade& exercise, const std::vector<ShownCase>& cases) {
  std::vector<Group> groups;
  for (std::size_t c = 0; c < cases.size(); ++c) {
    const std::optional<Kind> kind = kind_of(exercise, exercise.cases[c].verdict);
    if (!kind) continue;
    const auto same = [&](const Group& group) { return group.kind.id == kind->id; };
    auto group = std::find_if(groups.begin(), groups.end(), same);
    if (group == groups.end()) group = groups.insert(groups.end(), Group{*kind});
    ++group->count;
    if (group->first == nullptr || (group->first->hidden && !cases[c].hidden)) group->first = &cases[c];
  }
  return groups;
}

ordered_json results_of(const GradeSheet& sheet) {
  ordered_json results = ordered_json::array();
  if (sheet.judge_error) return results;
  if (sheet.broken) {
    const std::string id(broken_rule);
    results.push_back(sarif_result(id, "error", id, sheet_words(sheet)));
    results.back()["locations"] = sarif_locations(any_source(sheet), "submission");
  }
  for (const ExerciseGrade& exercise : sheet.exercises) {
    const std::vector<ShownCase> cases = shown_cases(exercise);
    for (const Group& group : groups_of(exercise, cases)) {
      if (results.size() == most_sarif_results) return results;
      results.push_back(sarif_result(group.kind.id, group.kind.level,
                                     shown_text(exercise.id) + "/" + group.kind.id,
                                     fmt::format("{} of {} cases. {}: {}", group.count, cases.size(),
                                                 group.first->name, group.first->words)));
      results.back()["locations"] = sarif_locations(exercise.source, exercise.id);
    }
  }
  return results;
}

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

std::string report_sarif(const GradeSheet& sheet) {
  const ordered_json notification =
      rule("judge-error", "Judge", "The judge itself failed and nothing was graded", "error");
  const ordered_json invocation =
      sarif_invocation(sheet.complete && !sheet.judge_error, sheet.judge_error ? sheet_words(sheet) : "");
  return sarif_text("bindpose-grade/", rules_of(sheet), notification, invocation, results_of(sheet));
}

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
