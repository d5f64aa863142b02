// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/diagnosis.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace bindpose::conformance {
namespace {

constexpr std::size_t most_of_a_kind = 3, most_tests = 48;
constexpr double likely = 0.5;       // of the wrong numbers: a mistake is named
constexpr double also_likely = 0.1;  // the next best is

/// Failing records of a subject, few of each algorithm and level, the smallest first.
std::vector<std::size_t> chosen(const Suite& suite, std::size_t subject) {
  std::map<std::pair<const Algorithm*, Level>, std::vector<std::size_t>> kinds;
  for (std::size_t i = 0; i < suite.records().size(); ++i) {
    const Record& record = suite.records()[i];
    const Outcome outcome = record.verdict.judged.value_or(record.verdict.outcome);
    // Which of two answers is wrong a relation does not say.
    if (record.subject == subject && record.ran && outcome == Outcome::fail &&
        !record.verdict.arrays.empty() && record.relation == nullptr)
      kinds[{record.from->algorithm, record.from->level}].push_back(i);
  }
  const auto size = [&suite](std::size_t i) {
    std::size_t numbers = 0;
    for (const ArrayVerdict& array : suite.records()[i].verdict.arrays)
      numbers += array.judged;
    return numbers;
  };
  for (auto& [kind, records] : kinds)
    std::ranges::stable_sort(records, {}, size);
  std::vector<std::size_t> few;
  for (std::size_t round = 0; round < most_of_a_kind; ++round)
    for (const auto& [kind, records] : kinds)
      if (round < records.size() && few.size() < most_tests) few.push_back(records[round]);
  return few;
}

std::string words_of(const Suspect& suspect) {
  return fmt::format("{:.0f} % are as {} makes them: {}", std::floor(100 * suspect.evidence.share()),
                     suspect.defect->id, suspect.defect->sentence);
}

}  // namespace

Diagnosis diagnose(Suite& suite, std::size_t subject) {
  std::vector<WrongAnswer> answers;
  Diagnosis diagnosis;
  for (const std::size_t i : chosen(suite, subject)) {
    auto wrong = suite.answer_again(i);
    if (!wrong || interrupted()) break;
    diagnosis.numbers += failing_numbers(wrong->right, wrong->answer);
    answers.push_back(*std::move(wrong));
  }
  diagnosis.tests = answers.size();
  diagnosis.suspects = suspects(answers);
  return diagnosis;
}

std::string diagnosis_text(const Diagnosis& diagnosis) {
  const auto& list = diagnosis.suspects;
  if (list.empty() || list.front().evidence.share() < likely) return "";
  std::string text = fmt::format("of {} wrong numbers in {} failing tests {}", diagnosis.numbers,
                                 diagnosis.tests, words_of(list.front()));
  for (const Suspect& next : list)
    if (next.defect->id != list.front().defect->id) {
      if (next.evidence.share() >= also_likely)
        text +=
            fmt::format("; next best {}, {:.0f} %", next.defect->id, std::floor(100 * next.evidence.share()));
      break;
    }
  return text;
}

}  // namespace bindpose::conformance
