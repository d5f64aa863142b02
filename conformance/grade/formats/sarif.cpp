// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <cctype>

#include <fmt/format.h>

#include "conformance/grade/formats/formats.h"
#include "conformance/grade/formats/words.h"
#include "conformance/report/xml.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view broken_rule = "submission/does-not-start";

/// What a case can end with that a student can do something about.
struct Mistake {
  Outcome outcome;
  const char* level;
  const char* words;
};
constexpr Mistake mistakes[] = {
    {Outcome::fail, "error", "A number is outside the bound of float32 arithmetic."},
    {Outcome::invalid_output, "error",
     "The answer has the wrong count, is not a number or was left untouched."},
    {Outcome::crash, "error", "The program died."},
    {Outcome::timeout, "error", "The program did not answer in time."},
    {Outcome::missing, "error", "It should have been asked and was not."},
    {Outcome::policy, "warning", "The answer follows another documented convention than the one asked for."},
    {Outcome::quality_warning, "note", "The answer has less than float32 precision."},
};
constexpr std::size_t most_results = 5000;  // GitHub shows no more of a run

std::string rule_id(const ExerciseGrade& exercise, Outcome outcome) {
  return clean_text(exercise.id) + "/" + std::string(to_string(outcome));
}

/// "LinearBlendInvalidOutput"
std::string rule_name(std::string_view id) {
  std::string name;
  bool upper = true;
  for (const char c : id) {
    const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (letter) name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = !letter;
  }
  return name;
}

ordered_json rule(const std::string& id, const std::string& title, std::string_view words,
                  const char* level) {
  return {{"id", id},
          {"name", rule_name(id)},
          {"shortDescription", {{"text", title + ": " + std::string(words)}}},
          {"fullDescription", {{"text", title + ": " + std::string(words)}}},
          {"help", {{"text", std::string(words) + " feedback.md says more."}}},
          {"defaultConfiguration", {{"level", level}}}};
}

/// All of them, fired or not: an alert closes when a report has its rule and no longer its result.
ordered_json rules_of(const GradeSheet& sheet) {
  ordered_json rules = ordered_json::array();
  rules.push_back(rule(std::string(broken_rule), "Submission", "It does not start.", "error"));
  for (const ExerciseGrade& exercise : sheet.exercises)
    for (const Mistake& mistake : mistakes)
      rules.push_back(rule(rule_id(exercise, mistake.outcome), first_line(clean_text(exercise.title)),
                           mistake.words, mistake.level));
  return rules;
}

/// A path as a relative URI reference: RFC 3986, section 4.2.
std::string uri_of(std::string_view path) {
  std::string uri;
  while (path.starts_with("./"))
    path.remove_prefix(2);
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte < 0x80 && (std::isalnum(byte) != 0 ||
                                       std::string_view("-._~/").find(c) != std::string_view::npos);
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return uri;
}

ordered_json location_of(const ExerciseGrade& exercise) {
  ordered_json location = ordered_json::object();
  if (!exercise.source.empty())
    location["physicalLocation"] = {{"artifactLocation", {{"uri", uri_of(exercise.source)}}},
                                    {"region", {{"startLine", 1}}}};
  location["logicalLocations"] =
      ordered_json::array({{{"fullyQualifiedName", clean_text(exercise.id)}, {"kind", "function"}}});
  return location;
}

ordered_json result(const std::string& id, std::size_t index, const char* level, const std::string& words) {
  return {{"ruleId", id},
          {"ruleIndex", index},
          {"level", level},
          {"message", {{"text", words}}},
          {"partialFingerprints", {{"case/v1", id}}}};
}

/// "2 of 9 cases: " and what the first of them, a visible one if there is one, says. Empty: there are none.
std::string words_of(const std::vector<ShownCase>& cases, Outcome outcome) {
  std::size_t count = 0;
  const ShownCase* first = nullptr;
  for (const ShownCase& one : cases) {
    if (one.outcome != outcome) continue;
    ++count;
    if (first == nullptr || (first->hidden && !one.hidden)) first = &one;
  }
  if (first == nullptr) return {};
  return fmt::format("{} of {} cases. {}: {}", count, cases.size(), first->name, first->words);
}

ordered_json results_of(const GradeSheet& sheet) {
  ordered_json results = ordered_json::array();
  if (sheet.judge_error) return results;
  if (sheet.broken) results.push_back(result(std::string(broken_rule), 0, "error", sheet_words(sheet)));
  std::size_t index = 0;
  for (const ExerciseGrade& exercise : sheet.exercises) {
    const std::vector<ShownCase> cases = shown_cases(exercise);
    for (const Mistake& mistake : mistakes) {
      ++index;
      const std::string words = words_of(cases, mistake.outcome);
      if (words.empty() || results.size() == most_results) continue;
      results.push_back(result(rule_id(exercise, mistake.outcome), index, mistake.level, words));
      results.back()["locations"] = ordered_json::array({location_of(exercise)});
    }
  }
  return results;
}

ordered_json invocation_of(const GradeSheet& sheet) {
  ordered_json invocation = {{"executionSuccessful", !sheet.judge_error}};
  const ordered_json notification = {{"descriptor", {{"id", "judge-error"}, {"index", 0}}},
                                     {"level", "error"},
                                     {"message", {{"text", sheet_words(sheet)}}}};
  if (sheet.judge_error) invocation["toolExecutionNotifications"] = ordered_json::array({notification});
  return invocation;
}

}  // namespace

std::string report_sarif(const GradeSheet& sheet) {
  const ordered_json notification = {
      {"id", "judge-error"},
      {"shortDescription", {{"text", "The judge itself failed; nothing was graded."}}}};
  const ordered_json driver = {{"name", "bindpose"},
                               {"semanticVersion", BINDPOSE_VERSION},
                               {"rules", rules_of(sheet)},
                               {"notifications", ordered_json::array({notification})}};
  const ordered_json run = {{"tool", {{"driver", driver}}},
                            {"automationDetails", {{"id", "bindpose-grade/"}}},
                            {"invocations", ordered_json::array({invocation_of(sheet)})},
                            {"columnKind", "unicodeCodePoints"},
                            {"results", results_of(sheet)}};
  return dump({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
               {"version", "2.1.0"},
               {"runs", ordered_json::array({run})}});
}

}  // namespace bindpose::conformance
