// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a run as files for programs and as a summary for people.
#pragma once

#include <ctime>

#include <nlohmann/json.hpp>

#include "conformance/report/findings.h"
#include "conformance/report/junit.h"
#include "conformance/run/diagnosis.h"
#include "conformance/run/throughput.h"

namespace bindpose::conformance {

/// A file that was judged with the built-in cases.
struct AssetReport {
  std::string path;
  std::string label;  ///< its name in case names
  std::size_t cases = 0;
  std::vector<gltf::Issue> warnings;
  std::vector<std::string> notes;  ///< notes of its cases, each once
  std::string error = {};          ///< reason why it is not a valid asset; empty if it is valid
};

/// Facts in the reports besides the records.
struct RunReport {
  std::vector<std::optional<Throughput>> throughput;  ///< [#subjects]
  std::vector<Diagnoses> diagnoses;                   ///< [#subjects], causes of the failures
  std::vector<AssetReport> assets;
  std::vector<std::string> missing;        ///< tests of a baseline that the suite lacks
  double seconds = 0;                      ///< wall time of the whole run
  bool partial = false;                    ///< true: results.json is written before the end of the run
  std::vector<std::string> commands = {};  ///< [#subjects or 0] run a subject again, without a filter
  std::vector<std::string> looks =
      {};                    ///< [#subjects or 0] options for verbs about one test; empty: no such verb works
  std::string command = {};  ///< command of the whole run, as typed; empty: unknown
  std::shared_ptr<const Findings> findings = nullptr;  ///< meshes of failures; null: none
  std::map<std::string, std::string> pictures = {};    ///< files of tests, which CI's JUnit attaches
  std::vector<std::size_t> not_run = {};               ///< chosen records that did not run
};

/// When the run began, in UTC.
std::tm start_of(const RunReport& run);

/// exit_code() of the suite, but 1 instead of 0 if a test is missing, and instead of 0 or 3 if an asset is invalid.
int exit_code(const Suite& suite, const RunReport& run);

/// Counts of one subject, or of one algorithm of one subject.
struct Tally {
  std::map<Outcome, std::size_t> outcomes;
  double worst_fraction = 0;  ///< largest of passing tests
  std::string worst_name;     ///< the record it belongs to
  std::size_t numbers = 0;    ///< compared
  std::size_t undecided = 0;  ///< not compared, because float32 arithmetic does not decide them
  void add(const std::string& name, const Verdict& verdict);
  std::size_t count(Outcome outcome) const;
  std::size_t total() const;
};
nlohmann::ordered_json to_json(const Tally& tally);
/// Records that ran, by subject; within a subject by algorithm path.
std::vector<Tally> tally_subjects(const Suite& suite);
std::map<std::string, Tally> tally_algorithms(const Suite& suite, std::size_t subject);

/// The slowest algorithms, at most three: seconds of the subjects and of the judge.
std::vector<std::pair<std::string, double>> slowest_algorithms(const Suite& suite);

/// Time of the judge itself: for expected outputs (computed once for all tests of an input) and for comparisons.
struct Judging {
  std::size_t expectations = 0;
  std::size_t numbers = 0;  ///< compared
  double seconds = 0;
  double seconds_per_million() const {
    return numbers == 0 ? 0 : seconds * 1e6 / static_cast<double>(numbers);
  }
};
Judging judging(const Suite& suite);

/// results.json, by conformance/report/results.schema.json. Before the end of the run (`partial`) it begins with
/// {"state": "unfinished"} and has no exit code.
std::string results_json(const Suite& suite, const RunReport& run);
/// The text of such a document, with a line for each result.
std::string results_text(nlohmann::ordered_json document);
/// The records that ran, by name.
std::vector<NamedVerdict> verdicts_of(const Suite& suite);
/// Text of results.csv, "name,Status,seconds" sorted by name, as deqp-runner writes it; or of
/// failures.csv, "name,Status" of unexpected results. missing: names of tests without a result.
std::string csv(std::vector<NamedVerdict> tests, const std::vector<std::string>& missing, bool failures);

/// Creates the folder if it is missing and tests writing, so that a long run does not fail at its end. Error
/// FILE_WRITE.
Expected<void> prepare_folder(const std::filesystem::path& folder);
/// Removes the files of an earlier run, so that a killed run leaves no verdict of another run. Error FILE_WRITE.
Expected<void> remove_earlier_run(const std::filesystem::path& folder, bool with_journal);
/// Removes an earlier run's files for a run that ends with an error before it starts: its folder must not show
/// another run's verdict. Does nothing if another process uses the folder, or without a folder.
void discard_earlier_run(const std::filesystem::path& folder);
/// The files of a run.
struct RunFiles {
  std::string results;  ///< results.json
  std::vector<NamedVerdict> tests;
  std::vector<std::string> missing = {};  ///< names of missing tests
  InvalidAssets invalid_assets = {};
  JunitRun junit;
  std::string page = {};                    ///< report.html; empty: not written
  bool is_whole = true;                     ///< false if some chosen tests did not run
  std::string ending = {};                  ///< the last line of the summary
  std::vector<std::string> diagnoses = {};  ///< lines, each beginning with the subject
};
/// The tests of a run for junit_xml(): a suite for each subject.
JunitRun junit_run(const Suite& suite, const RunReport& report);

/// Writes results.json, results.csv, junit.xml, report.sarif, summary.md and report.html into the folder, each
/// file completely or not at all. If the run is complete, it also writes failures.csv, the next baseline;
/// otherwise it removes an earlier one. Error FILE_WRITE with every file that could not be written; then only
/// results.json (exit code 2) and results.csv stay.
Expected<void> write_run(const std::filesystem::path& folder, const RunFiles& files);
/// Writes the reports of a suite.
Expected<void> write_reports(const std::filesystem::path& folder, const Suite& suite, const RunReport& run);

/// The last line of the summary: the verdict, and the counts of passed, failed and other tests. A run whose files
/// could not be written has no verdict.
std::string verdict_line(const Suite& suite, const RunReport& run, bool are_files_written = true);

struct SummaryStyle {
  bool in_colours = false;
  std::size_t columns = 80;
  bool is_verbose = false;  ///< also each algorithm, all causes, and why tests are not supported
  std::string folder = {};  ///< folder of report.html; empty: no report
  bool are_files_written = true;
};
/// The end of a run on a terminal. If all results are as expected, at most 24 lines: subjects and devices,
/// families, the slowest and the tightest. With failures, it begins with their causes (at most four lines each),
/// then lists the subjects and the next commands.
std::string summary(const Suite& suite, const RunReport& run, const SummaryStyle& style = {});

}  // namespace bindpose::conformance
