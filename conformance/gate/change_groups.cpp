// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <deque>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/defects/defect.h"
#include "conformance/gate/compare.h"
#include "conformance/judge/named_defects.h"
#include "conformance/judge/verdict_json.h"
#include "conformance/report/failure_clusters.h"
#include "conformance/report/markdown.h"
#include "conformance/report/text.h"

namespace bindpose::conformance {
namespace {

/// Clusters of one subject and one known defect, or of one outcome in one algorithm.
struct Joined {
  ChangeGroup group;
  std::set<std::string> abouts;
  double farthest = -1;

  void add(const FailureCluster& cluster) {
    group.tests.insert(group.tests.end(), cluster.tests.begin(), cluster.tests.end());
    abouts.insert(cluster.key.about);
    group.about = abouts.size() == 1 ? *abouts.begin() : counted(abouts.size(), "algorithm");
    if (cluster.farthest <= farthest) return;
    farthest = cluster.farthest;
    group.example = cluster.example;
    group.words = cluster.words;
  }
};

/// New failures, grouped by their cause.
std::vector<FailureCluster> clusters_of(const Comparison& comparison) {
  std::deque<Verdict> verdicts;
  std::vector<NamedVerdict> tests;
  for (const auto* list : {&comparison.broken, &comparison.new_bad})
    for (const Change& change : *list) {
      auto whole = verdict_from_json(change.after->json);
      tests.emplace_back(change.name,
                         &verdicts.emplace_back(whole ? *std::move(whole) : change.after->verdict));
    }
  return failure_clusters(tests, {});
}

}  // namespace

namespace {

constexpr std::size_t most_cause = 120;  // bytes of a message

/// The cause of a result that is not right: a defect with its symptom, a policy, a precision class, or the message.
std::vector<std::string> cause_of(const ResultEntry& entry) {
  const auto whole = verdict_from_json(entry.json);
  const Verdict& verdict = whole ? *whole : entry.verdict;
  if (verdict.judged.value_or(verdict.outcome) == Outcome::pass) return {};
  if (const Defect* defect = named_defect(verdict)) return {verdict.defect, std::string(defect->symptom)};
  if (!verdict.policy.empty()) return {"it computes " + verdict.policy};
  if (!verdict.precision_class.empty()) return {"only as precise as " + verdict.precision_class};
  if (verdict.outcome != Outcome::fail || verdict.arrays.empty())
    return {shortened(std::string(first_line(verdict.detail)), most_cause)};
  return {"no known defect",
          verdict.first_wrong_stage.empty() ? "" : "first wrong stage: " + verdict.first_wrong_stage};
}

/// The entry that shows the cause: the new result, or for a fixed or missing test the old one.
const ResultEntry& telling_entry(const ChangeKind& kind, const Change& change) {
  return change.after == nullptr || kind.list == &Comparison::fixed ? *change.before : *change.after;
}

}  // namespace

std::vector<AlikeChanges> alike_changes(const ChangeKind& kind, const std::vector<Change>& list) {
  std::vector<AlikeChanges> all;
  if (kind.list == &Comparison::drifted || kind.list == &Comparison::slower) {
    AlikeChanges& one = all.emplace_back();
    for (const Change& change : list)
      one.changes.push_back(&change);
    return all;
  }
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  std::set<std::string> subjects;
  for (const Change& change : list) {
    const ResultEntry& entry = telling_entry(kind, change);
    std::vector<std::string> words = cause_of(entry);
    const std::string step = step_of(kind, change);
    if (words.empty())
      words = {step};
    else
      words.front() = words.front().empty() ? step : step + ": " + words.front();
    const auto [place, is_new] = places.emplace(
        std::pair(entry.subject, without_numbers(fmt::format("{}", fmt::join(words, "; ")))), all.size());
    if (is_new) all.push_back({std::move(words), {}});
    all[place->second].changes.push_back(&change);
    subjects.insert(entry.subject);
  }
  for (AlikeChanges& alike : all) {
    std::set<std::string> algorithms;
    for (const Change* change : alike.changes)
      algorithms.insert(telling_entry(kind, *change).algorithm);
    alike.words.push_back(algorithms.size() == 1 ? *algorithms.begin()
                                                 : counted(algorithms.size(), "algorithm"));
    if (subjects.size() > 1) alike.words.push_back(telling_entry(kind, *alike.changes.front()).subject);
    std::erase(alike.words, "");
  }
  std::ranges::stable_sort(all, std::ranges::greater{},
                           [](const AlikeChanges& each) { return each.changes.size(); });
  return all;
}

std::vector<ChangeGroup> change_groups(const Comparison& comparison, const Results& after) {
  std::vector<Joined> all;
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> places;
  for (const FailureCluster& cluster : clusters_of(comparison)) {
    const std::string subject = after.find(cluster.tests.front())->subject;
    const std::string cause(cause_word(cluster.key));
    const auto [place, is_new] =
        places.emplace(std::tuple(subject, cluster.key.outcome ? cluster.key.about : "", cause), all.size());
    if (is_new) all.push_back({{subject, "", cause, {}, "", "", ""}, {}});
    all[place->second].add(cluster);
  }
  std::ranges::stable_sort(all, std::ranges::greater{},
                           [](const Joined& each) { return each.group.tests.size(); });
  std::vector<ChangeGroup> groups;
  for (Joined& each : all) {
    each.group.command = command_of(*after.find(each.group.example), after.json);
    groups.push_back(std::move(each.group));
  }
  return groups;
}

}  // namespace bindpose::conformance
