// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/report.h"

#include <algorithm>
#include <numeric>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/judge/verdict_json.h"
#include "conformance/report/diagnosis_json.h"
#include "conformance/report/text.h"
#include "conformance/report/unfinished.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

ordered_json to_json(const Suite& suite, const Record& record) {
  ordered_json result = {{"name", record.name},
                         {"case", record.from->name},
                         {"algorithm", record.from->algorithm->path()},
                         {"subject", suite.subjects()[record.subject]->name()},
                         {"variant", record.variant},
                         {"notes", record.from->notes}};
  result.update(json_of(record.verdict));
  return result;
}

ordered_json subjects_json(const Suite& suite, const RunReport& run) {
  ordered_json subjects = ordered_json::array();
  const std::vector<Tally> tallies = tally_subjects(suite);
  for (std::size_t s = 0; s < tallies.size(); ++s) {
    ordered_json subject = to_json(tallies[s]);
    subject["name"] = suite.subjects()[s]->name();
    subject["info"] = suite.subjects()[s]->info();
    subject["algorithms"] = ordered_json::object();
    for (const auto& [path, tally] : tally_algorithms(suite, s))
      subject["algorithms"][path] = to_json(tally);
    if (s < run.commands.size()) subject["command"] = run.commands[s];
    if (s < run.throughput.size() && run.throughput[s])
      subject["vertices_per_second"] = run.throughput[s]->vertices_per_second;
    if (s < run.diagnoses.size() && !run.diagnoses[s].empty())
      subject["diagnoses"] = diagnoses_json(run.diagnoses[s]);
    subjects.push_back(std::move(subject));
  }
  return subjects;
}

/// Records that ran, sorted by name.
std::vector<const Record*> ran(const Suite& suite) {
  std::vector<const Record*> records;
  for (const Record& record : suite.records())
    if (is_reported(record)) records.push_back(&record);
  std::sort(records.begin(), records.end(),
            [](const Record* a, const Record* b) { return a->name < b->name; });
  return records;
}

}  // namespace

std::vector<NamedVerdict> verdicts_of(const Suite& suite) {
  std::vector<NamedVerdict> verdicts;
  for (const Record* record : ran(suite))
    verdicts.emplace_back(record->name, &record->verdict);
  return verdicts;
}

std::tm start_of(const RunReport& run) {
  using std::chrono::system_clock;
  const std::chrono::duration<double> seconds(run.seconds);
  return fmt::gmtime(system_clock::to_time_t(system_clock::now() -
                                             std::chrono::duration_cast<system_clock::duration>(seconds)));
}

ordered_json to_json(const Tally& tally) {
  ordered_json counts = ordered_json::object();
  for (std::size_t o = 0; o < outcome_count; ++o) {
    const auto outcome = static_cast<Outcome>(o);
    counts[std::string(to_string(outcome))] = tally.count(outcome);
  }
  return {{"counts", counts},
          {"worst_fraction", json_number(tally.worst_fraction)},
          {"worst_name", tally.worst_name},
          {"numbers", tally.numbers},
          {"undecided", tally.undecided}};
}

void Tally::add(const std::string& name, const Verdict& verdict) {
  ++outcomes[verdict.outcome];
  for (const ArrayVerdict& array : verdict.arrays) {
    numbers += array.judged;
    undecided += array.undecided - std::min(array.undecided, array.undefined);
  }
  if (verdict.outcome != Outcome::pass || verdict.worst_fraction <= worst_fraction) return;
  worst_fraction = verdict.worst_fraction;
  worst_name = name;
}

std::size_t Tally::count(Outcome outcome) const {
  const auto entry = outcomes.find(outcome);
  return entry == outcomes.end() ? 0 : entry->second;
}

std::size_t Tally::total() const {
  return std::accumulate(outcomes.begin(), outcomes.end(), std::size_t{0},
                         [](std::size_t sum, const auto& each) { return sum + each.second; });
}

std::vector<Tally> tally_subjects(const Suite& suite) {
  std::vector<Tally> tallies(suite.subjects().size());
  for (const Record* record : ran(suite))
    tallies[record->subject].add(record->name, record->verdict);
  return tallies;
}

std::map<std::string, Tally> tally_algorithms(const Suite& suite, std::size_t subject) {
  std::map<std::string, Tally> tallies;
  for (const Record* record : ran(suite))
    if (record->subject == subject)
      tallies[record->from->algorithm->path()].add(record->name, record->verdict);
  return tallies;
}

std::vector<std::pair<std::string, double>> slowest_algorithms(const Suite& suite) {
  constexpr std::size_t most = 3;
  std::map<std::string, double> seconds;
  for (const Record* record : ran(suite))
    seconds[record->from->algorithm->path()] +=
        record->verdict.subject_seconds + record->verdict.judge_seconds;
  std::vector<std::pair<std::string, double>> slowest(seconds.begin(), seconds.end());
  std::ranges::stable_sort(slowest, std::ranges::greater{}, &std::pair<std::string, double>::second);
  slowest.resize(std::min(slowest.size(), most));
  return slowest;
}

Judging judging(const Suite& suite) {
  Judging all{suite.expectation_count()};
  for (const Tally& tally : tally_subjects(suite))
    all.numbers += tally.numbers;
  for (const Record* record : ran(suite))
    all.seconds += record->verdict.judge_seconds;
  return all;
}

std::string results_json(const Suite& suite, const RunReport& run) {
  ordered_json assets = ordered_json::array();
  for (const AssetReport& asset : run.assets) {
    ordered_json warnings = ordered_json::array();
    for (const gltf::Issue& issue : asset.warnings)
      warnings.push_back({{"code", issue.code}, {"pointer", issue.pointer}, {"message", issue.message}});
    assets.push_back({{"path", asset.path},
                      {"label", asset.label},
                      {"cases", asset.cases},
                      {"warnings", warnings},
                      {"notes", asset.notes}});
    if (!asset.error.empty()) assets.back()["error"] = asset.error;
  }
  ordered_json slowest = ordered_json::array();
  for (const auto& [path, seconds] : slowest_algorithms(suite))
    slowest.push_back({{"algorithm", path}, {"seconds", seconds}});
  const Judging judge = judging(suite);
  ordered_json results = ordered_json::array();
  for (const Record* record : ran(suite))
    results.push_back(to_json(suite, *record));
  ordered_json document = ordered_json::object();
  if (run.partial) document["state"] = unfinished_state;
  document.update(ordered_json{
      {"format", "bindpose-results-1"},
      {"version", BINDPOSE_VERSION},
      {"suite", json_of(manifest_of(suite))},
      {"exit_code", run.partial ? ordered_json() : ordered_json(exit_code(suite, run))},
      {"interrupted", interrupted() || run.partial},
      {"seconds", run.seconds},
      {"slowest", slowest},
      {"judging",
       {{"expectations", judge.expectations}, {"numbers", judge.numbers}, {"seconds", judge.seconds}}},
      {"subjects", subjects_json(suite, run)},
      {"assets", assets},
      {"missing", run.missing}});
  if (interrupted() || !run.not_run.empty()) {
    document["left"] = ordered_json::array();
    for (const std::size_t i : run.not_run)
      document["left"].push_back(suite.records()[i].name);
  }
  document["results"] = std::move(results);
  return results_text(std::move(document));
}

std::string results_text(ordered_json document) {
  ordered_json results = ordered_json::array();
  document["results"].swap(results);
  std::string text = json_text(document), rows;
  for (const ordered_json& result : results) {
    rows += (rows.empty() ? "\n" : ",\n") + json_text(result, -1);
    rows.pop_back();  // the end of its line
  }
  const std::string_view empty = "\"results\": []";
  return text.insert(text.rfind(empty) + empty.size() - 1, rows);
}

int exit_code(const Suite& suite, const RunReport& run) {
  const int code = exit_code(suite);
  const bool is_invalid = std::any_of(run.assets.begin(), run.assets.end(),
                                      [](const AssetReport& asset) { return !asset.error.empty(); });
  return code != 2 && (is_invalid || (code == 0 && !run.missing.empty())) ? 1 : code;
}

}  // namespace bindpose::conformance
