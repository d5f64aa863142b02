// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <deque>
#include <tuple>

#include "conformance/gate/compare.h"
#include "conformance/judge/verdict_json.h"
#include "conformance/report/failure_clusters.h"
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
