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
#include "conformance/report/html_page.h"
#include "conformance/report/run_page.h"
#include "conformance/report/text.h"
#include "conformance/report/unfinished.h"
#include "reference/io/new_file.h"
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

InvalidAssets invalid_assets(const std::vector<AssetReport>& assets) {
  InvalidAssets invalid;
  for (const AssetReport& asset : assets)
    if (!asset.error.empty()) invalid.push_back({asset.path, asset.error});
  return invalid;
}

}  // namespace

namespace {

/// "gpu: of 1234 wrong numbers ..."
std::vector<std::string> diagnosis_lines(const Suite& suite, const RunReport& run) {
  std::vector<std::string> lines;
  for (std::size_t s = 0; s < run.diagnoses.size(); ++s)
    for (const std::string& words : diagnosis_texts(run.diagnoses[s]))
      lines.push_back(fmt::format("{}: {}", suite.subjects()[s]->name(), words));
  return lines;
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

JunitRun junit_run(const Suite& suite, const RunReport& report) {
  JunitRun run;
  run.seconds = report.seconds;
  run.timestamp = fmt::format("{:%Y-%m-%dT%H:%M:%S}", start_of(report));
  for (const auto& subject : suite.subjects())
    run.suites.push_back({subject->name(), subject->info(), {}});
  for (const Record& record : suite.records())
    if (is_reported(record)) {
      JunitCase test =
          junit_case(record.name, record.verdict, record.from->notes, command_of(record, report));
      if (const auto file = report.pictures.find(record.name); file != report.pictures.end())
        test.attachment = file->second;
      run.suites[record.subject].cases.push_back(std::move(test));
    }
  for (const std::size_t i : report.not_run) {
    const Record& record = suite.records()[i];
    if (is_reported(record)) continue;  // a signal came later
    Verdict verdict;
    verdict.outcome = Outcome::skipped;
    verdict.detail = "not run: --max-failures has stopped the run";
    run.suites[record.subject].cases.push_back(junit_case(record.name, verdict, {}));
  }
  add_missing(run, report.missing);
  add_invalid_assets(run, invalid_assets(report.assets));
  return run;
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

std::string csv(std::vector<NamedVerdict> tests, const std::vector<std::string>& missing, bool failures) {
  const Verdict gone = missing_verdict();
  for (const std::string& name : missing)
    tests.emplace_back(name, &gone);
  std::sort(tests.begin(), tests.end(),
            [](const NamedVerdict& a, const NamedVerdict& b) { return a.first < b.first; });
  std::string text;
  for (const auto& [raw_name, verdict] : tests) {
    const std::string name = clean_line(raw_name);
    if (!failures)
      text += fmt::format("{},{},{:.6f}\n", name, deqp_status(*verdict),
                          verdict->subject_seconds + verdict->judge_seconds);
    else if (!is_expected(verdict->outcome))
      text += fmt::format("{},{}\n", name, deqp_status(*verdict));
  }
  return text;
}

int exit_code(const Suite& suite, const RunReport& run) {
  const int code = exit_code(suite);
  const bool is_invalid = std::any_of(run.assets.begin(), run.assets.end(),
                                      [](const AssetReport& asset) { return !asset.error.empty(); });
  return code != 2 && (is_invalid || (code == 0 && !run.missing.empty())) ? 1 : code;
}

namespace {

/// Removes a file or a link. Error FILE_WRITE for a pipe, socket, device or folder, which belong to the user.
Expected<void> remove_file(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::symlink_status(file, error);
  if (exists(status) && !is_regular_file(status) && !is_symlink(status))
    return fail("FILE_WRITE", file.string(), "is not a regular file: remove it, or choose another folder");
  error.clear();
  std::filesystem::remove(file, error);
  if (error) return fail("FILE_WRITE", file.string(), error.message());
  return {};
}

/// Files of a run that was killed while it wrote.
void remove_unfinished_files(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> found;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    if (is_unfinished(entry->path().filename().string())) found.push_back(entry->path());
  for (const std::filesystem::path& file : found)
    [[maybe_unused]] const auto ignored = remove_file(file);
}

}  // namespace

Expected<void> prepare_folder(const std::filesystem::path& folder) {
  BINDPOSE_CHECK(make_folder(folder));
  BINDPOSE_CHECK(write_file(folder / "failures.csv", std::string_view()));
  return remove_file(folder / "failures.csv");
}

Expected<void> remove_earlier_run(const std::filesystem::path& folder, bool with_journal) {
  for (const char* name : {"results.json", "results.csv", "failures.csv", "junit.xml", "report.sarif",
                           "summary.md", "report.html"})
    BINDPOSE_CHECK(remove_file(folder / name));
  remove_unfinished_files(folder);
  // A journal has no verdict on the whole run. If it cannot be removed, the new one is not written, which is a warning.
  if (with_journal) static_cast<void>(remove_file(folder / "journal.jsonl"));
  return {};
}

void discard_earlier_run(const std::filesystem::path& folder) {
  std::error_code error;
  if (folder.empty() || !std::filesystem::is_directory(folder, error)) return;
  if (const auto lock = FolderLock::take(folder)) static_cast<void>(remove_earlier_run(folder, false));
}

namespace {

/// Writes the files that fit on the disk. A file that cannot be written is removed, because its content would
/// be out of date.
class RunFolder {
 public:
  explicit RunFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void add(const char* name, const std::string& text) {
    const auto done = write_file(folder_ / name, text);
    std::error_code ignored;
    const auto earlier = std::filesystem::symlink_status(folder_ / name, ignored);
    if (!done && is_regular_file(earlier)) std::filesystem::remove(folder_ / name, ignored);
    note(done);
  }
  void note(const Expected<void>& done) {
    if (!done) failed_.push_back(done.error());
  }
  /// The first error, with the names of all other files.
  Expected<void> result() const {
    if (failed_.empty()) return {};
    Error error = failed_.front();
    for (std::size_t i = 1; i < failed_.size(); ++i)
      error.message += fmt::format("{} {}", i == 1 ? "; nor could be written:" : ",", failed_[i].where);
    return tl::unexpected(error);
  }

 private:
  std::filesystem::path folder_;
  std::vector<Error> failed_;
};

std::string with_exit_code(const std::string& results, int code) {
  ordered_json document = ordered_json::parse(results);
  document["exit_code"] = code;
  return results_text(std::move(document));
}

}  // namespace

Expected<void> write_run(const std::filesystem::path& folder, const RunFiles& files) {
  RunFolder all(folder);
  all.add("results.json", files.results);
  const bool has_results = all.result().has_value();
  all.add("results.csv", csv(files.tests, files.missing, false));
  if (files.is_whole)
    all.add("failures.csv", csv(files.tests, files.missing, true));
  else
    all.note(remove_file(folder / "failures.csv"));
  all.add("junit.xml", junit_xml(files.junit));
  all.add("report.sarif", run_sarif(files.tests, files.missing, files.invalid_assets, files.is_whole));
  all.add("summary.md",
          job_summary(files.ending, files.tests, files.missing, files.invalid_assets, files.diagnoses));
  if (!files.page.empty()) all.add("report.html", files.page);
  // The run fails because not all files are written, so no file may say PASS.
  if (!all.result()) {
    for (const char* name : {"failures.csv", "junit.xml", "report.sarif", "summary.md", "report.html"})
      all.note(remove_file(folder / name));
    if (has_results) all.add("results.json", with_exit_code(files.results, 2));
  }
  return all.result();
}

Expected<void> write_reports(const std::filesystem::path& folder, const Suite& suite, const RunReport& run) {
  return write_run(folder, {.results = results_json(suite, run),
                            .tests = verdicts_of(suite),
                            .missing = run.missing,
                            .invalid_assets = invalid_assets(run.assets),
                            .junit = junit_run(suite, run),
                            .page = html_page(page_content(suite, run)),
                            .is_whole = !interrupted() && run.not_run.empty(),
                            .ending = verdict_line(suite, run),
                            .diagnoses = diagnosis_lines(suite, run)});
}

}  // namespace bindpose::conformance
