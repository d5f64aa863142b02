// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/merge.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/judge/verdict_json.h"
#include "conformance/report/diagnosis_json.h"
#include "conformance/run/merged_diagnosis.h"
#include "conformance/run/self_test_case.h"
#include "reference/io/safetensors.h"
#include "reference/model/mapped.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t most_names = 20;  // in a message

std::string some_of(std::vector<std::string> names) {
  const std::size_t count = names.size();
  names.resize(std::min(count, most_names));
  for (std::string& name : names)
    name = printable(name);
  std::string text = fmt::format("{}", fmt::join(names, "\n  "));
  if (count > most_names) text += fmt::format("\n  ... and {} more", count - most_names);
  return text;
}

/// Checks that all shards belong to one plan and none occurs twice.
Expected<ShardManifest> same_plan(const std::vector<Results>& shards) {
  if (shards.empty()) return fail("MERGE_PLAN", "", "there is nothing to merge");
  std::map<std::size_t, std::string> seen;
  for (const Results& shard : shards) {
    if (!shard.plan)
      return fail("MERGE_PLAN", shard.place, "has no 'suite' (count and hash of the planned tests)");
    const ShardManifest& first = *shards.front().plan;
    if (shard.plan->tests != first.tests || shard.plan->names_fnv1a64 != first.names_fnv1a64)
      return fail("MERGE_PLAN", shard.place,
                  fmt::format("planned other tests ({}, hash {}) than {} ({}, hash {})", shard.plan->tests,
                              printable(shard.plan->names_fnv1a64), shards.front().place, first.tests,
                              printable(first.names_fnv1a64)));
    if (shard.plan->shards != first.shards)
      return fail("MERGE_PLAN", shard.place,
                  fmt::format("is one of {} shards, {} one of {}", shard.plan->shards, shards.front().place,
                              first.shards));
    const auto [entry, is_new] = seen.emplace(shard.plan->shard, shard.place);
    if (!is_new)
      return fail("MERGE_PLAN", shard.place,
                  fmt::format("is shard {}, as {} is", shard.plan->shard, entry->second));
  }
  return *shards.front().plan;
}

/// Fails with the names of tests without a result and of missing shards, if there are any.
std::optional<Error> what_is_missing(const std::vector<Results>& shards, const ShardManifest& plan,
                                     const std::vector<std::string>& names) {
  // A file may name more shards than fit in memory.
  std::vector<std::size_t> lost;
  for (std::size_t i = 0; i < plan.shards && lost.size() < most_names; ++i)
    if (std::none_of(shards.begin(), shards.end(),
                     [i](const Results& shard) { return shard.plan->shard == i; }))
      lost.push_back(i);
  if (lost.empty() && names.size() == plan.tests && hash_of_names(names) == plan.names_fnv1a64) return {};
  std::set<std::string> missing;
  for (const Results& shard : shards)
    for (const std::string& name : shard.plan->not_run)
      if (!std::binary_search(names.begin(), names.end(), name)) missing.insert(name);
  std::string words = fmt::format("{} tests were planned, {} have a result", plan.tests, names.size());
  if (!lost.empty())
    words += fmt::format("; of {} shards, these are missing (counted from 0): {}{}", plan.shards,
                         fmt::join(lost, ", "), plan.shards - shards.size() > lost.size() ? ", ..." : "");
  if (!missing.empty()) words += "; missing:\n  " + some_of({missing.begin(), missing.end()});
  if (lost.empty() && missing.empty()) words += ", and their names differ from the plan";
  return Error{"MERGE_MISSING", "", words};
}

/// Includes the data for counts of numbers and for tables of other tools: arrays, class and policy.
Verdict whole_verdict(const ResultEntry& entry) {
  auto whole = verdict_from_json(entry.json);
  return whole ? *std::move(whole) : entry.verdict;
}

/// The union, sorted by name.
Expected<std::vector<ResultEntry>> all_entries(const std::vector<Results>& shards,
                                               const ShardManifest& plan) {
  std::map<std::string, const ResultEntry*> by_name;
  std::vector<std::string> twice;
  // Every shard lists the tests of a skips file; an interrupted shard lists all tests that it did not reach,
  // including those of other shards.
  const auto stands_back = [](const ResultEntry& entry) {
    return entry.verdict.outcome == Outcome::skipped || entry.verdict.outcome == Outcome::missing;
  };
  for (const Results& shard : shards)
    for (const ResultEntry& entry : shard.entries) {
      const auto [known, is_new] = by_name.emplace(entry.name, &entry);
      if (is_new || stands_back(entry) || is_self_test(entry.name)) continue;
      if (stands_back(*known->second))
        known->second = &entry;
      else
        twice.push_back(fmt::format("{} ({})", entry.name, shard.place));
    }
  if (!twice.empty())
    return fail("MERGE_DOUBLE", shards.front().place,
                fmt::format("tests with two results:\n  {}", some_of(twice)));
  std::vector<ResultEntry> entries;
  std::vector<std::string> names;
  for (const auto& [name, entry] : by_name) {
    if (!is_self_test(name)) names.push_back(name);
    entries.push_back(*entry);
    entries.back().verdict = whole_verdict(*entry);
  }
  if (const auto missing = what_is_missing(shards, plan, names)) return tl::unexpected(*missing);
  return entries;
}

std::string name_of(const ordered_json& subject) {
  return text_in(subject, "name");
}

std::vector<std::string> names_of(const ordered_json& subjects) {
  return mapped<std::string>(subjects, [](const ordered_json& subject) { return name_of(subject); });
}

/// The entries of one subject.
std::vector<const ResultEntry*> entries_of(const std::vector<ResultEntry>& entries,
                                           const std::string& subject) {
  std::vector<const ResultEntry*> own;
  for (const ResultEntry& entry : entries)
    if (entry.subject == subject) own.push_back(&entry);
  return own;
}

/// Merges the shards: for each subject, one diagnosis per algorithm.
std::vector<Diagnoses> diagnoses_of(const std::vector<Results>& shards, std::size_t subjects) {
  std::vector<Diagnoses> diagnoses(subjects);
  for (std::size_t i = 0; i < subjects; ++i) {
    std::map<std::vector<std::string>, Diagnoses> by_algorithm;
    for (const Results& shard : shards)
      for (Diagnosis& diagnosis : read_diagnoses(shard.json["subjects"][i]))
        by_algorithm[diagnosis.algorithms].push_back(std::move(diagnosis));
    for (const auto& [algorithms, theirs] : by_algorithm)
      diagnoses[i].push_back(merged_diagnosis(theirs));
    agree_on_causes(diagnoses[i]);
  }
  return diagnoses;
}

/// The subjects of the first shard, which all other shards must repeat, with summed counts.
Expected<ordered_json> merge_subjects(const std::vector<Results>& shards,
                                      const std::vector<ResultEntry>& entries,
                                      std::vector<Diagnoses>& diagnoses, std::vector<std::string>& warnings) {
  ordered_json subjects = shards.front().json["subjects"];
  for (const Results& shard : shards) {
    const ordered_json& theirs = shard.json["subjects"];
    if (names_of(theirs) != names_of(subjects))
      return fail("MERGE_SUBJECTS", shard.place,
                  fmt::format("judged other subjects than {}", shards.front().place));
    for (std::size_t i = 0; i < subjects.size(); ++i)
      if (theirs[i].value("info", ordered_json()) != subjects[i].value("info", ordered_json()))
        warnings.push_back(
            fmt::format("{}: '{}' had another device or driver there", shard.place, name_of(subjects[i])));
  }
  diagnoses = diagnoses_of(shards, subjects.size());
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    ordered_json& subject = subjects[i];
    Tally all;
    std::map<std::string, Tally> algorithms;
    for (const ResultEntry* entry : entries_of(entries, name_of(subject))) {
      all.add(entry->name, entry->verdict);
      algorithms[entry->algorithm].add(entry->name, entry->verdict);
    }
    subject.update(to_json(all));
    // operator[] would compare each entry with all earlier ones.
    ordered_json::object_t by_algorithm;
    for (const auto& [path, tally] : algorithms)
      by_algorithm.emplace_back(path, to_json(tally));
    subject["algorithms"] = std::move(by_algorithm);
    subject.erase("diagnosis");
    subject.erase("diagnoses");
    if (!diagnoses[i].empty()) subject["diagnoses"] = diagnoses_json(diagnoses[i]);
  }
  return subjects;
}

/// Like exit_code() of the suite: the exit code of an unsharded run.
int exit_code_of(const std::vector<ResultEntry>& entries, const ordered_json& subjects, bool interrupted) {
  ExitCode code;
  for (const ResultEntry& entry : entries)
    code.add(entry.verdict.outcome, entry.subject);
  return code.of(names_of(subjects), interrupted);
}

/// The files that some shard could not judge, each once.
InvalidAssets invalid_assets_of(const std::vector<Results>& shards) {
  std::map<std::string, std::string> errors;
  for (const Results& shard : shards)
    for (const ordered_json& asset : shard.json.value("assets", ordered_json::array()))
      if (const std::string error = text_in(asset, "error"); !error.empty())
        errors.emplace(text_in(asset, "path"), error);
  InvalidAssets invalid;
  for (const auto& [path, error] : errors)
    invalid.push_back({path, error});
  return invalid;
}

JunitRun junit_of(const Merged& merged, double seconds) {
  JunitRun run;
  run.seconds = seconds;
  for (const ordered_json& subject : merged.document["subjects"]) {
    JunitSuite suite{name_of(subject), texts_in(subject, "info"), {}};
    for (const ResultEntry* entry : entries_of(merged.entries, suite.name))
      suite.cases.push_back(
          junit_case(entry->name, entry->verdict, entry->notes,
                     is_expected(entry->verdict.outcome) ? "" : command_of(*entry, merged.document)));
    run.suites.push_back(std::move(suite));
  }
  add_missing(run, merged.missing);
  add_invalid_assets(run, merged.invalid_assets);
  return run;
}

}  // namespace

Expected<Merged> merge(const std::vector<Results>& shards) {
  BINDPOSE_TRY(const auto plan, same_plan(shards));
  BINDPOSE_TRY(auto entries, all_entries(shards, plan));
  Merged merged;
  merged.entries = std::move(entries);
  BINDPOSE_TRY(auto subjects, merge_subjects(shards, merged.entries, merged.diagnoses, merged.warnings));
  bool interrupted = false;
  double seconds = 0;
  std::set<std::string> missing;
  for (const Results& shard : shards) {
    interrupted = interrupted || shard.interrupted;
    seconds = std::max(seconds, shard.seconds);
    missing.insert(shard.missing.begin(), shard.missing.end());
  }
  merged.subjects = names_of(subjects);
  merged.missing.assign(missing.begin(), missing.end());
  merged.exit_code = exit_code_of(merged.entries, subjects, interrupted);
  merged.invalid_assets = invalid_assets_of(shards);
  if (merged.exit_code == 0 && !merged.missing.empty()) merged.exit_code = 1;
  if (merged.exit_code != 2 && !merged.invalid_assets.empty()) merged.exit_code = 1;
  merged.document = shards.front().json;
  merged.document["suite"] = json_of(ShardManifest{plan.tests, plan.names_fnv1a64, 0, 1, {}});
  merged.document["exit_code"] = merged.exit_code;
  merged.document["interrupted"] = interrupted;
  merged.document["seconds"] = json_number(seconds);
  for (const char* of_one_shard : {"slowest", "judging", "left"})
    merged.document.erase(of_one_shard);
  merged.document["subjects"] = std::move(subjects);
  merged.document["missing"] = merged.missing;
  merged.document["results"] = ordered_json::array();
  for (const ResultEntry& entry : merged.entries)
    merged.document["results"].push_back(entry.json);
  merged.junit = junit_of(merged, seconds);
  return merged;
}

}  // namespace bindpose::conformance
