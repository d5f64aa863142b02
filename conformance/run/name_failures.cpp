// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/name_failures.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "conformance/judge/name_failure.h"
#include "conformance/judge/named_defects.h"
#include "conformance/judge/row_patterns.h"

namespace bindpose::conformance {
namespace {

constexpr double as_sure_as_a_policy = 0.99;  // fraction of an algorithm's wrong numbers

bool explains_worst_numbers(const Defect& defect, const Suite& suite, const Record& record) {
  const auto terms = suite.terms(record.subject, *record.from->algorithm, record.from->level);
  const auto asked = asked_question(*record.from, record.policies, terms.without);
  return asked && explains_worst_numbers(defect, asked->question, record.verdict);
}

/// The named defect of an algorithm's failing tests, and the fraction of their numbers that it explains.
struct Cause {
  const Defect* defect = nullptr;
  double share = 0;
};

std::optional<Cause> cause_of(const Diagnoses& diagnoses, const std::string& algorithm) {
  for (const Diagnosis& diagnosis : diagnoses)
    if (const Defect* const defect = only_cause(diagnosis);
        defect != nullptr && std::ranges::find(diagnosis.algorithms, algorithm) != diagnosis.algorithms.end())
      return Cause{defect, diagnosis.suspects.front().evidence.share()};
  return std::nullopt;
}

const Suspect* find(const Diagnoses& diagnoses, const std::string& algorithm, std::string_view id) {
  for (const Diagnosis& diagnosis : diagnoses)
    if (std::ranges::find(diagnosis.algorithms, algorithm) != diagnosis.algorithms.end())
      for (const Suspect& suspect : diagnosis.suspects)
        if (suspect.defect->id == id) return &suspect;
  return nullptr;
}

/// True if passing tests refute the defect: no evidence remains.
bool is_refuted(const Suspect& suspect) {
  return suspect.evidence.explained == 0 && suspect.evidence.given.empty();
}

/// Number of failing tests of an algorithm, and number of them with each named defect.
struct OwnNames {
  std::size_t tests = 0;
  std::map<std::string, std::size_t> names;
};

std::map<std::string, OwnNames> count_own_names(const Suite& suite, std::size_t subject) {
  std::map<std::string, OwnNames> counts;
  for (const Record& record : suite.records()) {
    const Verdict& verdict = record.verdict;
    if (record.subject != subject || !record.ran || is_expected(verdict.judged.value_or(verdict.outcome)))
      continue;
    OwnNames& own = counts[record.from->algorithm->path()];
    ++own.tests;
    ++own.names[verdict.defect];
  }
  return counts;
}

/// True if the diagnosis of an algorithm names no defect; `where_parts`: only if parts of a file are mixed up.
bool is_unnamed(const Diagnoses& diagnoses, const std::string& algorithm, bool where_parts) {
  const auto own = std::ranges::find_if(diagnoses, [&](const Diagnosis& diagnosis) {
    return std::ranges::find(diagnosis.algorithms, algorithm) != diagnosis.algorithms.end();
  });
  return own != diagnoses.end() && names_none(*own) &&
         (!where_parts ||
          std::ranges::find(own->symptoms, rows_of_another_part, &Symptom::id) != own->symptoms.end());
}

/// Some directions that are not unit are close to unit by chance.
bool is_case_of(std::string_view id, const Defect& defect) {
  return id == "normal-nearly-normalised" && defect.id == "normal-not-renormalised";
}

void name_failures(Suite& suite, std::size_t subject, const Diagnoses& diagnoses) {
  const auto counts = count_own_names(suite, subject);
  for (std::size_t i = 0; i < suite.records().size(); ++i) {
    Record& record = suite.record(i);
    Verdict& verdict = record.verdict;
    if (record.subject != subject || !record.ran || !record.is_of_numbers() ||
        verdict.judged.value_or(verdict.outcome) != Outcome::fail)
      continue;
    const std::string algorithm = record.from->algorithm->path();
    const Suspect* const before = find(diagnoses, algorithm, verdict.defect);
    const OwnNames& own = counts.at(algorithm);
    // A name that explains at most half of all wrong outputs is a coincidence.
    const bool is_accident = !verdict.defect.empty() &&
                             is_unnamed(diagnoses, algorithm, 2 * own.names.at(verdict.defect) > own.tests);
    if (is_accident || (before != nullptr && is_refuted(*before))) unname_failure(verdict);
    const auto cause = cause_of(diagnoses, algorithm);
    if (!cause || verdict.defect == cause->defect->id) continue;
    // A policy explains every number of its test.
    if (!verdict.policy.empty() && cause->share < as_sure_as_a_policy) continue;
    const bool is_better =
        verdict.defect.empty() || before == nullptr || before->evidence.share() <= cause->share;
    if (is_better &&
        (is_case_of(verdict.defect, *cause->defect) || explains_worst_numbers(*cause->defect, suite, record)))
      rename_failure(verdict, *cause->defect);
  }
}

}  // namespace

Diagnoses diagnose_and_name(Suite& suite, std::size_t subject, const std::function<Diagnoses()>& diagnose) {
  forget_refuted_causes(suite, subject);
  Diagnoses diagnoses = diagnose();
  name_failures(suite, subject, diagnoses);
  count_failing(suite, subject, diagnoses);
  return diagnoses;
}

}  // namespace bindpose::conformance
