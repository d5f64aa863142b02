// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/session.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "conformance/cases/asset/binding_cases.h"
#include "conformance/cases/cases.h"
#include "conformance/cases/fresh/fresh.h"
#include "conformance/cases/metamorphic/metamorphic.h"
#include "conformance/cases/own/own_cases.h"
#include "conformance/cli/again.h"
#include "conformance/cli/commands.h"
#include "conformance/cli/help.h"
#include "conformance/report/picture.h"
#include "conformance/report/run_page.h"
#include "conformance/report/saved_answers.h"
#include "conformance/report/styled_text.h"
#include "conformance/run/folder_lock.h"
#include "conformance/run/journal.h"
#include "conformance/run/plan.h"
#include "conformance/run/wrong_answers.h"
#include "conformance/subjects/device_requirement.h"
#include "conformance/subjects/foreign_subject.h"
#include "conformance/subjects/self_test.h"
#include "reference/gltf/load.h"
#include "reference/io/progress_line.h"
#include "reference/io/safetensors.h"
#include "reference/model/error.h"
#include "reference/model/try.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

constexpr auto report_period =
    std::chrono::seconds(2);  // at least; what is written takes a 20th of the time at most

/// Shows how far the run is, and with --verbose what became of each test.
class TestCounter {
 public:
  TestCounter(std::size_t tests, Telling telling) : tests_(tests), telling_(telling) {}

  void on_start(const Record& record) {
    ++done_;
    if (telling_ == Telling::quiet) return;
    const std::string failures = failed_ == 0 ? "" : fmt::format("{} failed, ", failed_);
    line_.show(done_, tests_, failures + record.name);
  }
  void on_end(const Record& record) {
    const Outcome outcome = record.verdict.outcome;
    const bool is_failure = !is_expected(outcome);
    failed_ += is_failure ? 1 : 0;
    if (telling_ != Telling::verbose) return;
    line_.clear();
    const bool is_skipped = outcome == Outcome::not_supported || outcome == Outcome::skipped;
    fmt::print("{:<8} {}\n", is_failure ? "FAIL" : is_skipped ? "skipped" : "pass", record.name);
    std::fflush(stdout);
  }

 private:
  ProgressLine line_;
  std::size_t tests_;
  Telling telling_;
  std::size_t done_ = 0, failed_ = 0;
};

/// In place of a subject that crashes, hangs or breaks the protocol when it is opened: its tests fail with the error.
std::unique_ptr<Subject> told_as_broken(const SubjectSpec& spec, const Error& error) {
  if (is_device(spec))
    fmt::print(stderr,
               "warning: '{}' crashes or hangs when it is opened: each of its tests fails with the reason\n",
               shown_text(one_line(name_of(spec))));
  else
    fmt::print(stderr, "'{}' does not start; 'bindpose subject check' says what is wrong with the plug.\n",
               shown_text(one_line(to_string(spec))));
  return broken_subject(spec, error);
}

/// A subject, and what opens one more of it for another lane.
struct Opened {
  std::unique_ptr<Subject> subject;
  OpenSubject another;
  bool keeps_verdicts = true;  ///< false for one that is broken or fails its self-test
};

Opened opened_as_broken(const SubjectSpec& spec, const Error& error) {
  return {told_as_broken(spec, error), [spec, error] { return broken_subject(spec, error); }, false};
}

/// Warns of a device that fails its self-test. One more of a device that passes it has to pass it, too.
Opened opened(const SubjectSpec& spec, const Sandbox& sandbox, std::unique_ptr<Subject> subject) {
  const auto first = self_test_error(subject->info());
  if (first)
    fmt::print(stderr, "warning: '{}' fails its self-test: {}\nwarning: its tests are judged all the same\n",
               shown_text(one_line(subject->name())), shown_text(one_line(bindpose::to_string(*first))));
  const auto another = [spec, sandbox,
                        is_faulty = first.has_value()]() -> Expected<std::unique_ptr<Subject>> {
    BINDPOSE_TRY(auto more, open_any(spec, sandbox));
    if (const auto error = self_test_error(more->info()); error && !is_faulty) return tl::unexpected(*error);
    return more;
  };
  return {std::move(subject), another, !first};
}

/// Opens a subject, in a process of its own unless it is reference-float or software, and tells where it runs. Errors: those
/// of open_any() that are not the subject's own fault.
Expected<Opened> open_to_judge(const SubjectSpec& spec, const Sandbox& sandbox) {
  auto subject = open_any(spec, sandbox);
  if (!subject && (is_foreign(spec) || is_device(spec)) && is_own_fault(subject.error()))
    return opened_as_broken(spec, subject.error());
  if (!subject) return tl::unexpected(subject.error());
  if (is_foreign(spec))
    fmt::print(stderr, "{} runs in: {}\n", shown_text(one_line((*subject)->name())),
               shown_text(one_line((*subject)->info()["isolation"])));
  if (const std::string note = is_foreign(spec) ? (*subject)->info()["folder"] : ""; !note.empty())
    fmt::print(stderr, "note: {}\n", shown_text(one_line(note)));
  return opened(spec, sandbox, std::move(*subject));
}

/// Adds the subjects. False, after a message, if one cannot be opened.
bool add_subjects(Suite& suite, const RunOptions& options, VerdictCache* cache) {
  for (std::size_t s = 0; s < options.subjects.size(); ++s) {
    const std::string& name = options.subjects[s];
    auto spec = parse_subject(name);
    if (spec && s < options.subject_names.size()) spec->name = options.subject_names[s];
    std::shared_ptr<KeptVerdicts> kept;
    if (cache != nullptr && spec && !is_device(*spec)) kept = cache->of(*spec, options.sandbox);
    auto subject = spec ? open_to_judge(*spec, options.sandbox) : tl::unexpected(spec.error());
    if (!subject) {
      say(stderr, "bindpose: cannot judge '{}': {}\n", one_line(name), bindpose::to_string(subject.error()));
      if (spec && is_device(*spec) && subject.error().code != "DEVICE_SYNTAX")
        fmt::print(stderr, "'bindpose doctor' says what is missing here.\n");
      return false;
    }
    warn_of_declaration(*subject->subject);
    if (cache != nullptr && is_device(*spec))
      kept = cache->of(*spec, options.sandbox, subject->subject->info());
    if (kept != nullptr && subject->keeps_verdicts) suite.keep_verdicts(s, std::move(kept));
    suite.add_subject(std::move(subject->subject), std::move(subject->another));
  }
  return true;
}

/// Verdicts are kept, answers are not. Error ARGUMENT for what is made of answers, or asks again and again.
Expected<void> check_cache_options(const RunOptions& options) {
  const std::pair<const char*, bool> others[] = {{"--save-answers", !options.save_answers.empty()},
                                                 {"--show-passes", options.passes_shown > 0},
                                                 {"--pictures", options.pictures > 0},
                                                 {"--times", options.times > 1}};
  for (const auto& [option, is_given] : others)
    if (is_given && !options.cache.folder.empty())
      return fail("ARGUMENT", option,
                  "needs answers, and with --cache a subject is not asked where a verdict is there");
  return {};
}

/// Whether the devices are those that the run is about; says what was found instead.
Expected<bool> has_devices(const Suite& suite, const RunOptions& options) {
  bool any = options.device.empty();
  for (std::size_t s = 0; s < suite.subjects().size() && !options.device.empty(); ++s) {
    const auto spec = parse_subject(options.subjects[s]);  // its name may be another
    if (!spec || !is_device(*spec)) continue;
    const auto& subject = suite.subjects()[s];
    any = true;
    const auto as_asked = require_device(options.device, subject->info());
    if (as_asked) continue;
    if (as_asked.error().code != "DEVICE_OTHER") return tl::unexpected(as_asked.error());
    say(stderr, "bindpose: '{}' is not the device asked for: {}\n", shown_text(one_line(subject->name())),
        bindpose::to_string(as_asked.error()));
    return false;
  }
  if (!any)
    fmt::print(stderr,
               "bindpose: --require-device, and no subject of this run is a gpu, vulkan, opencl, cuda, webgl "
               "or webgpu\n");
  return any;
}

/// A name for case names that no other asset of the run has.
std::string unique_label(const std::filesystem::path& path, std::map<std::string, int>& used) {
  const std::string word = case_word(path.stem().string());
  const int before = used[word]++;
  return before == 0 ? word : fmt::format("{}-{}", word, before + 1);
}

/// What the gate's files say of tests that are not there: missing where the whole suite is there to be judged.
void look_for_leftovers(const Gate& gate, Suite& suite, bool whole, RunReport& report) {
  for (const auto& [record, verdict] : gate.stale_waivers(suite, whole))
    suite.set_verdict(record, verdict);
  if (gate.baseline_is_of_others(suite))
    fmt::print(
        stderr,
        "warning: every failure in the baseline is of a subject that this run has not; a subject's name is "
        "its path or command unless --name gives it one\n");
  const std::vector<std::string> lost = gate.lost(suite);
  if (whole) report.missing = lost;
  for (const std::string& name : whole ? std::vector<std::string>() : lost)
    say(stderr, "warning: the baseline knows '{}', which is not among the tests chosen\n", name);
  for (const std::string& place : gate.idle_waivers(suite))
    say(stderr, "warning: waiver {} covers no test of this run\n", place);
}

/// Writes the unfinished results.json from the first moment of a run on. All other files are written at the end: a run
/// that is killed leaves none that could be taken for its verdict.
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

/// What makes a run the same run: its tests, its subjects and this program.
std::string run_fingerprint(const Suite& suite, const RunOptions& options) {
  std::string text = fmt::format("{} {} {}", BINDPOSE_VERSION, plan_of(suite).names_fnv1a64, options.seed);
  if (options.times > 1) text += fmt::format("\ntimes {}", options.times);
  for (const std::string& each : options.accept)
    text += "\naccept " + each;
  for (const auto& subject : suite.subjects())
    for (const auto& [key, value] : subject->info())
      if (!key.starts_with(self_test_key)) text += fmt::format("\n{} {}={}", subject->name(), key, value);
  return fnv1a64(text);
}

/// What --filter and names choose; everything if there are none.
CaseFilter filter_of(const RunOptions& options) {
  if (!options.names.empty())
    return [names = std::set(options.names.begin(), options.names.end())](const std::string& name) {
      return names.contains(name);
    };
  return [globs = NameGlobs(options.globs)](const std::string& name) { return globs.choose(name); };
}

/// Cases by name or glob, and fresh cases made of them; smoke leaves out built-in cases only, none of a file that was named.
std::vector<Case> choose_cases(const RunOptions& options, std::vector<Case> assets) {
  std::vector<Case> chosen = options.cases.empty() ? built_in_cases() : options.cases;
  std::erase_if(chosen, [&options](const Case& c) { return options.smoke && !c.smoke; });
  std::move(assets.begin(), assets.end(), std::back_inserter(chosen));
  const CaseFilter is_chosen = filter_of(options);
  std::erase_if(chosen, [&is_chosen](const Case& c) { return !is_chosen(c.name); });
  std::map<const Algorithm*, std::size_t> numbers;
  for (const Case& c : chosen)
    if (options.fresh_numbers > 0 && c.level != Level::asset) numbers[c.algorithm] += decided_numbers(c);
  const std::size_t count = chosen.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (chosen[i].level == Level::asset) continue;
    const std::size_t known = numbers[chosen[i].algorithm];
    const std::size_t rounds = known == 0 ? 0 : (options.fresh_numbers + known - 1) / known;
    const auto base = std::make_shared<const Case>(chosen[i]);
    for (std::size_t f = 0; f < std::max(options.fresh, rounds); ++f)
      chosen.push_back(fresh_case_on_demand(base, options.seed, f));
  }
  return chosen;
}

/// The cases under the relations that hold for them, as far as these names are chosen.
std::vector<MetamorphicCase> choose_metamorphic_cases(const RunOptions& options,
                                                      const std::vector<Case>& assets) {
  std::vector<Case> bases = built_in_cases();
  std::erase_if(bases, [&options](const Case& c) { return options.smoke && !c.smoke; });
  bases.insert(bases.end(), assets.begin(), assets.end());
  std::vector<MetamorphicCase> chosen;
  const auto is_chosen = [globs = NameGlobs(options.globs)](const std::string& name) {
    return globs.choose(name);
  };
  for (const Case& base : bases)
    if (auto cases = metamorphic_cases(base, is_chosen))
      std::move(cases->begin(), cases->end(), std::back_inserter(chosen));
  return chosen;
}

/// What `each` makes of every file that is valid, an Expected<void>; says of the others, and of those that `each` refuses, on
/// stderr and in their reports what is wrong: false.
template <class Each>
bool load_each(const std::vector<std::string>& files, std::vector<AssetReport>& reports, Each each) {
  std::map<std::string, int> labels;
  bool all_valid = true;
  for (const std::string& path : files) {
    auto loaded = gltf::load(path);
    if (!loaded) {
      const std::string error = gltf::to_string(loaded.error());
      fmt::print(stderr, "{}\n", shown_text(error));
      reports.push_back({path, unique_label(path, labels), 0, {}, {}, error});
      all_valid = false;
      continue;
    }
    const auto asset = std::make_shared<const gltf::Asset>(std::move(*loaded));
    AssetReport entry{path, unique_label(path, labels), 0, asset->warnings, {}};
    if (const Expected<void> made = each(asset, entry); !made) {
      entry.error = bindpose::to_string(made.error());
      fmt::print(stderr, "{}\n", shown_text(entry.error));
      all_valid = false;
    }
    reports.push_back(std::move(entry));
  }
  return all_valid;
}

/// Of the skins of files cases of who binds them.
bool load_assets_to_bind(const std::vector<std::string>& files, std::vector<BindingCase>& cases,
                         std::vector<AssetReport>& reports) {
  return load_each(
      files, reports,
      [&](const std::shared_ptr<const gltf::Asset>& asset, AssetReport& entry) -> Expected<void> {
        std::vector<BindingCase> more = binding_cases_of(asset, entry.label, entry.notes);
        entry.cases = more.size();
        std::move(more.begin(), more.end(), std::back_inserter(cases));
        return {};
      });
}

/// Built-in characters and skins of assets, by each method. Errors: the figure's.
Expected<void> add_binding_cases(Suite& suite, const RunOptions& options, RunReport& report) {
  BINDPOSE_TRY(std::vector<BindingCase> cases, built_in_binding_cases());
  load_assets_to_bind(options.assets, cases, report.assets);
  const NameGlobs globs(options.globs);
  std::erase_if(cases, [&globs](const BindingCase& each) { return !globs.choose(each.c.name); });
  std::vector<std::string> names;
  std::ranges::transform(cases, std::back_inserter(names),
                         [](const BindingCase& each) { return each.c.name; });
  suite.add_cases(std::move(cases));
  warn_of_idle_globs("--filter", options.globs, names);
  return {};
}

/// Checks that there is a case for each name of an export. Error QUESTION_UNKNOWN. Cases of files depend on the files.
Expected<void> require_known(const std::vector<std::string>& asked, const std::vector<std::string>& names) {
  const std::set<std::string_view> known(names.begin(), names.end());
  for (const std::string& name : asked)
    if (!name.starts_with("asset.") && !known.contains(name))
      return fail("QUESTION_UNKNOWN", printable(name),
                  "this version has no such case; export the questions again with this version");
  return {};
}

/// Adds what is chosen; warns of globs that choose nothing. Errors: those of require_known().
Expected<void> add_chosen_cases(Suite& suite, const RunOptions& options, std::vector<Case> assets) {
  std::vector<std::string> names;
  if (options.metamorphic) {
    auto cases = choose_metamorphic_cases(options, assets);
    std::ranges::transform(cases, std::back_inserter(names),
                           [](const MetamorphicCase& each) { return each.c.name; });
    suite.add_cases(std::move(cases));
  } else {
    auto cases = choose_cases(options, std::move(assets));
    std::ranges::transform(cases, std::back_inserter(names), &Case::name);
    suite.add_cases(std::move(cases), {});
  }
  warn_of_idle_globs("--filter", options.globs, names);
  return require_known(options.names, names);
}

/// The journal of a run whose folder is there. Where it cannot be written - the disk is full - the run goes on without: null.
Expected<std::shared_ptr<Journal>> begun_journal(const Suite& suite, const RunOptions& options) {
  auto opened = Journal::open(std::filesystem::path(options.out) / "journal.jsonl",
                              run_fingerprint(suite, options), options.resume);
  // The suite keeps it: after an interruption its lanes still end what they are at.
  if (opened) return std::shared_ptr<Journal>(std::move(*opened));
  if (opened.error().code != "FILE_WRITE") return tl::unexpected(opened.error());
  say(stderr, "warning: the run goes on without its journal, and --resume would ask again: {}\n",
      bindpose::to_string(opened.error()));
  return nullptr;
}

/// The journal of the run, which the suite tells of its verdicts; null if nothing is kept.
Expected<std::shared_ptr<const Journal>> connect_journal(Suite& suite, const RunOptions& options) {
  if (options.out.empty()) return nullptr;
  BINDPOSE_TRY(const auto journal, begun_journal(suite, options));
  if (journal == nullptr) return nullptr;
  suite.resume(journal->known());
  suite.on_verdict(
      [journal](const Record& record, const Verdict& verdict) { journal->add(record.name, verdict); });
  return journal;
}

/// Judges these records, in this order.
void run_tests(Suite& suite, const std::vector<std::size_t>& tests, const RunOptions& options,
               const RunReport& report) {
  TestCounter counter(suite.records().size(), options.telling);
  std::optional<UnfinishedResults> results;
  if (!options.out.empty()) results.emplace(suite, report, options.out);
  if (options.lanes > 1) suite.run_ahead(tests, options.lanes);
  for (const std::size_t i : tests) {
    counter.on_start(suite.records()[i]);
    suite.run(i);
    counter.on_end(suite.records()[i]);
    if (results) results->on_end();
  }
}

/// What asks a subject again as this run does, up to the filter.
std::string command_of(const RunOptions& options, std::size_t s) {
  // Each page adds its test's asset.
  const std::string name = s < options.subject_names.size() ? options.subject_names[s] : "";
  std::string command =
      asking_command({options.subjects[s], name, {}, options.accept, options.sandbox, options.times});
  if (options.fresh > 0) command += fmt::format(" --fresh {}", options.fresh);
  if (options.fresh_numbers > 0) command += fmt::format(" --fresh-numbers {}", options.fresh_numbers);
  if (!options.seed.empty()) command += " --seed " + shell_word(options.seed);
  if (options.metamorphic) command += " --metamorphic";
  if (options.properties) command += " --properties";
  if (options.every_key) command += " --every-key";
  for (const std::string& each : options.own_cases)
    command += " --case " + shell_word(each);
  return command;
}

/// What is kept of the answers of a run, besides the findings of its report.
struct KeptAnswers {
  std::shared_ptr<const AnswerSaver> saver;   ///< null without --save-answers
  std::shared_ptr<const WrongAnswers> wrong;  ///< for the diagnosis of an interrupted run
};

/// Keeps what report.html and the summary need besides the verdicts.
KeptAnswers keep_answers(Suite& suite, const RunOptions& options, RunReport& report) {
  for (std::size_t s = 0; s < options.subjects.size(); ++s)
    report.commands.push_back(command_of(options, s));
  const auto findings = std::make_shared<Findings>(options.passes_shown);
  const auto saver =
      options.save_answers.empty() ? nullptr : std::make_shared<AnswerSaver>(options.save_answers);
  const auto wrong = std::make_shared<WrongAnswers>();
  report.findings = findings;
  on_judged_answer(suite, [findings, saver, wrong](const std::string& subject, const JudgedAnswer& judged) {
    findings->look_at(subject, judged);
    wrong->look_at(subject, judged.from, judged.question, judged.right, judged.answer, judged.verdict);
    if (saver) saver->look_at(judged);
  });
  return {saver, wrong};
}

/// Without a device to draw on there are none, and the verdicts are what they are.
void draw_failures(const Suite& suite, const RunOptions& options, RunReport& report) {
  if (options.pictures == 0 || interrupted()) return;
  auto files = write_failure_pictures(options.out, page_content(suite, report), options.pictures);
  if (files)
    report.pictures = std::move(*files);
  else
    say(stderr, "warning: no pictures: {}\n", bindpose::to_string(files.error()));
}

/// What became of the run, and where it lies if all of it could be written.
void tell(const Suite& suite, const RunReport& report, const RunOptions& options, bool is_written) {
  fmt::print("{}", summary(suite, report, wants_colours(stdout)));
  if (!options.out.empty() && is_written)
    fmt::print("results in {}: report.html results.json junit.xml results.csv report.sarif summary.md {}\n",
               shown_text(one_line(options.out)),
               interrupted() ? "(no failures.csv: the run was interrupted)" : "failures.csv");
  std::fflush(stdout);  // an error comes behind it
}

/// The tests of a run, and what GoogleTest's options ask for.
struct TestChoice {
  GtestOptions gtest;
  std::vector<std::size_t> tests;
};

/// Runs, measures and writes; the exit code. What cannot be written is told behind the summary.
Expected<int> run_chosen(Suite& suite, const RunOptions& options, const Gate* gate, VerdictCache* cache,
                         const WrongAnswers& wrong, RunReport report, const TestChoice& choice,
                         std::chrono::steady_clock::time_point start) {
  BINDPOSE_TRY(const auto journal, connect_journal(suite, options));
  run_tests(suite, choice.tests, options, report);
  if (cache != nullptr) cache->settle();
  verify_found(suite, options.cache.verify);
  for (std::size_t s = 0; s < suite.subjects().size(); ++s)
    report.throughput.push_back(interrupted() ? std::nullopt : suite.measure(s));
  for (std::size_t s = 0; s < suite.subjects().size(); ++s)
    report.diagnoses.push_back(interrupted() ? diagnose(suite, s, wrong.of(suite.subjects()[s]->name()))
                                             : diagnose(suite, s));
  if (gate != nullptr)
    look_for_leftovers(*gate, suite,
                       options.globs.empty() && options.names.empty() && !options.smoke &&
                           !options.metamorphic && !options.properties,
                       report);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  draw_failures(suite, options, report);
  const auto written = options.out.empty() ? Expected<void>() : write_reports(options.out, suite, report);
  const int code = exit_code(suite, report);
  if (options.telling != Telling::quiet || code != 0) tell(suite, report, options, written.has_value());
  if (const auto kept = journal ? journal->result() : Expected<void>(); !kept)
    say(stderr, "warning: --resume would ask again: {}\n", bindpose::to_string(kept.error()));
  BINDPOSE_CHECK(written);
  BINDPOSE_CHECK(write_gtest_output(choice.gtest, suite, report));
  return code;
}

}  // namespace

bool load_assets(const std::vector<std::string>& files, std::vector<Case>& cases,
                 std::vector<AssetReport>& reports, Keys keys, const CaseFilter& wanted) {
  return load_each(
      files, reports,
      [&](const std::shared_ptr<const gltf::Asset>& asset, AssetReport& entry) -> Expected<void> {
        const auto counted = [&](const std::string& name) {
          ++entry.cases;
          return wanted(name);
        };
        BINDPOSE_TRY(std::vector<Case> chosen, asset_cases(asset, entry.label, keys, counted));
        for (Case& c : chosen) {
          for (const std::string& note : c.notes)
            add_note(entry.notes, note);
          cases.push_back(std::move(c));
        }
        return {};
      });
}

Expected<void> accept_terms(Suite& suite, const std::vector<std::string>& accept) {
  BINDPOSE_TRY(Terms terms, terms_of(accept));
  suite.accept(std::move(terms));
  return {};
}

void add_telling(CLI::App& verb, RunOptions& options) {
  const auto sets = [&options](Telling telling) {
    return [&options, telling](std::int64_t) { options.telling = telling; };
  };
  CLI::Option* const quiet = verb.add_flag_function(
      "-q,--quiet", sets(Telling::quiet), "Nothing is said of a run in which all is as it should be");
  verb.add_flag_function("-v,--verbose", sets(Telling::verbose), "What became of each test, as it ends")
      ->excludes(quiet);
}

Expected<GtestOptions> gtest_options(const CLI::App& verb) {
  const std::vector<std::string> words = verb.remaining();
  for (const std::string& word : words)
    if (!word.starts_with("--gtest_"))
      return fail("ARGUMENT", word, "is not known; see --help" + suggestion(verb, word));
  return read_gtest_options(words);
}

namespace {

/// has_begun: set once the files of an earlier run are gone.
Expected<int> run_in_folder(RunOptions options, const GtestOptions& gtest, bool& has_begun) {
  if (options.subject_names.size() > options.subjects.size())
    return fail("ARGUMENT", options.subject_names.back(), "there are more names than subjects");
  if (std::set<std::string> different(options.subject_names.begin(), options.subject_names.end());
      different.size() < options.subject_names.size())
    return fail("ARGUMENT", "--name", "two subjects have the same name");
  if (options.resume && options.out.empty())
    return fail("ARGUMENT", "--resume", "needs --out, the folder of the run to take up");
  if (options.pictures > 0 && options.out.empty())
    return fail("ARGUMENT", "--pictures", "needs --out, the folder that they are put into");
  if (options.metamorphic && (options.fresh > 0 || options.fresh_numbers > 0))
    return fail("ARGUMENT", "--metamorphic", "is of the built-in cases and of assets, not of fresh cases");
  if (options.properties &&
      (options.fresh > 0 || options.fresh_numbers > 0 || options.metamorphic || options.smoke))
    return fail("ARGUMENT", "--properties", "is of characters that are bound, and of no other cases");
  BINDPOSE_CHECK(check_cache_options(options));
  std::optional<FolderLock> lock;
  if (!options.out.empty()) {
    BINDPOSE_TRY(auto taken, FolderLock::take(options.out));
    lock.emplace(std::move(taken));
    BINDPOSE_CHECK(prepare_folder(options.out));
  }
  if (options.subjects.empty()) options.subjects = {"reference-float", "gpu"};
  BINDPOSE_CHECK(apply_shard_options(options.gate));
  const auto start = std::chrono::steady_clock::now();
  Suite suite;
  BINDPOSE_TRY(const auto gate, install_gate(suite, options.gate));
  print_notes_on_globs(options.globs);
  if (gate != nullptr) print_notes(gate->notes());
  BINDPOSE_TRY(const auto costs, earlier_costs(options.gate));
  // Every file that --out may share with an earlier run has been read.
  if (!options.out.empty() && !gtest.only_lists)
    BINDPOSE_CHECK(remove_earlier_run(options.out, !options.resume));
  has_begun = true;
  RunReport report;
  // An invalid asset costs its own cases only; the exit code tells of it.
  if (options.properties) {
    BINDPOSE_CHECK(add_binding_cases(suite, options, report));
  } else {
    std::vector<Case> assets;
    // A relation's cases have names of their own, of which the filter chooses.
    const CaseFilter wanted = options.metamorphic ? any_case : filter_of(options);
    load_assets(options.assets, assets, report.assets, options.every_key ? Keys::all : Keys::some, wanted);
    BINDPOSE_TRY(auto own, read_own_cases({options.own_cases.begin(), options.own_cases.end()}));
    std::ranges::move(own, std::back_inserter(assets));
    BINDPOSE_CHECK(add_chosen_cases(suite, options, std::move(assets)));
  }
  BINDPOSE_CHECK(accept_terms(suite, options.accept));
  suite.ask_times(options.times);
  BINDPOSE_TRY(const auto cache, open_cache(options.cache));
  catch_interrupts();  // an open subject has temporary files
  if (!add_subjects(suite, options, cache.get())) return 2;
  BINDPOSE_TRY(const bool is_asked_for, has_devices(suite, options));
  if (!is_asked_for) return 3;
  const KeptAnswers answers = keep_answers(suite, options, report);
  suite.make_records();
  BINDPOSE_TRY(const auto dealt, dealt_tests(suite, costs));
  if (gtest.only_lists) {
    fmt::print("{}", listed_tests(suite, gtest));
    return 0;
  }
  const TestChoice choice{gtest, chosen_tests(suite, gtest, dealt)};
  BINDPOSE_TRY(const int code, run_chosen(suite, options, gate.get(), cache.get(), *answers.wrong,
                                          std::move(report), choice, start));
  if (answers.saver != nullptr) BINDPOSE_CHECK(answers.saver->result());
  return code;
}

}  // namespace

Expected<int> run_suite(RunOptions options, const GtestOptions& gtest) {
  const std::string out = options.out;
  bool has_begun = gtest.only_lists;
  auto code = run_in_folder(std::move(options), gtest, has_begun);
  if (!code && !has_begun) discard_earlier_run(out);
  return code;
}

}  // namespace bindpose::conformance
