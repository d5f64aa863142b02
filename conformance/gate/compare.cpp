// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "conformance/run/self_test_case.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

constexpr double drift_factor = 2;
constexpr double too_small = 1e-3;  // of the bound

bool says_what_it_is(const std::string& key) {
  return key == "renderer" || key == "vendor" || key == "version";
}

/// What a subject was, key by key, and of its card what both have; throughput and the like are no part of it.
void compare_devices(Comparison& comparison, const ordered_json& then, const ordered_json& now) {
  const SubjectInfo before = texts_in(then, "info"), after = texts_in(now, "info");
  SubjectInfo all = before;
  all.insert(after.begin(), after.end());
  for (const auto& [key, value] : all) {
    const bool is_of_both_cards = key.starts_with("card.") && before.contains(key) && after.contains(key);
    if (!says_what_it_is(key) && !is_of_both_cards) continue;
    const std::string was = value_of(before, key), is = value_of(after, key);
    if (was != is) comparison.device_changes.push_back({now["name"].get<std::string>(), key, was, is});
  }
}

/// Of subjects that are called the same.
void compare_devices(Comparison& comparison, const Results& before, const Results& after) {
  for (const ordered_json& now : after.json["subjects"])
    for (const ordered_json& then : before.json["subjects"])
      if (now.contains("name") && now["name"].is_string() &&
          then.value("name", ordered_json()) == now["name"])
        compare_devices(comparison, then, now);
}

/// 1 where the errors say nothing of a drift.
double drift(const Verdict& before, const Verdict& after) {
  const double a = before.worst_fraction, b = after.worst_fraction;
  if (!std::isfinite(a) || !std::isfinite(b) || !(std::max(a, b) >= too_small)) return 1;
  return a > 0 ? b / a : std::numeric_limits<double>::infinity();
}

/// How far a factor is from 1, whichever way.
double size_of(const Change& change) {
  return change.factor >= 1 ? change.factor : 1 / change.factor;
}

void add(Comparison& comparison, Change change) {
  const Verdict& before = change.before->verdict;
  const Verdict& after = change.after->verdict;
  const bool was_fine = is_expected(before.outcome), is_fine = is_expected(after.outcome);
  if (was_fine != is_fine) return (is_fine ? comparison.mended : comparison.broken).push_back(change);
  if (before.outcome != after.outcome || before.judged != after.judged)
    return comparison.other.push_back(change);
  ++comparison.same;
  if (before.outcome != Outcome::pass) return;
  change.factor = drift(before, after);
  if (size_of(change) > drift_factor) comparison.drifted.push_back(change);
}

}  // namespace

Comparison compare(const Results& before, const Results& after) {
  Comparison comparison;
  compare_devices(comparison, before, after);
  for (const ResultEntry& entry : before.entries) {
    const ResultEntry* now = after.find(entry.name);
    if (now != nullptr)
      add(comparison, {entry.name, &entry, now});
    else if (!is_self_test(entry.name))  // the device was repaired
      comparison.gone.push_back({entry.name, &entry, nullptr});
  }
  for (const ResultEntry& entry : after.entries)
    if (before.find(entry.name) == nullptr)
      (is_expected(entry.verdict.outcome) ? comparison.added : comparison.new_bad)
          .push_back({entry.name, nullptr, &entry});
  std::ranges::stable_sort(comparison.drifted, std::greater(), size_of);
  return comparison;
}

}  // namespace bindpose::conformance
