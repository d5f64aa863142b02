// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/cases/cases.h"
#include "conformance/cli/commands.h"
#include "conformance/cli/help.h"
#include "conformance/cli/session.h"
#include "conformance/gate/deqp.h"
#include "conformance/gate/must_pass.h"
#include "reference/io/below.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

/// Further cases besides the built-in ones, and how to run them.
void add_case_options(CLI::App& test, CaseChoice& cases) {
  test.option_defaults()->group("Cases");
  test.add_option(
      "--case", cases.own_cases,
      "A file, or a folder of files, of cases of your own (conformance/cases/own/case.schema.json): "
      "'*.mine.*'");
  test.add_flag_callback(
      "--every-key", [&cases] { cases.moments.keys = Keys::all; },
      "Judge assets at every key of every clip and between any two, not only at a few moments");
  test.add_option(
          "--moments", cases.moments.most,
          "Judge assets at this many moments of every clip: keys and moments between keys, the largest "
          "motion first; the report counts the others")
      ->check(CLI::PositiveNumber);
  test.add_option("--budget", cases.moments.seconds,
                  "Like --moments, with as many moments as the judge usually handles in this many seconds "
                  "per asset, without the subject's time")
      ->check(CLI::PositiveNumber);
  test.add_option("--fresh", cases.fresh, "This many generated cases for every case, with new numbers")
      ->check(CLI::Range(std::size_t{0}, std::size_t{1000}));
  test.add_option("--fresh-numbers", cases.fresh_numbers,
                  "Enough generated cases to compare this many numbers for every algorithm")
      ->check(CLI::Range(std::size_t{0}, std::size_t{100000000}));
  test.add_option("--seed", cases.seed, "The seed text of generated cases");
  test.add_flag(
      "--metamorphic", cases.metamorphic,
      "Compare two outputs of the subject, not one with the reference: for the input, and for the same input "
      "moved, mirrored, reordered ...; names of tests end in the relation: '*.split-influence'");
  test.add_flag("--properties", cases.properties,
                "Judge binding methods in place of all cases, on built-in characters and skins of --asset: "
                "weights are judged by their properties, not number by number");
  test.option_defaults()->group("Options");
}

void add_run_options(CLI::App& test, RunOptions& options) {
  test.option_defaults()->group("Runs and reports");
  test.add_option(
      "--name", options.subjects.names,
      "A name for the subject in results, baselines and waivers, in place of its path or command; the "
      "second --name is the second subject's");
  test.add_option(
      "--require-device", options.subjects.device,
      "Device that every gpu, vulkan, opencl, cuda, webgl and webgpu subject must have: 'hardware', "
      "'renderer=*NVIDIA*', 'api>=4.3', separated by commas; another device ends the run with exit code 3");
  test.add_option("--max-failures", options.max_failures,
                  "Stops after this many failing tests; waived, expected and flaky ones do not count, and "
                  "--resume counts from 0")
      ->check(CLI::Range(std::size_t{1}, std::size_t{100000000}));
  CLI::Option* const last_failed =
      test.add_option_function<std::string>(
              "--last-failed", [&options](const std::string& folder) { options.last_failed = folder; },
              "Runs only the tests that failed in the results of this folder, or that did not run because "
              "the run ended early; "
              "default: --out. If there are none, nothing runs: exit code 3")
          ->expected(0, 1);
  last_failed->excludes(test.get_option("--caselist"));
  test.add_flag("--resume", options.resume,
                "Continues a run in --out that was interrupted or killed, or that --max-failures stopped");
  test.add_option("--times", options.times,
                  "Runs every test this many times, and names tests whose outputs differ in any bit")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1000}));
  test.add_option("--show-passes", options.passes_shown,
                  "Also show the meshes of this many passing tests in report.html, which always has those of "
                  "failures")
      ->check(CLI::Range(std::size_t{0}, std::size_t{100}));
  test.add_option("--pictures", options.pictures,
                  "Write PNGs of this many groups of failures to --out/pictures, the worst first; junit.xml "
                  "attaches them")
      ->check(CLI::Range(std::size_t{0}, std::size_t{200}));
  test.add_option("--save-answers", options.save_answers,
                  "Folder for each wrong output as .safetensors, with its input and the expected output, and "
                  "as .glb coloured by its error");
  test.option_defaults()->group("Options");
}

}  // namespace

void add_test_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* test = app.add_subcommand("test", "Judge subjects on the built-in cases and on named assets");
  test->add_option("--subject", options->subjects.subjects,
                   "What to judge: gpu, lib:engine.so, 'cmd:python3 subject.py', web:page.html ...; "
                   "'bindpose help subjects' lists all. Default: reference-float and gpu");
  test->add_option("--filter", options->cases.globs,
                   "Only cases, or whole names of tests, that match one of these globs");
  test->add_option("--caselist", options->cases.list_file,
                   "Only the tests and cases that this file names, one per line; mustpass: those that every "
                   "device must pass. Unknown names fail");
  test->add_flag("--smoke", options->cases.smoke,
                 "Run only the few built-in cases that together detect every registered defect");
  test->add_option("--asset", options->cases.assets, "A .gltf or .glb file to judge with");
  test->add_option(
      "--accept", options->subjects.accept,
      "A precision class, or POLICY=VALUE, that is also right; 'bindpose explain' explains both");
  test->add_option("--baseline", options->gate.baseline,
                   "Known failures: a results.csv or failures.csv of an earlier run");
  test->add_option(
      "--out", options->out,
      "Folder for report.html, results.json, junit.xml, results.csv, failures.csv, report.sarif, "
      "summary.md");
  test->add_option("-j", options->workers, "Cases judged in parallel, each worker with subjects of its own")
      ->check(CLI::Range(1U, 256U));
  add_verbosity(*test, *options);
  add_help_all(*test);
  add_case_options(*test, options->cases);
  add_run_options(*test, *options);
  add_sandbox_options(*test, options->subjects.sandbox);
  add_cache_options(*test, options->cache);
  add_gate_options(*test, options->gate);
  test->allow_extras();
  test->footer(
      "Of GoogleTest's options --gtest_filter, --gtest_list_tests and --gtest_output work, and the "
      "variables "
      "GTEST_TOTAL_SHARDS, GTEST_SHARD_INDEX and GTEST_SHARD_STATUS_FILE. Lines have the width of COLUMNS or "
      "of the terminal; in a pipe, 80 columns.\n"
      "Exit code: 0 all as expected, 1 failures or an invalid asset, 2 the judge's own error, 3 nothing "
      "ran.\n"
      "Example: bindpose test --subject 'cmd:python3 subject.py' \\\n"
      "           --filter '*.linear_blend.*' -j 2 --out results");
  test->callback([options, test, &exit_code] { exit_code = done(run_suite(*options, *test)); });
}

namespace {

constexpr const char* list_file = "bindpose-cases.txt";

struct DeqpOptions {
  std::string subject = "gpu";
  std::string cases, list, list_path, fraction, waivers, seed;
  std::string log = "TestResults.qpa";
  std::string mode = "execute";
  std::vector<std::string> accept;
};

Expected<DeqpSelection> selection_of(const DeqpOptions& options) {
  DeqpSelection selection;
  for (std::size_t begin = 0; begin < options.cases.size();) {  // patterns are separated by commas
    const std::size_t end = std::min(options.cases.find(',', begin), options.cases.size());
    selection.patterns.push_back(options.cases.substr(begin, end - begin));
    begin = end + 1;
  }
  // A trie is allowed in place of patterns.
  const bool trie = !options.cases.empty() && options.cases.front() == '{';
  if (trie) selection.patterns.clear();
  if (!options.list_path.empty() && options.list_path != must_pass_name) {
    BINDPOSE_TRY(const auto text, read_text(options.list_path, limits::case_list.most));
    BINDPOSE_TRY(selection.names, parse_case_list(text, options.list_path));
  } else if (trie || !options.list.empty()) {
    BINDPOSE_TRY(selection.names, trie ? parse_case_trie(options.cases, "--deqp-case")
                                       : parse_case_list(options.list, "--deqp-caselist"));
  }
  if (!options.fraction.empty()) BINDPOSE_CHECK(parse_case_fraction(options.fraction, selection));
  return selection;
}

Expected<int> list_cases(const std::vector<std::string>& dotted, const std::vector<std::size_t>& chosen,
                         bool to_file) {
  std::string text;
  for (const std::size_t i : chosen)
    text += (to_file ? "" : "TEST: ") + dotted[i] + "\n";
  if (!to_file) {
    fmt::print("{}", text);
    return 0;
  }
  BINDPOSE_CHECK(write_file(list_file, text));
  fmt::print("Writing test cases from 'bindpose' to file '{}'..\n", list_file);
  return 0;
}

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

Expected<int> execute(Suite& suite, const std::vector<std::size_t>& chosen, const DeqpOptions& options) {
  const std::filesystem::path path = options.log;
  BINDPOSE_TRY(const Descriptor opened, open_in_place(path.parent_path(), path.filename(), 0));
  struct stat status {};
  if (::fstat(opened.get(), &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink > 1)
    return fail("FILE_WRITE", options.log, "is also another file (a hard link): expected a name of its own");
  if (::ftruncate(opened.get(), 0) != 0 && errno != EINVAL)
    return fail("FILE_WRITE", options.log, std::strerror(errno));
  const File log(::fdopen(::dup(opened.get()), "wb"), &std::fclose);
  if (log == nullptr) return fail("FILE_WRITE", options.log, std::strerror(errno));
  say(stdout, "Writing test log into {}\n", one_line(options.log));
  Executor executor(suite);
  const Subject& subject = *suite.subjects().front();
  DeqpLog deqp(stdout, log.get(), subject.name(), subject.info());
  for (const std::size_t i : chosen) {
    if (interrupted()) break;
    const std::string name = deqp_name(suite.records()[i].name);
    deqp.begin(name);
    deqp.end(name, executor.run(i));
  }
  deqp.finish();
  if (std::fflush(log.get()) != 0 || std::ferror(log.get()) != 0)
    return fail("FILE_WRITE", options.log, "the log is incomplete: expected more space on the disk");
  return exit_code(suite);
}

/// The tests that the list selects, as dEQP writes them.
std::vector<std::string> names_of(const TestList& list, const Suite& suite) {
  std::vector<std::string> names;
  for (const Record& record : suite.records())
    if (list.takes(suite, record)) names.push_back(deqp_name(record.name));
  return names;
}

Expected<int> run_deqp(const DeqpOptions& options, const CLI::App& deqp) {
  for (const std::string& word : deqp.remaining()) {
    if (!word.starts_with("--deqp-"))
      return fail("ARGUMENT", word, "is not known; see 'bindpose deqp --help'" + suggestion(deqp, word));
    say(stderr, "bindpose: {} is not used here\n", one_line(word));
  }
  BINDPOSE_TRY(auto selection, selection_of(options));
  BINDPOSE_TRY(const auto spec, parse_subject(options.subject));
  BINDPOSE_TRY(const auto gate, Gate::open({{}, {}, {}, options.waivers}, today()));
  print_notes_on_globs(selection.patterns);
  if (selection.names) print_notes_on_globs(*selection.names);
  print_notes(gate->notes());
  catch_interrupts();  // an open subject has temporary files
  BINDPOSE_TRY(auto subject, open_any(spec));
  warn_of_declaration(*subject);
  Suite suite;
  suite.add_cases(built_in_cases());
  suite.add_subject(std::move(subject));
  BINDPOSE_CHECK(accept_deviations(suite, options.accept));
  if (!options.waivers.empty()) suite.set_hooks(hooks_of(gate, suite));
  suite.make_records();
  std::vector<std::string> dotted, unknown;
  for (const Record& record : suite.records())
    dotted.push_back(deqp_name(record.name));
  warn_of_idle_globs("--deqp-case", selection.patterns, dotted);
  if (options.list_path == must_pass_name) {
    BINDPOSE_TRY(const auto list, TestList::read(must_pass_name));
    selection.names = names_of(list, suite);
    unknown = list.unknown(suite);
    require_support(suite, list);
  }
  BINDPOSE_TRY(const auto chosen, select_cases(dotted, selection, unknown));
  for (const std::string& name : unknown)
    say(stderr, "bindpose: no case is called '{}'\n", one_line(name));
  if (options.mode != "execute") return list_cases(dotted, chosen, options.mode == "txt-caselist");
  BINDPOSE_TRY(const int code, execute(suite, chosen, options));
  return code == 0 && !unknown.empty() ? 1 : code;  // an unknown name counts as a failure
}

}  // namespace

std::vector<std::string> deqp_run_modes() {
  return {"execute", "txt-caselist", "stdout-caselist"};
}

void add_deqp_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<DeqpOptions>();
  CLI::App* deqp =
      app.add_subcommand("deqp", "Judge one subject like a dEQP module, for deqp-runner and similar tools");
  deqp->add_option("--subject", options->subject, "As in 'bindpose test'; default: gpu");
  deqp->add_option("--accept", options->accept,
                   "Also accept a precision class, or POLICY=VALUE, as in 'bindpose test'");
  deqp->add_option("--deqp-case,-n", options->cases, "Globs separated by commas, or a trie {A{b,c}}");
  deqp->add_option("--deqp-caselist", options->list, "A trie, or one name per line");
  deqp->add_option("--deqp-caselist-file", options->list_path,
                   "A file with these; mustpass: the list of this version");
  deqp->add_option("--deqp-fraction", options->fraction, "I,N: every Nth case from the I-th on, from 0");
  deqp->add_option("--deqp-log-filename", options->log, "Default: TestResults.qpa");
  deqp->add_option("--deqp-waiver-file", options->waivers, "Failures accepted for a while: XML or JSON");
  deqp->add_option("--deqp-base-seed", options->seed, "Accepted: the cases are the same with any seed");
  deqp->add_option("--deqp-runmode", options->mode, "execute; txt-caselist writes bindpose-cases.txt")
      ->check(CLI::IsMember(deqp_run_modes()));
  deqp->allow_extras();
  deqp->footer(
      "Other --deqp- options (surfaces, caches ...) are accepted and named on stderr. Exit codes as in "
      "'bindpose test'.\n"
      "Example: deqp-runner run --deqp bindpose --caselist bindpose-cases.txt \\\n"
      "           --output out -- deqp --subject gpu:surfaceless");
  deqp->callback([options, deqp, &exit_code] { exit_code = done(run_deqp(*options, *deqp)); });
}

}  // namespace bindpose::conformance
