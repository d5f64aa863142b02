// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/diagnosis.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t most_of_a_kind = 8, most_tests = 96, most_symptoms = 3;
constexpr std::size_t many_numbers = 20000;  // of an answer: those with more come last
// Every registered mistake is made in each answer; a sample of a larger one is enough.
constexpr SampleSize of_large = {.fewest_rows = 500, .most_wrong = 150, .most_right = 150};
constexpr double also_likely = 0.1;  // the next best is

using Kind = std::pair<const Algorithm*, Level>;

Kind kind_of(const Record& record) {
  return {record.from->algorithm, record.from->level};
}

Outcome judged_outcome(const Record& record) {
  return record.verdict.judged.value_or(record.verdict.outcome);
}

/// Answers with a number that is none are wrong like others; those that another policy explains are told by it.
bool is_wrong_answer(const Record& record) {
  const Outcome outcome = judged_outcome(record);
  if (!record.verdict.policy.empty()) return false;
  return outcome == Outcome::invalid_output || (outcome == Outcome::fail && !record.verdict.arrays.empty());
}

std::size_t numbers_of(const Record& record) {
  std::size_t numbers = 0;
  for (const ArrayVerdict& array : record.verdict.arrays)
    numbers += array.judged;
  return numbers;
}

/// "skinning.linear_blend.bar" of "skinning.linear_blend.bar.scaled.direction.pose.f32"
std::string_view scene_of(const Record& record) {
  std::string_view name = record.from->name;
  std::size_t end = 0;
  for (int word = 0; word < 3 && end != name.npos; ++word)
    end = name.find('.', end + (word > 0 ? 1 : 0));
  return name.substr(0, end);
}

/// One of each scene, then another of each; of a scene in an order that has nothing to do with what is varied.
std::vector<std::size_t> across_scenes(const Suite& suite, const std::vector<std::size_t>& of_kind) {
  const auto order = [&suite](std::size_t i) { return fnv1a64(suite.records()[i].name); };
  std::map<std::string_view, std::vector<std::size_t>> scenes;
  for (const std::size_t i : of_kind)
    scenes[scene_of(suite.records()[i])].push_back(i);
  std::vector<std::size_t> spread;
  for (auto& [scene, records] : scenes)
    std::ranges::sort(records, {}, order);
  for (std::size_t round = 0; spread.size() < of_kind.size(); ++round)
    for (const auto& [scene, records] : scenes)
      if (round < records.size()) spread.push_back(records[round]);
  std::stable_partition(spread.begin(), spread.end(),
                        [&suite](std::size_t i) { return numbers_of(suite.records()[i]) <= many_numbers; });
  return spread;
}

/// Few of each algorithm and level of these records, of as many scenes as there are.
std::vector<std::size_t> few_of(const Suite& suite, const std::vector<std::size_t>& records) {
  std::map<Kind, std::vector<std::size_t>> kinds;
  for (const std::size_t i : records)
    kinds[kind_of(suite.records()[i])].push_back(i);
  for (auto& [kind, of_kind] : kinds)
    of_kind = across_scenes(suite, of_kind);
  std::vector<std::size_t> few;
  for (std::size_t round = 0; round < most_of_a_kind; ++round)
    for (const auto& [kind, of_kind] : kinds)
      if (round < of_kind.size() && few.size() < most_tests) few.push_back(of_kind[round]);
  return few;
}

template <class Is>
std::vector<std::size_t> records_of(const Suite& suite, std::size_t subject, Is is) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < suite.records().size(); ++i) {
    const Record& record = suite.records()[i];
    // Which of two answers is wrong a relation does not say, nor a property of weights which number.
    if (record.subject == subject && record.ran && record.is_of_numbers() && is(record)) found.push_back(i);
  }
  return found;
}

/// What a subject says once more.
struct AskedAgain {
  std::vector<GivenAnswer> answers;  ///< of a large one a sample
  std::size_t failing_numbers = 0;   ///< in all of them
};
/// To these records, until it dies or hangs.
AskedAgain asked_again(Executor& executor, const std::vector<std::size_t>& records) {
  AskedAgain asked;
  for (const std::size_t i : records) {
    if (interrupted()) break;
    auto given = executor.answer_again(i);
    if (!given && judge_error(given.error()).outcome != Outcome::invalid_output) break;
    if (!given) continue;
    asked.failing_numbers += failing_numbers(*given);
    auto sample = sample_of(given->question, given->right, given->answer, of_large);
    if (sample) sample->joint_names = given->joint_names;
    asked.answers.push_back(sample ? *std::move(sample) : *std::move(given));
  }
  return asked;
}

/// Whether the other variants of the subject are right wherever those with this value of an option are wrong.
bool is_wrong_alone(const Suite& suite, std::size_t subject, const std::string& option,
                    const std::string& value) {
  const auto has_it = [&](const Record& record) {
    const auto chosen = record.variant.find(option);
    return chosen != record.variant.end() && chosen->second == value;
  };
  std::set<const Case*> wrong, right;
  for (const std::size_t i : records_of(suite, subject, [](const Record&) { return true; })) {
    const Record& record = suite.records()[i];
    if (is_wrong_answer(record)) {
      if (!has_it(record)) return false;
      wrong.insert(record.from);
    } else if (judged_outcome(record) == Outcome::pass && !has_it(record)) {
      right.insert(record.from);
    }
  }
  return std::ranges::includes(right, wrong);
}

/// Every wrong answer is one of the same variant, and the others are right about the same.
std::vector<Symptom> variants_at_fault(const Suite& suite, std::size_t subject) {
  std::set<std::pair<std::string, std::string>> values;
  for (const std::size_t i : records_of(suite, subject, is_wrong_answer))
    values.insert(suite.records()[i].variant.begin(), suite.records()[i].variant.end());
  std::vector<Symptom> found;
  for (const auto& [option, value] : values)
    if (is_wrong_alone(suite, subject, option, value))
      found.push_back({"one-variant", fmt::format("only {}={} is wrong: other variants pass the same cases",
                                                  option, value)});
  return found;
}

/// The same of subjects of one kind, as devices are: "gpu:device:0".
std::vector<Symptom> device_at_fault(const Suite& suite, std::size_t subject) {
  const auto kind = [&suite](std::size_t s) {
    const std::string name = suite.subjects()[s]->name();
    return name.substr(0, name.find_first_of(":?"));
  };
  std::set<const Case*> wrong, right;
  for (const Record& record : suite.records()) {
    if (!record.ran || !record.is_of_numbers() || kind(record.subject) != kind(subject)) continue;
    if (record.subject == subject && is_wrong_answer(record)) wrong.insert(record.from);
    if (record.subject != subject && is_wrong_answer(record)) return {};
    if (record.subject != subject && judged_outcome(record) == Outcome::pass) right.insert(record.from);
  }
  if (wrong.empty() || !std::ranges::includes(right, wrong)) return {};
  return {
      {"one-device", fmt::format("no other {} subject is wrong: they pass the same cases", kind(subject))}};
}

/// A variant or a device that is wrong alone, as verdicts show it.
std::vector<Symptom> parts_at_fault(const Suite& suite, std::size_t subject) {
  std::vector<Symptom> found = variants_at_fault(suite, subject);
  std::ranges::move(device_at_fault(suite, subject), std::back_inserter(found));
  return found;
}

/// What wrong answers have in common, and right ones to the same algorithms have not.
std::vector<Symptom> symptoms_of(Executor& executor, std::size_t subject, std::vector<GivenAnswer> answers) {
  const Suite& suite = executor.suite();
  std::set<Kind> kinds;
  for (const GivenAnswer& given : answers)
    kinds.emplace(given.question.algorithm, given.question.level);
  const auto right =
      few_of(suite, records_of(suite, subject, [&](const Record& record) {
               return judged_outcome(record) == Outcome::pass && kinds.contains(kind_of(record));
             }));
  for (GivenAnswer& given : asked_again(executor, right).answers)
    answers.push_back(std::move(given));
  std::vector<Symptom> found = symptoms(answers);
  std::ranges::move(parts_at_fault(suite, subject), std::back_inserter(found));
  return found;
}

/// Without symptoms.
Diagnosis with_suspects(const std::vector<GivenAnswer>& answers, std::size_t failing) {
  Diagnosis diagnosis;
  diagnosis.tests = answers.size();
  diagnosis.numbers = failing;
  if (answers.empty()) return diagnosis;
  diagnosis.suspects = suspects(answers);
  diagnosis.pair = suspect_pair(answers, diagnosis.suspects);
  if (!diagnosis.pair) diagnosis.of_arrays = suspects_of_arrays(diagnosis.suspects);
  return diagnosis;
}

int percent(const auto& evidence) {
  return static_cast<int>(std::floor(100 * evidence.share()));
}

std::string words_of(const SuspectPair& pair, const Suspect& alone) {
  const auto [first, second] = pair.defects;
  return fmt::format("{} and {} together explain {} %: {}; {}; best alone {}, {} %", first->id, second->id,
                     percent(pair.evidence), first->sentence, second->sentence, alone.defect->id,
                     percent(alone.evidence));
}

std::string words_of(const std::vector<Suspect>& suspects) {
  const Suspect& first = suspects.front();
  std::string text = fmt::format("{} % are as {} makes them: {}", percent(first.evidence), first.defect->id,
                                 first.defect->sentence);
  const auto next = std::ranges::find_if(
      suspects, [&first](const Suspect& other) { return other.defect->id != first.defect->id; });
  if (next != suspects.end() && next->evidence.share() >= also_likely)
    text += fmt::format("; next best {}, {} %", next->defect->id, percent(next->evidence));
  return text;
}

constexpr const char* none_explains_half = "no registered mistake explains half";

std::string words_of(const std::vector<ArraySuspect>& suspects) {
  std::vector<std::string> words;
  for (const auto& [array, defect, evidence] : suspects)
    words.push_back(fmt::format("of the wrong {} {} % are as {} makes them: {}", array, percent(evidence),
                                defect->id, defect->sentence));
  return fmt::format("{}", fmt::join(words, "; "));
}

std::string words_of(const std::vector<Symptom>& symptoms) {
  std::string text = none_explains_half;
  for (std::size_t i = 0; i < std::min(symptoms.size(), most_symptoms); ++i)
    text += (i == 0 ? ": " : "; ") + symptoms[i].sentence;
  return text;
}

}  // namespace

Diagnosis diagnose(Executor& executor, std::size_t subject) {
  const Suite& suite = executor.suite();
  // Of a verdict that was found where verdicts are kept nobody is asked.
  auto [answers, numbers] =
      asked_again(executor, few_of(suite, records_of(suite, subject, [](const Record& record) {
                                     return is_wrong_answer(record) && !record.verdict.is_cached;
                                   })));
  Diagnosis diagnosis = with_suspects(answers, numbers);
  if (!answers.empty() && names_none(diagnosis))
    diagnosis.symptoms = symptoms_of(executor, subject, std::move(answers));
  return diagnosis;
}

Diagnosis diagnose(const Suite& suite, std::size_t subject, const std::vector<GivenAnswer>& kept) {
  std::size_t numbers = 0;
  for (const GivenAnswer& given : kept)
    numbers += failing_numbers(given);
  Diagnosis diagnosis = with_suspects(kept, numbers);
  if (!kept.empty() && names_none(diagnosis)) diagnosis.symptoms = parts_at_fault(suite, subject);
  return diagnosis;
}

bool names_none(const Diagnosis& diagnosis) {
  return !explains_half(diagnosis.suspects) && !diagnosis.pair && diagnosis.of_arrays.empty();
}

std::string mistakes_text(const Diagnosis& diagnosis) {
  if (diagnosis.pair) return words_of(*diagnosis.pair, diagnosis.suspects.front());
  const std::string of_whole = explains_half(diagnosis.suspects) ? words_of(diagnosis.suspects) : "";
  if (diagnosis.of_arrays.empty()) return of_whole;
  return (of_whole.empty() ? std::string(none_explains_half) : of_whole) + "; " +
         words_of(diagnosis.of_arrays);
}

std::string diagnosis_text(const Diagnosis& diagnosis) {
  const std::string mistakes = mistakes_text(diagnosis);
  if (mistakes.empty() && diagnosis.tests == 0) return "";
  return fmt::format("of {} wrong number{} in {} failing test{} {}", diagnosis.numbers,
                     diagnosis.numbers == 1 ? "" : "s", diagnosis.tests, diagnosis.tests == 1 ? "" : "s",
                     mistakes.empty() ? words_of(diagnosis.symptoms) : mistakes);
}

}  // namespace bindpose::conformance
