// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/merged_diagnosis.h"

#include <algorithm>
#include <functional>
#include <iterator>

namespace bindpose::conformance {
namespace {

constexpr std::size_t most_in_pairs = 6;  // number of likeliest defects of any shard

using Pair = std::pair<const Defect*, const Defect*>;

/// Several defects may share an id: in a file, the id means the first of them.
const Suspect* find_suspect(const Diagnosis& shard, const Defect* defect) {
  const auto found =
      std::ranges::find_if(shard.suspects, [defect](const Suspect& s) { return s.defect->id == defect->id; });
  return found == shard.suspects.end() ? nullptr : &*found;
}

/// The evidence for a defect that a shard does not list. The listed defects give the number of wrong numbers of an
/// array; right numbers also count against them, so the smallest sum is the estimate.
Evidence all_wrong_numbers(const Diagnosis& shard) {
  Evidence evidence{0, shard.numbers, {}, {}};
  for (const Suspect& listed : shard.suspects)
    for (const auto& [array, weighed] : listed.evidence.arrays) {
      const std::size_t most = weighed.explained + weighed.against;
      const auto [known, is_new] = evidence.arrays.try_emplace(array, Weighed{0, most});
      if (!is_new) known->second.against = std::min(known->second.against, most);
    }
  return evidence;
}

std::vector<Suspect> summed_suspects(std::span<const Diagnosis> shards) {
  std::vector<Suspect> sums;
  for (const Diagnosis& shard : shards)
    for (const Suspect& listed : shard.suspects)
      if (std::ranges::none_of(sums, [&](const Suspect& sum) { return sum.defect->id == listed.defect->id; }))
        sums.push_back({listed.defect, {}});
  for (const Diagnosis& shard : shards) {
    const Evidence against = all_wrong_numbers(shard);
    for (Suspect& sum : sums) {
      const Suspect* listed = find_suspect(shard, sum.defect);
      sum.evidence += listed != nullptr ? listed->evidence : against;
    }
  }
  std::ranges::stable_sort(sums, std::ranges::greater(), [](const Suspect& s) { return s.evidence.share(); });
  return sums;
}

bool names_both(const SuspectPair& pair, const Pair& two) {
  const auto& [first, second] = pair.defects;
  return (first->id == two.first->id && second->id == two.second->id) ||
         (first->id == two.second->id && second->id == two.first->id);
}

Evidence evidence_of_two(const Diagnosis& shard, const Pair& two) {
  if (shard.pair && names_both(*shard.pair, two)) return shard.pair->evidence;
  Evidence better = all_wrong_numbers(shard);
  for (const Defect* defect : {two.first, two.second})
    if (const Suspect* listed = find_suspect(shard, defect); listed != nullptr)
      if (listed->evidence.share() > better.share()) better = listed->evidence;
  return better;
}

/// Pairs that a shard names, and pairs of defects that are each the likeliest of a shard.
std::vector<Pair> pairs_of(std::span<const Diagnosis> shards, const std::vector<Suspect>& sums) {
  std::vector<Pair> pairs;
  const auto add = [&pairs](const Pair& two) {
    const auto is_known = [&two](const Pair& known) {
      return names_both({{known.first, known.second}, {}}, two);
    };
    if (two.first->id != two.second->id && std::ranges::none_of(pairs, is_known)) pairs.push_back(two);
  };
  for (const Diagnosis& shard : shards)
    if (shard.pair) add({shard.pair->defects[0], shard.pair->defects[1]});
  std::vector<const Defect*> likeliest;
  for (const Suspect& sum : sums)
    if (likeliest.size() < most_in_pairs && std::ranges::any_of(shards, [&sum](const Diagnosis& shard) {
          return !shard.suspects.empty() && shard.suspects.front().defect->id == sum.defect->id;
        }))
      likeliest.push_back(sum.defect);
  for (std::size_t i = 0; i < likeliest.size(); ++i)
    for (std::size_t j = i + 1; j < likeliest.size(); ++j)
      add({likeliest[i], likeliest[j]});
  return pairs;
}

std::optional<SuspectPair> summed_pair(std::span<const Diagnosis> shards, const std::vector<Suspect>& sums) {
  if (!leave_a_rest(sums)) return std::nullopt;
  std::optional<SuspectPair> best;
  for (const Pair& two : pairs_of(shards, sums)) {
    SuspectPair sum{{two.first, two.second}, {}};
    for (const Diagnosis& shard : shards)
      sum.evidence += evidence_of_two(shard, two);
    if (!best || sum.evidence.share() > best->evidence.share()) best = std::move(sum);
  }
  return best && explains_enough(*best, sums) ? best : std::nullopt;
}

/// Symptoms of more than half of the wrong numbers, ordered and worded as in the shards with most
/// wrong numbers.
std::vector<Symptom> common_symptoms(std::span<const Diagnosis> shards) {
  std::vector<const Diagnosis*> by_numbers;
  std::size_t all = 0;
  std::map<std::string, std::size_t, std::less<>> numbers;
  for (const Diagnosis& shard : shards) {
    by_numbers.push_back(&shard);
    all += shard.numbers;
    for (const Symptom& symptom : shard.symptoms)
      numbers[symptom.id] += shard.numbers;
  }
  std::ranges::stable_sort(by_numbers, std::ranges::greater(), &Diagnosis::numbers);
  std::vector<Symptom> common;
  for (const Diagnosis* shard : by_numbers)
    for (const Symptom& symptom : shard->symptoms) {
      const auto same = symptom.id == other_policy ? &Symptom::sentence : &Symptom::id;
      const bool is_common = 2 * numbers[symptom.id] > all || all == 0;
      if (is_common && std::ranges::find(common, symptom.*same, same) == common.end())
        common.push_back(symptom);
    }
  return common;
}

}  // namespace

Diagnosis merged_diagnosis(std::span<const Diagnosis> shards) {
  std::vector<Diagnosis> wrong;
  std::ranges::copy_if(shards, std::back_inserter(wrong), std::not_fn(is_by_policy));
  const bool is_any_wrong = std::ranges::any_of(wrong, [](const Diagnosis& each) { return each.tests > 0; });
  if (is_any_wrong && wrong.size() < shards.size()) return merged_diagnosis(wrong);
  Diagnosis merged;
  for (const Diagnosis& shard : shards) {
    merged.tests += shard.tests;
    merged.failing += std::max(shard.tests, shard.failing);
    merged.numbers += shard.numbers;
    for (const std::string& algorithm : shard.algorithms)
      if (std::ranges::find(merged.algorithms, algorithm) == merged.algorithms.end())
        merged.algorithms.push_back(algorithm);
  }
  merged.suspects = summed_suspects(shards);
  merged.pair = summed_pair(shards, merged.suspects);
  if (!merged.pair) merged.of_arrays = suspects_of_arrays(merged.suspects);
  merged.symptoms = common_symptoms(shards);
  if (!names_none(merged))
    std::erase_if(merged.symptoms, [](const Symptom& s) { return s.id != intermittent; });
  return merged;
}

}  // namespace bindpose::conformance
