// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/diagnosis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/judge/name_failure.h"
#include "conformance/judge/row_patterns.h"
#include "conformance/run/merged_diagnosis.h"
#include "conformance/run/self_test_case.h"
#include "reference/algorithms.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t most_of_a_kind = 8, most_tests = 96, most_symptoms = 4;
constexpr std::size_t many_numbers = 20000;  // outputs with more numbers come last
constexpr double also_likely = 0.1;          // limit for the next best
constexpr double as_likely = 0.01;           // a difference of shares that decides nothing
constexpr std::size_t most_ties = 2, most_named_algorithms = 4, most_causes = 8;
constexpr std::size_t most_alone = 4;  // algorithms without a cause; each costs a start of the subject
constexpr std::size_t fewest_wrong = 3, fewest_right = 4;  // tests that distinguish values of an option

using Kind = std::pair<const Algorithm*, Level>;

Kind kind_of(const Record& record) {
  return {record.from->algorithm, record.from->level};
}

Outcome judged_outcome(const Record& record) {
  return record.verdict.judged.value_or(record.verdict.outcome);
}

/// True for wrong outputs, including outputs with NaN.
bool is_not_right(const Record& record) {
  const Outcome outcome = judged_outcome(record);
  return !is_self_test(record.name) &&
         (outcome == Outcome::invalid_output || (outcome == Outcome::fail && !record.verdict.arrays.empty()));
}

/// True for an output that is not right by another policy either.
bool is_wrong_answer(const Record& record) {
  return is_not_right(record) && record.verdict.policy.empty();
}

/// True if a search for the policy or class that explains the failure has run. Unknown for results from files: false.
bool was_searched(const Record& record) {
  const Verdict& verdict = record.verdict;
  return verdict.is_searched || verdict.is_cached.value_or(false) || !verdict.policy.empty() ||
         !verdict.precision_class.empty();
}

/// "skinning.linear_blend.bar" of "skinning.linear_blend.bar.scaled.direction.pose.f32"
std::string_view scene_of(const Record& record) {
  std::string_view name = record.from->name;
  std::size_t end = 0;
  for (int word = 0; word < 3 && end != name.npos; ++word)
    end = name.find('.', end + (word > 0 ? 1 : 0));
  return name.substr(0, end);
}

/// One case of each scene, then another one of each; shuffled within a scene, so that the order does not depend on
/// the varied property.
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
  std::stable_partition(spread.begin(), spread.end(), [&suite](std::size_t i) {
    return judged_numbers(suite.records()[i].verdict) <= many_numbers;
  });
  return spread;
}

/// A few of these records for each algorithm and level, from as many scenes as possible.
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
    // A relation does not show which of two outputs is wrong, and a property of weights does not show which
    // number.
    if (record.subject == subject && record.ran && record.is_of_numbers() && is(record)) found.push_back(i);
  }
  return found;
}

/// A subject's second outputs for inputs of one algorithm.
struct AskedAgain {
  std::vector<GivenAnswer> answers;  ///< a sample of a large one
  std::size_t failing_numbers = 0;   ///< sum over all records
  std::size_t right_now = 0;         ///< tests that failed first and are right now
  std::size_t other_now = 0;         ///< tests that failed first and have other worst numbers now
};
using AskedByAlgorithm = std::map<std::string, AskedAgain>;

/// True if the second output differs from the first in the worst numbers of the first verdict. A
/// verdict has these numbers as float32 if that is closer to the right ones, and a rotation with
/// the sign of the right one.
bool differs_from(const Verdict& first, const ArraySet& second) {
  constexpr double clearly = 1e-3, of_float32 = 0x1p-23;  // relative to the error, to the number
  return std::ranges::any_of(first.arrays, [&second](const ArrayVerdict& at) {
    const Array* const array = second.find(at.name);
    const std::size_t i = at.row * at.width + at.component;
    if (at.failing == 0 || at.component >= at.width || array == nullptr || i >= array->reals().size())
      return false;
    const double error = std::fabs(at.got - at.expected), now = array->reals()[i];
    const double apart =
        at.width == 4 ? std::min(std::fabs(now - at.got), std::fabs(now + at.got)) : std::fabs(now - at.got);
    return std::isfinite(error) && !(apart <= clearly * error + of_float32 * std::fabs(at.got));
  });
}

/// Returns the outputs for these records, which failed or passed, until the subject dies or hangs.
AskedByAlgorithm asked_again(Executor& executor, const std::vector<std::size_t>& records) {
  AskedByAlgorithm all;
  for (const std::size_t i : records) {
    if (interrupted()) break;
    auto given = executor.answer_again(i);
    if (!given && judge_error(given.error()).outcome != Outcome::invalid_output) break;
    if (!given) continue;
    const Record& record = executor.suite().records()[i];
    AskedAgain& asked = all[record.from->algorithm->path()];
    const std::size_t failing = failing_numbers(*given);
    if (failing == 0 && judged_outcome(record) != Outcome::pass) {
      ++asked.right_now;
      continue;
    }
    asked.failing_numbers += failing;
    asked.other_now += differs_from(record.verdict, given->answer.arrays) ? 1 : 0;
    auto sample = sample_of(given->question, given->right, given->answer, of_large_answers);
    if (sample) sample->joint_names = given->joint_names;
    asked.answers.push_back(sample ? *std::move(sample) : *std::move(given));
  }
  return all;
}

/// True if a record belongs to this algorithm.
auto is_of(const std::string& algorithm) {
  return [&algorithm](const Record& record) { return record.from->algorithm->path() == algorithm; };
}

/// A case, its policies, and a variant without one of its options.
using Counterpart = std::tuple<const Case*, Options, Options>;

/// True if every wrong output has this value of an option, and the same test with only another value of this
/// option is right.
bool is_wrong_alone(const Suite& suite, std::size_t subject, const std::string& algorithm,
                    const std::string& option, const std::string& value) {
  const auto has_it = [&](const Record& record) {
    const auto chosen = record.variant.find(option);
    return chosen != record.variant.end() && chosen->second == value;
  };
  const auto without_it = [&option](const Record& record) {
    Options others = record.variant;
    others.erase(option);
    return Counterpart(record.from, record.policies, others);
  };
  std::set<Counterpart> wrong, right;
  for (const std::size_t i : records_of(suite, subject, is_of(algorithm))) {
    const Record& record = suite.records()[i];
    if (is_wrong_answer(record)) {
      if (!has_it(record)) return false;
      wrong.insert(without_it(record));
    } else if (judged_outcome(record) == Outcome::pass && !has_it(record)) {
      right.insert(without_it(record));
    }
  }
  return std::ranges::includes(right, wrong);
}

/// The options of a test: the variant, the case's options with their defaults, the level.
Options asked_by(const Record& record) {
  const auto& specs = record.from->algorithm->implementation.declaration.options;
  Options asked = record.variant, options = record.from->options;
  for (const auto& [option, value] : record.policies)
    options[option] = value;
  for (const OptionSpec& spec : specs)
    if (const auto value = choice(specs, options, spec.name)) asked.emplace(spec.name, *value);
  asked.emplace("level", to_string(record.from->level));
  return asked;
}

/// asked_by(); for a test of a file, also the file and the clip.
Options told_by(const Record& record) {
  Options told = asked_by(record);
  if (const auto& asset = record.from->asset) {
    told.emplace("file", std::filesystem::path(asset->file).filename().string());
    told.emplace("clip", asset->clip ? fmt::format("{}", *asset->clip) : "none");
  }
  return told;
}

/// Values of options, by option.
using Values = std::map<std::string, std::set<std::string>>;

bool has_one_of(const Options& told, const Values& values) {
  return std::ranges::any_of(values, [&told](const auto& each) {
    const auto value = told.find(each.first);
    return value != told.end() && each.second.contains(value->second);
  });
}

/// Values of two options: every failing test has at least one of them, and no passing test has any:
/// "draw=first or feedback=paused".
std::vector<Symptom> two_options_at_fault(const std::vector<Options>& failing,
                                          const std::vector<Options>& passing) {
  if (failing.size() < fewest_wrong || passing.size() < fewest_right) return {};
  std::set<std::pair<std::string, std::string>> of_passing;
  for (const Options& told : passing)
    of_passing.insert(told.begin(), told.end());
  Values only_failing;
  for (const Options& told : failing)
    for (const auto& each : told)
      if (!of_passing.contains(each)) only_failing[each.first].insert(each.second);
  for (auto first = only_failing.begin(); first != only_failing.end(); ++first)
    for (auto second = std::next(first); second != only_failing.end(); ++second) {
      const Values values = {*first, *second};
      if (!std::ranges::all_of(failing, [&](const Options& told) { return has_one_of(told, values); }))
        continue;
      std::vector<std::string> words;
      for (const auto& [option, of_option] : values)
        for (const std::string& value : of_option)
          words.push_back(fmt::format("{}={}", option, value));
      return {{"one-option", fmt::format("failing tests have {}, passing tests do not ({} and {} tests)",
                                         fmt::join(words, " or "), failing.size(), passing.size())}};
    }
  return {};
}

/// Either all wrong outputs have one variant, and the others are right for the same inputs; or they have values of
/// one or two options that no right output has.
std::vector<Symptom> options_at_fault(const Suite& suite, std::size_t subject, const std::string& algorithm) {
  std::map<std::string, std::map<std::string, std::size_t>> wrong, right;
  std::vector<Options> all_wrong, all_right;
  for (const std::size_t i : records_of(suite, subject, is_of(algorithm))) {
    const Record& record = suite.records()[i];
    const bool is_wrong = is_wrong_answer(record);
    if (!is_wrong && judged_outcome(record) != Outcome::pass) continue;
    Options told = told_by(record);
    for (const auto& [option, value] : told)
      ++(is_wrong ? wrong : right)[option][value];
    (is_wrong ? all_wrong : all_right).push_back(std::move(told));
  }
  const std::size_t failing = all_wrong.size(), passing = all_right.size();
  std::vector<Symptom> found;
  for (const auto& [option, values] : wrong) {
    const std::string& first = values.begin()->first;
    if (values.size() == 1 && is_wrong_alone(suite, subject, algorithm, option, first)) {
      found.push_back({"one-variant", fmt::format("only {}={} is wrong: other variants pass the same cases",
                                                  option, first)});
      continue;
    }
    std::size_t with_it = 0;
    std::vector<std::string> words;
    for (const auto& [value, count] : values) {
      with_it += count;
      words.push_back(fmt::format("{}={}", option, value));
    }
    const bool is_shared = std::ranges::any_of(
        values, [&of_right = right[option]](const auto& each) { return of_right.contains(each.first); });
    if (with_it == failing && failing >= fewest_wrong && passing >= fewest_right && !is_shared)
      found.push_back(
          {"one-option", fmt::format("failing tests have {}, passing tests do not ({} and {} tests)",
                                     fmt::join(words, " or "), failing, passing)});
  }
  return found.empty() ? two_options_at_fault(all_wrong, all_right) : found;
}

/// The symptom that only one of several subjects of a kind is wrong, such as the device
/// "gpu:device:0".
std::vector<Symptom> device_at_fault(const Suite& suite, std::size_t subject, const std::string& algorithm) {
  const auto kind = [&suite](std::size_t s) {
    const std::string name = suite.subjects()[s]->name();
    return name.substr(0, name.find_first_of(":?"));
  };
  std::set<const Case*> wrong, right;
  for (const Record& record : suite.records()) {
    if (!record.ran || !record.is_of_numbers() || kind(record.subject) != kind(subject) ||
        record.from->algorithm->path() != algorithm)
      continue;
    if (record.subject == subject && is_wrong_answer(record)) wrong.insert(record.from);
    if (record.subject != subject && is_wrong_answer(record)) return {};
    if (record.subject != subject && judged_outcome(record) == Outcome::pass) right.insert(record.from);
  }
  if (wrong.empty() || !std::ranges::includes(right, wrong)) return {};
  return {
      {"one-device", fmt::format("no other {} subject is wrong: they pass the same cases", kind(subject))}};
}

/// The precision class that most verdicts name for which a search has run.
std::vector<Symptom> class_at_fault(const Suite& suite, std::size_t subject, const std::string& algorithm) {
  std::map<std::string, std::size_t> classes;
  std::size_t failing = 0, searched = 0;
  for (const std::size_t i : records_of(suite, subject, is_of(algorithm))) {
    const Record& record = suite.records()[i];
    if (!is_wrong_answer(record)) continue;
    ++failing;
    if (!was_searched(record)) continue;
    ++searched;
    if (!record.verdict.precision_class.empty()) ++classes[record.verdict.precision_class];
  }
  for (const auto& [precision, count] : classes)
    if (2 * count > searched)
      return {{"precision-class", fmt::format("{} of {} {}failing tests are only as precise as {}", count,
                                              searched, searched < failing ? "examined " : "", precision)}};
  return {};
}

/// Values of policies by which some failing tests are right, and others are not.
std::vector<Symptom> policies_in_part(const Suite& suite, std::size_t subject, const std::string& algorithm) {
  constexpr std::size_t fewest = 3;
  std::map<std::string, std::size_t> right_by;
  std::size_t failing = 0;
  for (const std::size_t i : records_of(suite, subject, is_of(algorithm))) {
    const Record& record = suite.records()[i];
    if (!is_not_right(record)) continue;
    ++failing;
    if (!record.verdict.policy.empty()) ++right_by[record.verdict.policy];
  }
  std::vector<Symptom> found;
  for (const auto& [policy, count] : right_by)
    if (count >= fewest)
      found.push_back({std::string(other_policy_in_part),
                       fmt::format("{} of {} failing tests are right by {}", count, failing, policy)});
  return found;
}

/// The only wrong class, variant, option or device, from the verdicts.
std::vector<Symptom> parts_at_fault(const Suite& suite, std::size_t subject, const std::string& algorithm) {
  std::vector<Symptom> found = class_at_fault(suite, subject, algorithm);
  std::ranges::move(policies_in_part(suite, subject, algorithm), std::back_inserter(found));
  std::ranges::move(options_at_fault(suite, subject, algorithm), std::back_inserter(found));
  std::ranges::move(device_at_fault(suite, subject, algorithm), std::back_inserter(found));
  return found;
}

/// False for a pass by a policy that was accepted instead of the requested one.
bool is_right_as_asked(const Record& record) {
  return judged_outcome(record) == Outcome::pass && record.verdict.policy == to_string(record.policies);
}

/// Common properties of wrong outputs that right ones of the same algorithm and levels lack.
std::vector<Symptom> symptoms_of(Executor& executor, std::size_t subject, const std::string& algorithm,
                                 std::vector<GivenAnswer> answers) {
  const Suite& suite = executor.suite();
  std::set<Kind> kinds;
  for (const GivenAnswer& given : answers)
    kinds.emplace(given.question.algorithm, given.question.level);
  const auto right = few_of(suite, records_of(suite, subject, [&](const Record& record) {
                              return is_right_as_asked(record) && kinds.contains(kind_of(record));
                            }));
  for (auto& [path, asked] : asked_again(executor, right))
    std::ranges::move(asked.answers, std::back_inserter(answers));
  std::vector<Symptom> found = parts_at_fault(suite, subject, algorithm);
  std::ranges::move(symptoms(answers), std::back_inserter(found));
  return found;
}

/// Right outputs of tests that pass and have the options of a failing test, a few of each level.
std::vector<GivenAnswer> passing_like_failing(const Suite& suite, std::size_t subject,
                                              const std::string& algorithm) {
  std::set<Options> failing;
  for (const std::size_t i : records_of(suite, subject, is_of(algorithm)))
    if (is_wrong_answer(suite.records()[i])) failing.insert(asked_by(suite.records()[i]));
  const auto passing = few_of(suite, records_of(suite, subject, [&](const Record& record) {
                                return is_of(algorithm)(record) && is_right_as_asked(record) &&
                                       judged_numbers(record.verdict) <= many_numbers &&
                                       failing.contains(asked_by(record));
                              }));
  std::vector<GivenAnswer> answers;
  for (const std::size_t i : passing) {
    const Record& record = suite.records()[i];
    const AcceptedDeviations terms = suite.terms(subject, *record.from->algorithm, record.from->level);
    if (auto asked = asked_case(*record.from, record.policies, terms.without))
      answers.push_back({std::move(asked->question), asked->expectation, as_answer(asked->expectation), {}});
  }
  return answers;
}

/// True if the double results of a case by these two sets of policies differ.
bool distinguishes(const Case& c, const Options& asked, const Options& other, const Features& without) {
  const auto result_by = [&](const Options& policies) -> Expected<Result<double>> {
    BINDPOSE_TRY(const AskedCase by, asked_question(c, policies, without));
    return by.question.algorithm->implementation.in_double(by.question.arrays, by.question.options);
  };
  const auto one = result_by(asked), two = result_by(other);
  return one && two &&
         !std::ranges::equal(one->arrays, two->arrays, {}, &ResultArray<double>::values,
                             &ResultArray<double>::values);
}

/// Number of tests that refute a policy and have the options of these failing tests: failing tests
/// that are wrong by the policy, and sampled passing tests that would be wrong by it.
std::size_t refuting_tests(const Suite& suite, std::size_t subject, const std::string& algorithm,
                           const std::string& policy, const std::vector<std::size_t>& failing) {
  const std::size_t equals = policy.find('=');
  if (equals == policy.npos) return 0;
  std::set<Options> asked;
  for (const std::size_t i : failing)
    asked.insert(asked_by(suite.records()[i]));
  const auto by_policy = [&](const Record& record) {
    Options policies = record.policies;
    policies[policy.substr(0, equals)] = policy.substr(equals + 1);
    return policies;
  };
  const auto without = [&](const Record& record) {
    return suite.terms(subject, *record.from->algorithm, record.from->level).without;
  };
  const auto passing =
      few_of(suite, records_of(suite, subject, [&](const Record& record) {
               return is_of(algorithm)(record) && is_right_as_asked(record) &&
                      judged_numbers(record.verdict) <= many_numbers && asked.contains(asked_by(record)) &&
                      distinguishes(*record.from, record.policies, by_policy(record), without(record));
             }));
  const std::size_t wrong = records_of(suite, subject, [&](const Record& record) {
                              return is_of(algorithm)(record) && is_wrong_answer(record) &&
                                     was_searched(record) && asked.contains(asked_by(record));
                            }).size();
  return wrong + static_cast<std::size_t>(std::ranges::count_if(passing, [&](std::size_t i) {
           const Record& record = suite.records()[i];
           const auto right = asked_case(*record.from, record.policies, without(record));
           const auto other = asked_case(*record.from, by_policy(record), without(record));
           return right && other &&
                  compare(other->expectation, as_answer(right->expectation)).outcome == Outcome::fail;
         }));
}

/// True if two defects together would make any of these right outputs wrong.
bool is_refuted(const SuspectPair& pair, const std::vector<GivenAnswer>& passing) {
  return std::ranges::any_of(
      passing, [&pair](const GivenAnswer& right) { return evidence_for(pair.defects, right).against > 0; });
}

/// Compares a suspect with right outputs. True if the defect would make most of them wrong; outputs whose input
/// cannot show the defect do not count. Otherwise each right output that the defect would make wrong counts
/// against it, at least as much as a failing output.
bool weigh_passing(Suspect& suspect, std::size_t failing, const std::vector<GivenAnswer>& passing) {
  const std::array seeded = {suspect.defect};
  std::size_t made = 0, contradicted = 0;
  Evidence against;
  for (const GivenAnswer& right : passing) {
    const Evidence evidence = evidence_for(seeded, right);
    made += evidence.arrays.empty() ? 0 : 1;  // without the defect there is nothing to compare
    contradicted += evidence.against > 0 ? 1 : 0;
    against += evidence;
  }
  if (2 * contradicted > made) return true;
  const std::size_t at_least = contradicted * suspect.evidence.given.size() / failing;
  suspect.evidence += against;
  const std::size_t more = std::max(at_least, against.against) - against.against;
  suspect.evidence.against += more;
  for (const auto& [array, weighed] : against.arrays)
    if (weighed.against > 0) suspect.evidence.arrays[array] += {0, more, more};
  return false;
}

/// Removes suspects that explain half, but that passing tests refute, or the stages of failing tests.
std::vector<Suspect> take_refuted(std::vector<Suspect>& suspects, const std::vector<GivenAnswer>& failing,
                                  const std::vector<GivenAnswer>& passing) {
  std::vector<Suspect> kept, refuted;
  for (Suspect& suspect : suspects) {
    const bool explains_half = suspect.evidence.explained >= suspect.evidence.against;
    const bool is_wrong = explains_half && (weigh_passing(suspect, failing.size(), passing) ||
                                            is_refuted_by_stages(*suspect.defect, failing));
    (is_wrong ? refuted : kept).push_back(std::move(suspect));
  }
  suspects = std::move(kept);
  std::ranges::stable_sort(suspects, std::ranges::greater(),
                           [](const Suspect& s) { return s.evidence.share(); });
  return refuted;
}

/// The suspect without evidence: diagnose_and_name() treats it as refuted.
Suspect without_evidence(Suspect suspect) {
  suspect.evidence = {0, suspect.evidence.explained + suspect.evidence.against, {}, {}};
  return suspect;
}

/// True if the wrong vertices of files are right ones in another part of the list.
bool are_of_other_parts(const std::vector<GivenAnswer>& answers) {
  const bool are_files =
      std::ranges::all_of(answers, [](const GivenAnswer& given) { return given.question.asset != nullptr; });
  return are_files && std::ranges::any_of(patterns_of_rows(answers), [](const Symptom& symptom) {
           return symptom.id == rows_of_another_part;
         });
}

/// A diagnosis without symptoms.
Diagnosis with_suspects(const std::string& algorithm, const AskedAgain& asked,
                        const std::vector<GivenAnswer>& passing) {
  Diagnosis diagnosis;
  diagnosis.algorithms = {algorithm};
  diagnosis.tests = asked.answers.size() + asked.right_now;
  diagnosis.numbers = asked.failing_numbers;
  if (asked.answers.empty()) return diagnosis;
  if (are_of_other_parts(asked.answers)) return diagnosis;
  diagnosis.suspects = suspects(asked.answers);
  const std::vector<Suspect> refuted = take_refuted(diagnosis.suspects, asked.answers, passing);
  diagnosis.pair = suspect_pair(asked.answers, diagnosis.suspects);
  if (diagnosis.pair && is_refuted(*diagnosis.pair, passing)) diagnosis.pair.reset();
  if (!diagnosis.pair) diagnosis.of_arrays = suspects_of_arrays(diagnosis.suspects);
  std::ranges::transform(refuted, std::back_inserter(diagnosis.suspects), without_evidence);
  return diagnosis;
}

/// The diagnoses of algorithms whose failing tests are all right by another policy.
std::map<std::string, Diagnosis> right_by_policies(const Suite& suite, std::size_t subject) {
  std::map<std::string, Diagnosis> found;
  std::map<std::string, std::set<std::string>> policies;
  std::set<std::string> others;
  for (const std::size_t i : records_of(suite, subject, is_not_right)) {
    const Record& record = suite.records()[i];
    const std::string algorithm = record.from->algorithm->path();
    if (record.verdict.policy.empty()) others.insert(algorithm);
    Diagnosis& diagnosis = found[algorithm];
    diagnosis.algorithms = {algorithm};
    ++diagnosis.tests;
    for (const ArrayVerdict& array : record.verdict.arrays)
      diagnosis.numbers += array.failing;
    policies[algorithm].insert(record.verdict.policy);
  }
  for (auto& [algorithm, diagnosis] : found) {
    const std::set<std::string>& all = policies[algorithm];
    std::set<std::string> names;
    for (const std::string& policy : all)
      names.insert(policy.substr(0, policy.find('=')));
    const bool is_one_rule = all.size() > 1 && names.size() == 1;  // several values of one policy
    diagnosis.symptoms = {
        {std::string(other_policy),
         is_one_rule ? fmt::format("right by several values of {}, and none explains all: {}", *names.begin(),
                                   fmt::join(all, ", "))
                     : fmt::format("right by {}: {}", all.size() == 1 ? "another policy" : "other policies",
                                   fmt::join(all, ", "))}};
  }
  std::erase_if(found, [&others](const auto& each) { return others.contains(each.first); });
  return found;
}

Diagnoses as_list(std::map<std::string, Diagnosis> by_algorithm) {
  Diagnoses list;
  for (auto& [algorithm, diagnosis] : by_algorithm)
    list.push_back(std::move(diagnosis));
  agree_on_causes(list);
  return list;
}

/// "1 failing test", "12 failing tests"
std::string failing_tests(std::size_t count) {
  return fmt::format("{} failing test{}", count, count == 1 ? "" : "s");
}

/// All failing tests of a diagnosis, including those without a second run.
std::size_t all_failing(const Diagnosis& diagnosis) {
  return std::max(diagnosis.tests, diagnosis.failing);
}

/// "12 failing tests", "12 of 124 failing tests"
std::string failing_tests(const Diagnosis& diagnosis) {
  const std::size_t all = all_failing(diagnosis);
  return (all > diagnosis.tests ? fmt::format("{} of ", diagnosis.tests) : "") + failing_tests(all);
}

/// Reports failing tests that passed in a second run.
std::vector<Symptom> intermittent_symptoms(const AskedAgain& asked) {
  const std::size_t tests = asked.answers.size() + asked.right_now;
  if (asked.right_now == 0 && 2 * asked.other_now > tests)
    return {
        {std::string(intermittent),
         fmt::format(
             "in a second run of {}, {} {} other wrong numbers: earlier tests may have an effect, as with a "
             "sum that is not set to 0, or an uninitialised variable",
             failing_tests(tests), asked.other_now, asked.other_now == 1 ? "has" : "have")}};
  if (asked.right_now == 0) return {};
  return {{std::string(intermittent),
           fmt::format("in a second run of {}, {} {} right: the subject's outputs change",
                       failing_tests(tests), asked.right_now, asked.right_now == 1 ? "was" : "were")}};
}

/// The symptom of a failing test that passes in a separate process, without earlier tests.
std::vector<Symptom> symptoms_alone(Executor& executor, std::size_t subject, const std::string& algorithm) {
  const std::vector<std::size_t> failing =
      records_of(executor.suite(), subject, [&algorithm](const Record& record) {
        return is_wrong_answer(record) && !record.verdict.is_cached && is_of(algorithm)(record);
      });
  if (failing.empty() || interrupted()) return {};
  const auto alone = executor.answer_alone(few_of(executor.suite(), failing).front());
  if (!alone || failing_numbers(*alone) > 0) return {};
  const auto known = known_symptoms();
  return {*std::ranges::find(known, right_alone, &Symptom::id)};
}

/// Approximate number of algorithms that can have the defect.
std::size_t reach_of(const Defect& defect) {
  if (defect.patch != 0) return 1 + static_cast<std::size_t>(std::ranges::count(defect.reaches, ' '));
  return defect.folder == "general" ? algorithms().size() : algorithms().size() / 2;
}

/// Number of candidates that explain as much as the first.
std::size_t count_ties(const std::vector<Suspect>& suspects) {
  const auto less = std::ranges::find_if(suspects, [&](const Suspect& each) {
    return each.evidence.share() < suspects.front().evidence.share() - as_likely;
  });
  return static_cast<std::size_t>(less - suspects.begin());
}

/// The key of equal diagnoses: the defects that they name, or the symptoms.
std::string cause_of(const Diagnosis& diagnosis) {
  std::string cause;
  if (diagnosis.pair)
    cause = fmt::format("{} {}", diagnosis.pair->defects[0]->id, diagnosis.pair->defects[1]->id);
  else if (explains_half(diagnosis.suspects))
    cause = diagnosis.suspects.front().defect->id;
  for (const ArraySuspect& suspect : diagnosis.of_arrays)
    cause += fmt::format("; {} {}", suspect.array, suspect.defect->id);
  for (const Symptom& symptom : diagnosis.symptoms)
    cause += "; " + symptom.sentence;
  return cause;
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

/// A sentence about the whole output as one about the numbers that the defect explains.
std::string of_these(std::string_view sentence) {
  constexpr std::string_view whole = "your output equals";
  return sentence.starts_with(whole) ? fmt::format("they equal{}", sentence.substr(whole.size()))
                                     : std::string(sentence);
}

std::string words_of(const std::vector<Suspect>& suspects, std::size_t tests) {
  const Suspect& first = suspects.front();
  const bool is_candidate = leave_a_rest(suspects);
  std::string text = fmt::format(
      "{}{} % are as {} makes them{}: {}", is_candidate ? "no registered defect explains nearly all; " : "",
      percent(first.evidence), first.defect->id, tests == 1 ? ", but one test may agree by chance" : "",
      is_candidate ? of_these(first.defect->sentence) : std::string(first.defect->sentence));
  const auto is_as_likely = [&first](const Suspect& other) {
    return other.evidence.explained == first.evidence.explained &&
           other.evidence.against == first.evidence.against;
  };
  std::vector<const Suspect*> others;  // each id once
  for (const Suspect& suspect : suspects)
    if (suspect.defect->id != first.defect->id &&
        std::ranges::none_of(others, [&](const Suspect* o) { return o->defect->id == suspect.defect->id; }))
      others.push_back(&suspect);
  std::size_t ties = 0;
  while (ties < others.size() && is_as_likely(*others[ties]))
    ++ties;
  for (std::size_t i = 0; i < std::min(ties, most_ties); ++i)
    text +=
        fmt::format("; {} makes the same numbers: {}", others[i]->defect->id, others[i]->defect->sentence);
  if (ties > most_ties) text += fmt::format("; {} more do, see results.json", ties - most_ties);
  if (ties == 0 && !others.empty() && others.front()->evidence.share() >= also_likely)
    text +=
        fmt::format("; next best {}, {} %", others.front()->defect->id, percent(others.front()->evidence));
  return text;
}

constexpr const char* none_explains_half = "no registered defect explains half";

constexpr std::string_view of_an_array = "of the wrong";

std::string words_of(const std::vector<ArraySuspect>& suspects) {
  std::vector<std::string> words;
  std::string_view before;
  for (const auto& [array, defect, evidence] : suspects) {
    const std::string some =
        array == before ? "as many" : fmt::format("{} {} {} %", of_an_array, array, percent(evidence));
    words.push_back(fmt::format("{} are as {} makes them: {}", some, defect->id, of_these(defect->sentence)));
    before = array;
  }
  return fmt::format("{}", fmt::join(words, "; "));
}

std::string words_of(const std::vector<Symptom>& symptoms) {
  std::string text = none_explains_half;
  for (std::size_t i = 0; i < std::min(symptoms.size(), most_symptoms); ++i)
    text += (i == 0 ? ": " : "; ") + symptoms[i].sentence;
  return text;
}

/// "12 failing tests are right by another policy: weight_sum=renormalised"
std::string words_of_policies(const Diagnosis& diagnosis) {
  std::vector<std::string> sentences;
  std::ranges::transform(diagnosis.symptoms, std::back_inserter(sentences), &Symptom::sentence);
  return fmt::format("{} {} {}", failing_tests(diagnosis.tests), diagnosis.tests == 1 ? "is" : "are",
                     fmt::join(sentences, "; "));
}

/// True if its likeliest defect is a candidate: it explains half, but not nearly all.
bool has_candidate(const Diagnosis& diagnosis) {
  return explains_half(diagnosis.suspects) && leave_a_rest(diagnosis.suspects) && !diagnosis.pair &&
         diagnosis.of_arrays.empty();
}

/// True if each array with wrong numbers has its own defect: then no candidate for all is needed.
bool explain_every_array(const Diagnosis& diagnosis) {
  return std::ranges::all_of(diagnosis.suspects.front().evidence.arrays, [&](const auto& entry) {
    const auto& [array, weighed] = entry;
    return weighed.explained + weighed.against == weighed.spoiled ||
           std::ranges::find(diagnosis.of_arrays, array, &ArraySuspect::array) != diagnosis.of_arrays.end();
  });
}

/// "98 % are as ibm-ignored makes them: <sentence>"; "" where none is named.
std::string defects_text(const Diagnosis& diagnosis) {
  if (diagnosis.pair) return words_of(*diagnosis.pair, diagnosis.suspects.front());
  std::string of_whole =
      explains_half(diagnosis.suspects) ? words_of(diagnosis.suspects, diagnosis.tests) : "";
  if (diagnosis.of_arrays.empty()) return of_whole;
  if (explain_every_array(diagnosis)) return words_of(diagnosis.of_arrays);
  return (of_whole.empty() ? std::string(none_explains_half) : of_whole) + "; " +
         words_of(diagnosis.of_arrays);
}

/// "skinning/linear_blend, skinning/dual_quaternion and 5 more algorithms"
std::string words_of_algorithms(const std::vector<std::string>& paths) {
  const std::size_t named = paths.size() > most_named_algorithms ? most_named_algorithms - 1 : paths.size();
  const std::string text =
      fmt::format("{}", fmt::join(paths.begin(), paths.begin() + static_cast<std::ptrdiff_t>(named), ", "));
  return named == paths.size() ? text : fmt::format("{} and {} more algorithms", text, paths.size() - named);
}

}  // namespace

void forget_refuted_causes(Suite& suite, std::size_t subject) {
  std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> explained;
  for (const std::size_t i : records_of(suite, subject, is_not_right))
    if (const Record& record = suite.records()[i]; !record.verdict.policy.empty())
      explained[{record.from->algorithm->path(), record.verdict.policy}].push_back(i);
  for (const auto& [cause, failing] : explained)
    if (refuting_tests(suite, subject, cause.first, cause.second, failing) >= failing.size())
      for (const std::size_t i : failing)
        forget_policy(suite.record(i).verdict);
  std::map<std::string, std::vector<std::size_t>> wrong;
  for (const std::size_t i : records_of(suite, subject, is_wrong_answer))
    if (was_searched(suite.records()[i])) wrong[suite.records()[i].from->algorithm->path()].push_back(i);
  for (const auto& [algorithm, failing] : wrong) {
    const auto has_class = [&suite](std::size_t i) {
      return !suite.records()[i].verdict.precision_class.empty();
    };
    if (2 * static_cast<std::size_t>(std::ranges::count_if(failing, has_class)) < failing.size())
      for (const std::size_t i : failing)
        forget_class(suite.record(i).verdict);
  }
}

Diagnoses diagnose(Executor& executor, std::size_t subject) {
  const Suite& suite = executor.suite();
  // Cached verdicts are not included.
  AskedByAlgorithm wrong =
      asked_again(executor, few_of(suite, records_of(suite, subject, [](const Record& record) {
                                     return is_wrong_answer(record) && !record.verdict.is_cached;
                                   })));
  std::map<std::string, Diagnosis> found = right_by_policies(suite, subject);
  std::size_t alone = 0;
  for (auto& [algorithm, asked] : wrong) {
    Diagnosis& diagnosis = found[algorithm];
    diagnosis = with_suspects(algorithm, asked, passing_like_failing(suite, subject, algorithm));
    diagnosis.symptoms = intermittent_symptoms(asked);
    if (diagnosis.symptoms.empty() && names_none(diagnosis) && alone++ < most_alone)
      diagnosis.symptoms = symptoms_alone(executor, subject, algorithm);
    if (!asked.answers.empty() && !keeps_state(diagnosis) &&
        (names_none(diagnosis) || has_candidate(diagnosis)))
      std::ranges::move(symptoms_of(executor, subject, algorithm, std::move(asked.answers)),
                        std::back_inserter(diagnosis.symptoms));
  }
  return as_list(std::move(found));
}

Diagnoses diagnose(const std::vector<GivenAnswer>& wrong, const std::vector<GivenAnswer>& right) {
  AskedByAlgorithm failing;
  std::map<std::string, std::vector<GivenAnswer>> passing;
  for (const GivenAnswer& given : wrong) {
    AskedAgain& asked = failing[given.question.algorithm->path()];
    asked.answers.push_back(given);
    asked.failing_numbers += failing_numbers(given);
  }
  for (const GivenAnswer& given : right)
    passing[given.question.algorithm->path()].push_back(given);
  std::map<std::string, Diagnosis> found;
  for (const auto& [algorithm, asked] : failing)
    found[algorithm] = with_suspects(algorithm, asked, passing[algorithm]);
  return as_list(std::move(found));
}

Diagnoses diagnose(const Suite& suite, std::size_t subject, const std::vector<GivenAnswer>& kept) {
  std::map<std::string, Diagnosis> found = right_by_policies(suite, subject);
  for (Diagnosis& diagnosis : diagnose(kept, {})) {
    const std::string algorithm = diagnosis.algorithms.front();
    if (names_none(diagnosis) || has_candidate(diagnosis))
      diagnosis.symptoms = parts_at_fault(suite, subject, algorithm);
    found[algorithm] = std::move(diagnosis);
  }
  return as_list(std::move(found));
}

void count_failing(const Suite& suite, std::size_t subject, Diagnoses& diagnoses) {
  for (Diagnosis& diagnosis : diagnoses)
    diagnosis.failing = records_of(suite, subject, [&diagnosis](const Record& record) {
                          return is_wrong_answer(record) &&
                                 std::ranges::find(diagnosis.algorithms, record.from->algorithm->path()) !=
                                     diagnosis.algorithms.end();
                        }).size();
}

const Defect* only_cause(const Diagnosis& diagnosis) {
  const bool is_known = explains_half(diagnosis.suspects) && !leave_a_rest(diagnosis.suspects);
  return is_known ? diagnosis.suspects.front().defect : nullptr;
}

void agree_on_causes(Diagnoses& diagnoses) {
  std::map<std::string_view, std::size_t> algorithms_of;
  for (const Diagnosis& diagnosis : diagnoses) {
    std::set<std::string_view> ids;
    for (std::size_t i = 0; i < count_ties(diagnosis.suspects); ++i)
      ids.insert(diagnosis.suspects[i].defect->id);
    for (const std::string_view id : ids)
      ++algorithms_of[id];
  }
  for (Diagnosis& diagnosis : diagnoses) {
    const auto ties = static_cast<std::ptrdiff_t>(count_ties(diagnosis.suspects));
    std::stable_sort(diagnosis.suspects.begin(), diagnosis.suspects.begin() + ties,
                     [&](const Suspect& a, const Suspect& b) {
                       const auto rank = [&](const Suspect& s) {
                         return std::tuple(algorithms_of[s.defect->id], s.evidence.share(),
                                           -static_cast<double>(reach_of(*s.defect)));
                       };
                       return rank(a) > rank(b);
                     });
  }
}

namespace {

bool has_symptom(const Diagnosis& diagnosis, std::string_view id) {
  return std::ranges::find(diagnosis.symptoms, id, &Symptom::id) != diagnosis.symptoms.end();
}

}  // namespace

bool keeps_state(const Diagnosis& diagnosis) {
  return has_symptom(diagnosis, right_alone);
}

bool is_by_policy(const Diagnosis& diagnosis) {
  return has_symptom(diagnosis, other_policy);
}

bool names_none(const Diagnosis& diagnosis) {
  return !explains_half(diagnosis.suspects) && !diagnosis.pair && diagnosis.of_arrays.empty();
}

Diagnoses by_cause(const Diagnoses& diagnoses) {
  std::vector<std::pair<std::string, Diagnoses>> groups;
  for (const Diagnosis& diagnosis : diagnoses) {
    const std::string cause = cause_of(diagnosis);
    auto group = std::ranges::find(groups, cause, &std::pair<std::string, Diagnoses>::first);
    if (group == groups.end()) group = groups.insert(groups.end(), {cause, {}});
    group->second.push_back(diagnosis);
  }
  Diagnoses causes;
  for (const auto& [cause, group] : groups)
    causes.push_back(group.size() == 1 ? group.front() : merged_diagnosis(group));
  return causes;
}

std::string diagnosis_text(const Diagnosis& diagnosis) {
  if (diagnosis.tests == 0) return "";
  if (is_by_policy(diagnosis)) return words_of_policies(diagnosis);
  if (keeps_state(diagnosis))
    return failing_tests(all_failing(diagnosis)) +
           ", at least one of which passes in a separate process: the subject keeps state from test to test";
  if (diagnosis.numbers == 0 && !diagnosis.symptoms.empty()) return diagnosis.symptoms.front().sentence;
  const std::string named = defects_text(diagnosis);
  const std::string numbers = fmt::format("{} wrong number{} in {}", diagnosis.numbers,
                                          diagnosis.numbers == 1 ? "" : "s", failing_tests(diagnosis));
  std::string text =
      named.starts_with(of_an_array)
          ? fmt::format("{}: {}", numbers, named)
          : fmt::format("of {} {}", numbers, named.empty() ? words_of(diagnosis.symptoms) : named);
  if (has_candidate(diagnosis))
    for (std::size_t i = 0; i < std::min(diagnosis.symptoms.size(), most_symptoms); ++i)
      if (diagnosis.symptoms[i].id != intermittent) text += "; " + diagnosis.symptoms[i].sentence;
  if (const auto change = std::ranges::find(diagnosis.symptoms, intermittent, &Symptom::id);
      !named.empty() && change != diagnosis.symptoms.end())
    text += "; " + change->sentence;
  return text;
}

std::vector<std::string> diagnosis_texts(const Diagnoses& diagnoses) {
  const Diagnoses causes = by_cause(diagnoses);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < causes.size(); ++i) {
    const std::string text = diagnosis_text(causes[i]);
    if (text.empty()) continue;
    if (texts.size() == most_causes) {
      texts.push_back(fmt::format("and {} more causes, see results.json", causes.size() - i));
      break;
    }
    texts.push_back(causes.size() == 1 || causes[i].algorithms.empty()
                        ? text
                        : fmt::format("{}: {}", words_of_algorithms(causes[i].algorithms), text));
  }
  return texts;
}

}  // namespace bindpose::conformance
