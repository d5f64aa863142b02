// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/agreement.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/report/text.h"

namespace bindpose::conformance {
namespace {

/// One of several outputs for an input.
struct AskedWay {
  const std::string& subject;
  const Options& variant;
  const std::string& bits;
};
using Ways = std::vector<AskedWay>;
using BitsByVariant = std::map<Options, std::string>;
using Pairs = std::map<std::pair<std::string, std::string>, Agreement::Pair>;

/// Keys of variants that change the arithmetic, so that results may round differently. Other keys do not change
/// it.
constexpr const char* other_arithmetic[] = {"formulation", "form"};
constexpr const char* most_of_them = "most";

/// Properties that can distinguish one way of running, the subject first.
std::vector<std::string> marks_of(const AskedWay& way) {
  std::vector<std::string> marks = {way.subject};
  for (const auto& [key, value] : way.variant)
    if (std::find(std::begin(other_arithmetic), std::end(other_arithmetic), key) ==
        std::end(other_arithmetic))
      marks.push_back(fmt::format("{}={}", key, value));
  return marks;
}

bool has_mark(const AskedWay& way, const std::string& mark) {
  const auto marks = marks_of(way);
  return std::find(marks.begin(), marks.end(), mark) != marks.end();
}

std::map<std::string, Ways> by_bits(const Ways& ways) {
  std::map<std::string, Ways> groups;
  for (const AskedWay& way : ways)
    groups[way.bits].push_back(way);
  return groups;
}

/// The smaller group if all combinations form exactly two groups that agree; none for more groups.
std::optional<Ways> minority(const Ways& ways) {
  const auto groups = by_bits(ways);
  if (groups.size() != 2) return {};
  const Ways &first = groups.begin()->second, &second = groups.rbegin()->second;
  if (first.size() == second.size()) return {};
  return first.size() < second.size() ? std::optional(first) : second;
}

/// Properties of exactly the minority.
std::optional<std::string> mark_of_minority(const Ways& ways) {
  const auto few = minority(ways);
  if (!few) return {};
  for (const std::string& mark : marks_of(few->front())) {
    const auto has = [&mark](const AskedWay& way) { return has_mark(way, mark); };
    const auto having = std::ranges::count_if(ways, has);
    if (std::ranges::all_of(*few, has) && static_cast<std::size_t>(having) == few->size()) return mark;
  }
  return {};
}

/// The bits of each subject's outputs, by variant.
std::map<std::string, BitsByVariant> bits_by_subject(const Ways& ways) {
  std::map<std::string, BitsByVariant> subjects;
  for (const AskedWay& way : ways)
    subjects[way.subject][way.variant] = way.bits;
  return subjects;
}

bool is_same(const BitsByVariant& first, const BitsByVariant& second) {
  std::set<std::string> all;
  bool any_in_common = false, same_in_common = true;
  for (const auto& [variant, bits] : first) {
    all.insert(bits);
    const auto other = second.find(variant);
    if (other == second.end()) continue;
    any_in_common = true;
    same_in_common = same_in_common && other->second == bits;
  }
  for (const auto& [variant, bits] : second)
    all.insert(bits);
  return any_in_common ? same_in_common : all.size() == 1;
}

void count(Pairs& pairs, const std::string& first, const std::string& second, bool is_the_same) {
  Agreement::Pair& pair = pairs.try_emplace({first, second}, Agreement::Pair{first, second}).first->second;
  ++pair.questions;
  pair.same += is_the_same ? 1 : 0;
}

void count_pairs(Pairs& pairs, const Ways& ways) {
  const auto subjects = bits_by_subject(ways);
  for (auto first = subjects.begin(); first != subjects.end(); ++first)
    for (auto second = std::next(first); second != subjects.end(); ++second)
      count(pairs, first->first, second->first, is_same(first->second, second->second));
}

/// Compares each subject with the output of the majority; counts nothing without a majority.
void count_beside_most(Pairs& pairs, const Ways& ways) {
  const auto groups = by_bits(ways);
  const auto size = [](const auto& group) { return group.second.size(); };
  const auto most = std::ranges::max_element(groups, {}, size);
  if (2 * most->second.size() <= ways.size()) return;
  for (const auto& [subject, answers] : bits_by_subject(ways))
    count(pairs, subject, most_of_them,
          std::ranges::all_of(answers, [&](const auto& answer) { return answer.second == most->first; }));
}

}  // namespace

std::string question_of(const std::string& record_name, const Options& variant) {
  const std::size_t end_of_case = record_name.find('/');
  std::string question = record_name.substr(0, end_of_case);
  std::string rest = end_of_case == std::string::npos ? "" : record_name.substr(record_name.rfind('/') + 1);
  std::string words;
  for (const auto& [key, value] : variant)
    words += (words.empty() ? "" : ".") + case_word(value);
  if (rest.starts_with(words)) rest = rest.substr(words.size());
  if (rest != "default" && !rest.empty()) question += " " + (rest.front() == '.' ? rest.substr(1) : rest);
  for (const char* key : other_arithmetic)
    if (const auto chosen = variant.find(key); chosen != variant.end())
      question += fmt::format(" {}={}", key, chosen->second);
  return question;
}

std::vector<Way> ways_of(const Suite& suite) {
  std::vector<Way> ways;
  for (const Record& record : suite.records())
    if (!record.verdict.bits.empty())
      ways.push_back({question_of(record.name, record.variant), suite.subjects()[record.subject]->name(),
                      record.variant, record.verdict.bits, record.verdict.is_repeatable.value_or(true)});
  return ways;
}

void SideBySide::add(const Way& way) {
  const Subject& subject = *subjects_.emplace(way.run, way.subject).first;
  const Options& variant = *variants_.insert(way.variant).first;
  questions_[way.question].push_back({&subject, &variant, &*bits_.insert(way.bits).first});
  not_repeatable_ += way.is_repeatable ? 0 : 1;
}

void SideBySide::count_run(const std::string& test, const std::string& device, bool failed) {
  Runs& runs = runs_[test][&*devices_.insert(device).first];
  runs.failed += failed ? 1 : 0;
  ++runs.all;
}

Agreement SideBySide::agreement() const {
  std::map<std::string, std::size_t> runs_with;
  for (const auto& [run, name] : subjects_)
    ++runs_with[name];
  std::map<const Subject*, std::string> names;
  for (const Subject& each : subjects_)
    names[&each] = runs_with[each.second] > 1 ? fmt::format("{}:{}", each.first, each.second) : each.second;

  Agreement agreement;
  agreement.not_repeatable = not_repeatable_;
  std::map<std::string, Agreement::Odd> odd;
  Pairs pairs;
  for (const auto& [question, kept] : questions_) {
    if (kept.size() < 2) continue;
    Ways ways;
    for (const KeptWay& way : kept)
      ways.push_back({names.at(way.subject), *way.variant, *way.bits});
    ++agreement.questions;
    agreement.same += by_bits(ways).size() == 1 ? 1 : 0;
    if (const auto mark = mark_of_minority(ways))
      ++odd.try_emplace(*mark, Agreement::Odd{*mark, 0, question}).first->second.questions;
    if (subjects_.size() > most_paired)
      count_beside_most(pairs, ways);
    else
      count_pairs(pairs, ways);
  }
  for (const auto& [mark, one] : odd)
    agreement.odd.push_back(one);
  std::ranges::stable_sort(agreement.odd, std::ranges::greater(), &Agreement::Odd::questions);
  for (const auto& [subjects, pair] : pairs)
    agreement.pairs.push_back(pair);
  for (const auto& [test, devices] : runs_)
    for (const auto& [device, runs] : devices)
      if (runs.failed > 0 && runs.failed < runs.all) agreement.flaky.push_back({test, runs.failed, runs.all});
  std::ranges::stable_sort(agreement.flaky, std::ranges::greater(), [](const Agreement::Flaky& each) {
    return static_cast<double>(each.failed) / static_cast<double>(each.runs);
  });
  return agreement;
}

Agreement agree(const std::vector<Way>& ways) {
  SideBySide all;
  for (const Way& way : ways)
    all.add(way);
  return all.agreement();
}

std::string agreement_text(const Agreement& agreement) {
  constexpr std::size_t most = 5;
  std::string text;
  if (agreement.questions > 0)
    text += fmt::format("  same bits    {} of {} by every device and path that ran them\n", agreement.same,
                        counted(agreement.questions, "input"));
  std::size_t as_most = 0;
  for (const Agreement::Pair& pair : agreement.pairs)
    if (pair.second == most_of_them && pair.same == pair.questions)
      ++as_most;
    else
      text += fmt::format("  same bits    {} and {}: {} of {}\n", shown_text(pair.first),
                          shown_text(pair.second), pair.same, pair.questions);
  if (as_most > 0)
    text += fmt::format("  same bits    {} as most in every input\n", counted(as_most, "device"));
  for (std::size_t i = 0; i < std::min(agreement.odd.size(), most); ++i) {
    const Agreement::Odd& odd = agreement.odd[i];
    text += fmt::format("  odd one out  {}, in {}: {}\n", shown_text(odd.who),
                        counted(odd.questions, "input"), odd.example);
  }
  if (agreement.not_repeatable > 0)
    text += fmt::format("  not the same in a second run: {}\n", counted(agreement.not_repeatable, "test"));
  for (std::size_t i = 0; i < std::min(agreement.flaky.size(), 10 * most); ++i) {
    const Agreement::Flaky& flaky = agreement.flaky[i];
    text += fmt::format("  flaky        failed in {} of {} runs: {}\n", flaky.failed, flaky.runs,
                        shown_text(flaky.test));
  }
  if (agreement.flaky.size() > 10 * most)
    text +=
        fmt::format("  flaky        ... and {} more\n", counted(agreement.flaky.size() - 10 * most, "test"));
  return text.empty() ? text : "\nagreement\n" + text;
}

std::string agreement_json(const Agreement& agreement) {
  nlohmann::ordered_json document = {{"format", "bindpose-agreement-1"},
                                     {"questions", agreement.questions},
                                     {"same", agreement.same},
                                     {"not_repeatable", agreement.not_repeatable},
                                     {"pairs", nlohmann::ordered_json::array()},
                                     {"odd", nlohmann::ordered_json::array()},
                                     {"flaky", nlohmann::ordered_json::array()}};
  for (const Agreement::Pair& pair : agreement.pairs)
    document["pairs"].push_back(
        {{"first", pair.first}, {"second", pair.second}, {"questions", pair.questions}, {"same", pair.same}});
  for (const Agreement::Odd& odd : agreement.odd)
    document["odd"].push_back({{"who", odd.who}, {"questions", odd.questions}, {"example", odd.example}});
  for (const Agreement::Flaky& flaky : agreement.flaky)
    document["flaky"].push_back({{"test", flaky.test}, {"failed", flaky.failed}, {"runs", flaky.runs}});
  return json_text(document);
}

}  // namespace bindpose::conformance
