// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/sarif.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "conformance/grade/formats/formats.h"
#include "conformance/grade/formats/words.h"
#include "conformance/report/text.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view broken_rule = "submission/does-not-start";

/// What a case can end with that a student can do something about.
constexpr Outcome endings[] = {Outcome::fail, Outcome::invalid_output, Outcome::crash, Outcome::timeout,
                               Outcome::missing};
/// A pass within an accepted class of precision, or by an accepted policy.
constexpr std::string_view on_terms = "accepted";

/// A kind of mistake: a known one, in whatever exercise, or else how a case of an exercise ended.
struct Kind {
  std::string id;
  std::string_view level;
};

std::string ending_id(const ExerciseGrade& exercise, Outcome outcome) {
  return shown_text(exercise.id) + "/" + std::string(to_string(outcome));
}

/// Nothing for a case that is right and needed nothing to be accepted.
std::optional<Kind> kind_of(const ExerciseGrade& exercise, const Verdict& verdict) {
  if (is_on_terms(verdict)) return Kind{shown_text(exercise.id) + "/" + std::string(on_terms), "note"};
  const std::string_view level = facts(verdict.outcome).rule_level;
  if (level.empty()) return std::nullopt;
  return Kind{
      has_mistake_rule(verdict.mistake) ? "mistake/" + verdict.mistake : ending_id(exercise, verdict.outcome),
      level};
}

ordered_json rule(const std::string& id, const std::string& title, std::string_view words,
                  std::string_view level) {
  return sarif_rule(id, title, words, level, "feedback.md says more.");
}

/// All of them, fired or not: an alert closes when a report has its rule and no longer its result.
ordered_json rules_of(const GradeSheet& sheet) {
  ordered_json rules = ordered_json::array();
  rules.push_back(rule(std::string(broken_rule), "Submission", "It does not start", "error"));
  add_mistake_rules(rules, "feedback.md says more.");
  for (const ExerciseGrade& exercise : sheet.exercises) {
    const std::string title = first_line(shown_text(exercise.title));
    for (const Outcome outcome : endings)
      rules.push_back(
          rule(ending_id(exercise, outcome), title, facts(outcome).rule, facts(outcome).rule_level));
    rules.push_back(rule(shown_text(exercise.id) + "/" + std::string(on_terms), title,
                         "The answer is right within an accepted class of precision or by an accepted policy",
                         "note"));
  }
  return rules;
}

/// Some file of the student's: GitHub shows nothing that has no place.
std::string any_source(const GradeSheet& sheet) {
  for (const ExerciseGrade& exercise : sheet.exercises)
    if (!exercise.source.empty()) return exercise.source;
  return {};
}

/// The cases of an exercise that have one mistake.
struct Group {
  Kind kind;
  std::size_t count = 0;
  const ShownCase* first = nullptr;  ///< a visible one if there is one
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

ordered_json invocation_of(const GradeSheet& sheet) {
  ordered_json invocation = {{"executionSuccessful", sheet.complete && !sheet.judge_error}};
  const ordered_json notification = {{"descriptor", {{"id", "judge-error"}, {"index", 0}}},
                                     {"level", "error"},
                                     {"message", {{"text", sheet_words(sheet)}}}};
  if (sheet.judge_error) invocation["toolExecutionNotifications"] = ordered_json::array({notification});
  return invocation;
}

}  // namespace

std::string report_sarif(const GradeSheet& sheet) {
  const ordered_json notification =
      rule("judge-error", "Judge", "The judge itself failed and nothing was graded", "error");
  return sarif_text("bindpose-grade/", rules_of(sheet), notification, invocation_of(sheet),
                    results_of(sheet));
}

}  // namespace bindpose::conformance
