// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/session.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <numeric>

#include <fmt/format.h>

#include "conformance/cases/cases.h"
#include "conformance/cli/baseline_update.h"
#include "conformance/cli/commands.h"
#include "conformance/cli/help.h"
#include "conformance/cli/test_choice.h"
#include "conformance/gate/must_pass.h"
#include "conformance/report/picture.h"
#include "conformance/report/run_page.h"
#include "conformance/report/saved_answers.h"
#include "conformance/run/name_failures.h"
#include "conformance/run/self_test_case.h"
#include "conformance/run/wrong_answers.h"
#include "conformance/subjects/self_test.h"
#include "reference/model/mapped.h"

namespace bindpose::conformance {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t many_tests = 2000;                 // a run of so many tests takes minutes
constexpr auto report_period = std::chrono::seconds(2);  // at least; writing takes at most 1/20 of the time

/// Shows the progress of the run and, with --verbose, the verdict of each test. costs: in test
/// order.
class TestCounter {
 public:
  TestCounter(const Suite& suite, std::vector<double> costs, Verbosity verbosity)
      : suite_(suite),
        costs_(std::move(costs)),
        all_(std::accumulate(costs_.begin(), costs_.end(), 0.0)),
        verbosity_(verbosity) {}

  void on_start(const Record& record) {
    const double share = cost_ / all_;  // work of earlier tests
    cost_ += costs_[done_++];
    if (verbosity_ == Verbosity::quiet) return;
    const std::string failures = failed_ == 0 ? "" : fmt::format("{} failed, ", failed_);
    line_.show(done_, costs_.size(), failures + shown_words(record), share);
  }
  void on_end(const Record& record) {
    const Outcome outcome = record.verdict.outcome;
    const bool is_failure = !is_expected(outcome);
    failed_ += is_failure ? 1 : 0;
    if (verbosity_ != Verbosity::verbose) return;
    line_.clear();
    const bool is_skipped = outcome == Outcome::not_supported || outcome == Outcome::skipped;
    fmt::print("{:<8} {}\n", is_failure ? "FAIL" : is_skipped ? "skipped" : "pass", record.name);
    std::fflush(stdout);
  }

 private:
  /// "skinning.linear_blend.bar.far.pose.f32, gpu:surfaceless, compute.ssbo"
  std::string shown_words(const Record& record) const {
    const TestName name = parts_of(record.name);
    std::string words(name.case_name);
    if (suite_.subjects().size() > 1) words += ", " + clean_line(suite_.subjects()[record.subject]->name());
    return name.variant == "default" ? words : fmt::format("{}, {}", words, name.variant);
  }

  const Suite& suite_;
  ProgressLine line_;
  std::vector<double> costs_;
  double all_, cost_ = 0;
  Verbosity verbosity_;
  std::size_t done_ = 0, failed_ = 0;
};

/// A run: its plan, its store, and its results so far.
struct Session {
  const RunOptions& options;
  Clock::time_point start = Clock::now();
  std::shared_ptr<Gate> gate = {};
  std::unique_ptr<VerdictCache> cache = {};
  Suite suite = {};
  Store store = {};
  RunReport report = {};
  std::shared_ptr<AnswerSaver> saver = {};  ///< null without --save-answers
  WrongAnswers wrong = {};                  ///< for the diagnosis of an interrupted run
  std::shared_ptr<Findings> findings = {};
  std::optional<Results> before = {};  ///< an earlier run, for its test times
};

/// Removes the files of an earlier run at the end of the scope, unless this run has removed them.
class EarlierRun {
 public:
  explicit EarlierRun(std::string folder) : folder_(std::move(folder)) {}
  EarlierRun(const EarlierRun&) = delete;
  EarlierRun& operator=(const EarlierRun&) = delete;
  ~EarlierRun() {
    if (!is_gone) discard_earlier_run(folder_);
  }
  bool is_gone = false;

 private:
  std::string folder_;
};

/// Verdicts are cached, outputs are not. Error ARGUMENT for options that need outputs or several runs.
Expected<void> check_cache_options(const RunOptions& options) {
  const std::pair<const char*, bool> others[] = {{"--save-answers", !options.save_answers.empty()},
                                                 {"--show-passes", options.passes_shown > 0},
                                                 {"--pictures", options.pictures > 0},
                                                 {"--times", options.times > 1}};
  for (const auto& [option, is_given] : others)
    if (is_given && !options.cache.folder.empty())
      return fail("ARGUMENT", option,
                  "needs outputs, but with --cache a subject does not run if its verdict is cached");
  return {};
}

/// Adds the gate's verdicts on absent tests: they are missing if the run judges the whole suite.
void look_for_leftovers(const Gate& gate, Suite& suite, bool whole, RunReport& report) {
  for (const auto& [record, verdict] : gate.stale_waivers(suite, whole))
    suite.record(record).verdict = verdict;
  if (const auto other = gate.baseline_of_others(suite)) {
    const std::string fix = fmt::format("; {} of {} fit with --name {}", other->fitting,
                                        counted(other->failures, "failure"), shell_word(other->name));
    say(stderr,
        "warning: all failures in the baseline belong to subjects that are not in this run; a subject's name "
        "is its "
        "path or command, unless --name gives another{}\n",
        other->fitting > 0 ? fix : "");
  }
  const std::vector<std::string> lost = gate.lost(suite);
  if (whole)
    report.missing.insert(report.missing.end(), lost.begin(), lost.end());
  else if (!lost.empty())
    say(stderr, "warning: the baseline has '{}'{}\n", lost.front(),
        lost.size() == 1 ? ", which is not one of the chosen tests"
                         : fmt::format(" and {} more tests that are not chosen", lost.size() - 1));
  for (const std::string& place : gate.idle_waivers(suite))
    say(stderr, "warning: waiver {} covers no test of this run\n", place);
}

/// Writes the unfinished results.json from the first moment of a run on. All other files are written at the
/// end, so that a killed run leaves no file that looks like its verdict.
class UnfinishedResults {
 public:
  UnfinishedResults(const Suite& suite, RunReport report, const std::string& folder)
      : suite_(suite), report_(std::move(report)), file_(std::filesystem::path(folder) / "results.json") {
    report_.partial = true;
    write();
  }
  void on_end() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    write();
    const auto written = std::chrono::steady_clock::now();
    next_ = written + std::max<std::chrono::steady_clock::duration>(report_period, 20 * (written - now));
  }

 private:
  /// The end of the run reports a folder that cannot be written to.
  void write() const {
    [[maybe_unused]] const auto ignored = write_file(file_, results_json(suite_, report_));
  }

  const Suite& suite_;
  RunReport report_;
  std::filesystem::path file_;
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
};

/// Tests of the run of --last-failed that run again.
struct EarlierTests {
  std::vector<std::string> names;
  std::size_t failed = 0, left = 0;
};

/// Tests that failed in the run of --last-failed, and those that did not run because it ended
/// early. Errors: those of read_results().
Expected<EarlierTests> last_failures(const RunOptions& options) {
  auto results_of_run = read_results(options.last_failed->empty() ? options.out : *options.last_failed);
  if (!results_of_run && results_of_run.error().code == "FILE_READ")
    results_of_run.error().message += "; --last-failed needs the results of an earlier run";
  BINDPOSE_TRY(const auto results, std::move(results_of_run));
  EarlierTests tests;
  // Merged shards have no list of tests that did not run: they are the missing tests.
  const bool has_list = results.json.contains("left");
  const bool is_whole = results.interrupted && !has_list && (!results.plan || results.plan->shards == 1);
  auto left = results.json.value("left", std::set<std::string>());
  for (const ResultEntry& entry : results.entries) {
    const Outcome outcome = entry.verdict.outcome;
    if (is_expected(outcome) || is_self_test(entry.name)) continue;
    if (outcome != Outcome::missing) {
      tests.names.push_back(entry.name);
      left.erase(entry.name);
    } else if (is_whole) {
      left.insert(entry.name);
    }
  }
  std::erase_if(left, is_self_test);
  tests.failed = tests.names.size();
  tests.left = left.size();
  tests.names.insert(tests.names.end(), left.begin(), left.end());
  return tests;
}

/// Limits the run to the tests of --last-failed, and to their subjects. Returns an exit code if none are
/// left.
Expected<std::optional<int>> choose_last_failed(RunOptions& options) {
  BINDPOSE_TRY(const auto tests, last_failures(options));
  options.cases.list = TestList::of(tests.names);
  keep_subjects_of(options.subjects, tests.names);
  const std::string folder = one_line(options.last_failed->empty() ? options.out : *options.last_failed);
  const std::string left = tests.left > 0 ? fmt::format(" and {} did not run", tests.left) : "";
  if (tests.names.empty())
    say(stderr, "--last-failed: no test failed in {}: nothing runs\n", folder);
  else if (options.subjects.subjects.empty())
    say(stderr, "--last-failed: {} failed{} in {}, none of a subject of this run: nothing runs\n",
        counted(tests.failed, "test"), left, folder);
  else
    print_notes(
        {fmt::format("--last-failed: {} failed{} in {}", counted(tests.failed, "test"), left, folder)});
  return options.subjects.subjects.empty() || tests.names.empty() ? std::optional(3) : std::nullopt;
}

/// Identifies a run by its tests, its subjects and this program.
std::string run_fingerprint(const Suite& suite, const RunOptions& options) {
  std::string text =
      fmt::format("{} {} {}", BINDPOSE_VERSION, manifest_of(suite).names_fnv1a64, options.cases.seed);
  if (options.times > 1) text += fmt::format("\ntimes {}", options.times);
  for (const std::string& each : options.subjects.accept)
    text += "\naccept " + each;
  for (const auto& subject : suite.subjects())
    for (const auto& [key, value] : subject->info())
      if (!key.starts_with(self_test_key)) text += fmt::format("\n{} {}={}", subject->name(), key, value);
  return fnv1a64(text);
}

/// Opens the journal of a run whose folder is there. If it cannot be written, for example to a full disk, the
/// run continues without it.
Expected<void> connect_journal(Session& run) {
  if (run.options.out.empty()) return {};
  auto opened = Journal::open(std::filesystem::path(run.options.out) / "journal.jsonl",
                              run_fingerprint(run.suite, run.options), run.options.resume);
  if (!opened && opened.error().code != "FILE_WRITE") return tl::unexpected(opened.error());
  if (!opened) {
    say(stderr, "warning: the run continues without its journal, so --resume would run its tests again: {}\n",
        bindpose::to_string(opened.error()));
    return {};
  }
  run.store.journal = *std::move(opened);
  run.store.earlier = run.store.journal->known();
  return {};
}

/// The command that runs a subject again like this run, without the filter.
std::string command_of(const RunOptions& options, std::size_t s) {
  // Each page adds its test's asset.
  const std::string name = s < options.subjects.names.size() ? options.subjects.names[s] : "";
  std::string command = asking_command({options.subjects.subjects[s],
                                        name,
                                        {},
                                        options.subjects.accept,
                                        options.subjects.sandbox,
                                        options.times});
  if (options.cases.fresh > 0) command += fmt::format(" --fresh {}", options.cases.fresh);
  if (options.cases.fresh_numbers > 0)
    command += fmt::format(" --fresh-numbers {}", options.cases.fresh_numbers);
  if (!options.cases.seed.empty()) command += " --seed " + shell_word(options.cases.seed);
  if (options.cases.metamorphic) command += " --metamorphic";
  if (options.cases.properties) command += " --properties";
  const MomentChoice& moments = options.cases.moments;
  if (moments.keys == Keys::all) command += " --every-key";
  if (moments.most > 0) command += fmt::format(" --moments {}", moments.most);
  if (moments.seconds > 0) command += fmt::format(" --budget {}", moments.seconds);
  for (const std::string& each : options.cases.own_cases)
    command += " --case " + shell_word(each);
  return command;
}

/// The options of 'picture' and 'repro', which take built-in cases and those of files; empty if the run has others.
std::string look_of(const RunOptions& options, std::size_t s) {
  if (!options.cases.own_cases.empty()) return "";
  constexpr std::string_view test = "bindpose test";
  return asking_command(
             {options.subjects.subjects[s], "", {}, options.subjects.accept, options.subjects.sandbox})
      .substr(test.size());
}

}  // namespace

std::string own_command() {
  std::ifstream file("/proc/self/cmdline");
  std::string command;
  for (std::string word; std::getline(file, word, '\0');) {
    const bool is_plain =
        word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@%") ==
            std::string::npos &&
        !word.empty();
    command += command.empty() ? "bindpose" : " " + (is_plain ? word : shell_word(word));
  }
  return command;
}

namespace {

/// Keeps the data, besides verdicts, for report.html and the summary.
void keep_answers(Session& run, Executor& executor) {
  run.report.command = own_command();
  for (std::size_t s = 0; s < run.options.subjects.subjects.size(); ++s) {
    run.report.commands.push_back(command_of(run.options, s));
    run.report.looks.push_back(look_of(run.options, s));
  }
  const auto findings = std::make_shared<Findings>(run.options.passes_shown);
  run.report.findings = run.findings = findings;
  if (!run.options.save_answers.empty()) run.saver = std::make_shared<AnswerSaver>(run.options.save_answers);
  on_judged_answer(executor, [&run, findings](const std::string& subject, const JudgedAnswer& judged) {
    findings->look_at(subject, judged);
    run.wrong.look_at(subject, judged.from, judged.question, judged.right, judged.answer, judged.verdict);
    if (run.saver) run.saver->look_at(judged);
  });
}

/// Seconds of each test in an earlier run; one each without such a run.
std::vector<double> expected_seconds(const std::vector<std::string>& names,
                                     const std::optional<Results>& before) {
  constexpr double least = 1e-4;  // for the work around a test
  std::vector<double> seconds = seconds_of_tests(names, before.value_or(Results()));
  for (double& each : seconds)
    each = std::max(each, least);
  return seconds;
}

/// True for a failure of this process, not of the run that --resume continues.
bool is_new_failure(const Session& run, const Record& record) {
  return record.ran && !is_expected(record.verdict.outcome) && !run.store.earlier.contains(record.name);
}

/// Judges these records, in this order, up to the last failure that --max-failures allows, and records the
/// remaining ones.
void run_tests(Session& run, Executor& executor, const std::vector<std::size_t>& tests) {
  const Suite& suite = run.suite;
  const auto names = mapped<std::string>(tests, [&](const std::size_t i) { return suite.records()[i].name; });
  TestCounter counter(suite, expected_seconds(names, run.before), run.options.verbosity);
  std::optional<UnfinishedResults> results;
  if (!run.options.out.empty()) results.emplace(suite, run.report, run.options.out);
  if (run.options.workers > 1) executor.run_ahead(tests, run.options.workers);
  std::size_t failures = 0;
  for (auto test = tests.begin(); test != tests.end(); ++test) {
    const Record& record = suite.records()[*test];
    counter.on_start(record);
    executor.run(*test);
    counter.on_end(record);
    if (results) results->on_end();
    failures += is_new_failure(run, record) ? 1 : 0;
    if (run.options.max_failures == 0 || failures < run.options.max_failures) continue;
    executor.stop();
    break;
  }
  // An interruption also leaves tests.
  std::ranges::copy_if(tests, std::back_inserter(run.report.not_run),
                       [&suite](std::size_t i) { return !suite.records()[i].ran; });
}

/// Finds common causes of the verdicts and further facts about the subjects.
void look_back(Session& run, Executor& executor) {
  if (run.cache != nullptr) run.cache->settle();
  executor.verify_cached(run.options.cache.verify);
  for (std::size_t s = 0; s < run.suite.subjects().size(); ++s)
    run.report.throughput.push_back(interrupted() ? std::nullopt : measure_throughput(run.suite, s));
  for (std::size_t s = 0; s < run.suite.subjects().size(); ++s)
    run.report.diagnoses.push_back(diagnose_and_name(run.suite, s, [&] {
      return interrupted() ? diagnose(run.suite, s, run.wrong.of(run.suite.subjects()[s]->name()))
                           : diagnose(executor, s);
    }));
  run.findings->regroup(run.suite);
  if (run.gate != nullptr) look_for_leftovers(*run.gate, run.suite, run.options.cases.is_whole(), run.report);
  run.report.seconds = std::chrono::duration<double>(Clock::now() - run.start).count();
}

/// Without a device, the run has no pictures; the verdicts stay the same.
void draw_failures(const Suite& suite, const RunOptions& options, RunReport& report) {
  if (options.pictures == 0 || interrupted()) return;
  auto files = write_failure_pictures(options.out, page_content(suite, report), options.pictures);
  if (files)
    report.pictures = std::move(*files);
  else
    say(stderr, "warning: no pictures: {}\n", bindpose::to_string(files.error()));
}

/// Prints the summary. Names the report's folder if the report exists.
void tell(const Suite& suite, const RunReport& report, const RunOptions& options, bool is_written,
          bool are_all_written) {
  fmt::print("{}", summary(suite, report,
                           {.in_colours = wants_colours(stdout),
                            .columns = terminal_columns(stdout),
                            .is_verbose = options.verbosity == Verbosity::verbose,
                            .folder = is_written ? options.out : "",
                            .are_files_written = are_all_written}));
  if (!options.out.empty() && is_written && (interrupted() || !report.not_run.empty()))
    fmt::print("no failures.csv: {}\n", interrupted()
                                            ? "the run was interrupted"
                                            : "the run has stopped early; --resume runs the other tests");
  std::fflush(stdout);  // an error message follows
}

/// Writes the reports and the summary; returns the exit code. If a file cannot be written, the summary ends without a
/// verdict, and the error follows it.
Expected<int> write_all(Session& run, const GtestOptions& gtest) {
  const RunOptions& options = run.options;
  draw_failures(run.suite, options, run.report);
  const auto written =
      options.out.empty() ? Expected<void>() : write_reports(options.out, run.suite, run.report);
  const auto gtest_written = write_gtest_output(gtest, run.suite, run.report);
  const auto saved = run.saver == nullptr ? Expected<void>() : run.saver->result();
  const bool are_all_written = written && gtest_written && saved;
  const int code = exit_code(run.suite, run.report);
  if (options.verbosity != Verbosity::quiet || code != 0)
    tell(run.suite, run.report, options, written.has_value(), are_all_written);
  if (const auto kept = run.store.journal ? run.store.journal->result() : Expected<void>(); !kept)
    say(stderr, "warning: --resume would run the tests again: {}\n", bindpose::to_string(kept.error()));
  BINDPOSE_CHECK(written);
  BINDPOSE_CHECK(gtest_written);
  BINDPOSE_CHECK(saved);
  BINDPOSE_CHECK(update_baseline(run.suite, options.gate, code, options.verbosity == Verbosity::quiet));
  return code;
}

/// The options of GoogleTest among the words that the verb does not know itself. Errors: those of read_gtest_options(), and
/// ARGUMENT for anything else.
Expected<GtestOptions> gtest_options(const CLI::App& verb) {
  const std::vector<std::string> words = verb.remaining();
  for (const std::string& word : words)
    if (!word.starts_with("--gtest_"))
      return fail("ARGUMENT", word, "is not known; see --help" + suggestion(verb, word));
  return read_gtest_options(words);
}

Expected<void> check_options(const RunOptions& options) {
  BINDPOSE_CHECK(check_subjects(options.subjects));
  if (options.resume && options.out.empty())
    return fail("ARGUMENT", "--resume", "needs --out, the folder of the run to continue");
  if (options.last_failed && options.last_failed->empty() && (options.out.empty() || options.resume))
    return fail("ARGUMENT", "--last-failed",
                options.resume ? "needs the folder of the earlier run: --out has the run to continue"
                               : "needs the folder of the earlier run, or --out");
  if (options.pictures > 0 && options.out.empty())
    return fail("ARGUMENT", "--pictures", "needs --out, the folder for them");
  BINDPOSE_CHECK(check_cases(options.cases));
  return check_cache_options(options);
}

/// Warns of globs of whole names that match no test.
void warn_of_idle_tests(std::vector<std::string> globs, const Suite& suite) {
  std::erase_if(globs, [](const std::string& glob) { return glob.find('/') == glob.npos; });
  if (globs.empty()) return;
  const auto names = mapped<std::string>(suite.records(), &Record::name);
  warn_of_idle_globs("--filter", globs, names);
}

/// True if --filter excludes every case, so no subject is needed. False with a list of tests or an
/// invalid file, which give results without a case.
bool is_nothing_chosen(const Session& run, const GtestOptions& gtest) {
  const bool has_results =
      std::ranges::any_of(run.report.assets, [](const AssetReport& asset) { return !asset.error.empty(); });
  return run.suite.case_count() == 0 && !run.options.cases.globs.empty() && !run.options.cases.list &&
         !has_results && !gtest.only_lists;
}

/// Shuffles the cases, so that their order does not depend on their cost and the pace so far predicts the
/// remaining time. Tests of one case stay together, since they share the right output.
std::vector<std::size_t> in_even_order(const Suite& suite, std::vector<std::size_t> tests) {
  std::map<const Case*, std::string> places;
  for (const std::size_t i : tests) {
    const Case* const from = suite.records()[i].from;
    if (std::string& place = places[from]; place.empty()) place = fnv1a64(from->name);
  }
  std::ranges::stable_sort(tests, {}, [&](std::size_t i) { return places.at(suite.records()[i].from); });
  return tests;
}

/// Names in a list that are not tests of this run. For --caselist they are missing tests; for --last-failed
/// the others run.
void look_for_unknown(Session& run) {
  const CaseChoice& cases = run.options.cases;
  if (!cases.list) return;
  std::set<std::string> left_out;
  if (cases.smoke || !cases.globs.empty())
    for (const Case& each : built_in_cases())
      left_out.insert(each.name);
  std::vector<std::string> unknown = cases.list->unknown(run.suite, left_out);
  if (cases.list_file.empty()) {
    if (!unknown.empty())
      say(stderr, "warning: --last-failed: this run does not have {} of them: {}{}\n", unknown.size(),
          one_line(unknown.front()), unknown.size() > 1 ? ", ..." : "");
    return;
  }
  for (const std::string& name : unknown)
    say(stderr, "warning: --caselist has '{}', an unknown test or case: missing\n", one_line(name));
  run.report.missing = std::move(unknown);
}

/// Plans the run, up to the tests of this shard. Removes an earlier run's files from the folder. Returns an
/// exit code if there is nothing to run.
Expected<std::optional<int>> plan(Session& run, const GtestOptions& gtest, EarlierRun& earlier,
                                  std::vector<std::size_t>& tests) {
  const RunOptions& options = run.options;
  BINDPOSE_CHECK(apply_shard_options(options.gate));
  BINDPOSE_TRY(run.gate, install_gate(run.suite, options.gate));
  if (options.cases.list_file == must_pass_name) require_support(run.suite, *options.cases.list);
  print_notes_on_globs(options.cases.globs);
  if (run.gate != nullptr) print_notes(run.gate->notes());
  BINDPOSE_TRY(const auto costs, earlier_costs(options.gate));
  run.before = costs;
  if (!costs && !options.out.empty() && !gtest.only_lists)
    if (auto results = read_results(options.out)) run.before = *std::move(results);
  // Every file that --out may share with an earlier run has been read.
  if (!options.out.empty() && !gtest.only_lists)
    BINDPOSE_CHECK(remove_earlier_run(options.out, !options.resume));
  earlier.is_gone = true;
  BINDPOSE_CHECK(add_cases(run.suite, options.cases, run.report.assets));
  BINDPOSE_CHECK(accept_deviations(run.suite, options.subjects.accept));
  if (is_nothing_chosen(run, gtest)) {
    fmt::print(stderr, "NOTHING RAN: --filter chooses no case.\n");
    return 3;
  }
  BINDPOSE_TRY(run.cache, open_cache(options.cache));
  catch_interrupts();  // an open subject has temporary files
  if (!add_subjects(run.suite, run.store, options.subjects, run.cache.get())) return 2;
  BINDPOSE_TRY(const bool is_asked_for, has_devices(run.suite, options.subjects));
  if (!is_asked_for) return 3;
  run.suite.make_records();
  warn_of_idle_tests(options.cases.globs, run.suite);
  BINDPOSE_TRY(const auto dealt, dealt_tests(run.suite, costs));
  if (gtest.only_lists) {
    fmt::print("{}", listed_tests(run.suite, gtest));
    return 0;
  }
  look_for_unknown(run);
  tests = in_even_order(run.suite, chosen_tests(run.suite, gtest, dealt));
  if (tests.size() > many_tests && options.verbosity != Verbosity::quiet && !options.cases.smoke)
    print_notes(
        {fmt::format("{} tests; --smoke runs the few that detect every registered defect", tests.size())});
  BINDPOSE_CHECK(connect_journal(run));
  return std::nullopt;
}

}  // namespace

void add_verbosity(CLI::App& verb, RunOptions& options) {
  const auto sets = [&options](Verbosity verbosity) {
    return [&options, verbosity](std::int64_t) { options.verbosity = verbosity; };
  };
  CLI::Option* const quiet = verb.add_flag_function("-q,--quiet", sets(Verbosity::quiet),
                                                    "Print nothing when every result is as expected");
  verb.add_flag_function("-v,--verbose", sets(Verbosity::verbose), "Print each test's verdict, as it ends")
      ->excludes(quiet);
}

Expected<int> run_suite(RunOptions options, const CLI::App& verb) {
  BINDPOSE_TRY(GtestOptions gtest, gtest_options(verb));
  BINDPOSE_CHECK(check_options(options));
  BINDPOSE_CHECK(prepare_baseline_update(options.gate, options.out));
  EarlierRun earlier(options.out);
  // --last-failed needs the run in --out until this one begins.
  earlier.is_gone = gtest.only_lists || (options.last_failed && options.last_failed->empty());
  if (!options.cases.list_file.empty()) {
    BINDPOSE_TRY(options.cases.list, TestList::read(options.cases.list_file));
  }
  std::optional<FolderLock> lock;
  if (!options.out.empty()) {
    BINDPOSE_TRY(auto taken, FolderLock::take(options.out));
    lock.emplace(std::move(taken));
    BINDPOSE_CHECK(prepare_folder(options.out));
  }
  if (options.subjects.subjects.empty()) options.subjects.subjects = {"reference-float", "gpu"};
  if (options.last_failed) {
    BINDPOSE_TRY(const auto nothing_failed, choose_last_failed(options));
    if (nothing_failed) {
      earlier.is_gone = true;  // the folder's run stays the last one
      return *nothing_failed;
    }
  }
  gtest.list = options.cases.list;
  Session run{options};
  std::vector<std::size_t> tests;
  BINDPOSE_TRY(const auto nothing_to_run, plan(run, gtest, earlier, tests));
  if (nothing_to_run) return *nothing_to_run;
  Executor executor(run.suite, run.store, options.times);
  keep_answers(run, executor);
  run_tests(run, executor, tests);
  look_back(run, executor);
  return write_all(run, gtest);
}

}  // namespace bindpose::conformance
