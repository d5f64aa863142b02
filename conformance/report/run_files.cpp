// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the files of a run. Declared in report.h.
#include <algorithm>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/report/html_page.h"
#include "conformance/report/report.h"
#include "conformance/report/run_page.h"
#include "conformance/report/text.h"
#include "reference/io/new_file.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

InvalidAssets invalid_assets(const std::vector<AssetReport>& assets) {
  InvalidAssets invalid;
  for (const AssetReport& asset : assets)
    if (!asset.error.empty()) invalid.push_back({asset.path, asset.error});
  return invalid;
}

/// "gpu: of 1234 wrong numbers ..."
std::vector<std::string> diagnosis_lines(const Suite& suite, const RunReport& run) {
  std::vector<std::string> lines;
  for (std::size_t s = 0; s < run.diagnoses.size(); ++s)
    for (const std::string& words : diagnosis_texts(run.diagnoses[s]))
      lines.push_back(fmt::format("{}: {}", suite.subjects()[s]->name(), words));
  return lines;
}

}  // namespace

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

/// Files of a run that was killed while writing them.
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
  // A journal has no verdict on the whole run. If it cannot be removed, the new one is not written; this is a
  // warning.
  if (with_journal) static_cast<void>(remove_file(folder / "journal.jsonl"));
  return {};
}

void discard_earlier_run(const std::filesystem::path& folder) {
  std::error_code error;
  if (folder.empty() || !std::filesystem::is_directory(folder, error)) return;
  if (const auto lock = FolderLock::take(folder)) static_cast<void>(remove_earlier_run(folder, false));
}

namespace {

/// Writes the files that fit on the disk. A file that cannot be written is removed, because its content would be
/// out of date.
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

std::vector<std::string> subjects_of(const JunitRun& run) {
  std::vector<std::string> names;
  for (const JunitSuite& suite : run.suites)
    names.push_back(suite.name);
  return names;
}

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
  all.add("summary.md", job_summary(files.ending, files.tests, files.missing, files.invalid_assets,
                                    files.diagnoses, subjects_of(files.junit)));
  if (!files.page.empty()) all.add("report.html", files.page);
  // The run fails because not all files are written, so no file may have a PASS.
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
