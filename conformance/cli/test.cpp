// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "conformance/assets/asset_cases.h"
#include "conformance/cli/commands.h"
#include "conformance/cli/gate_options.h"
#include "conformance/report/report.h"
#include "conformance/subjects/worker.h"
#include "reference/gltf/load.h"

namespace bindpose::conformance {
namespace {

struct TestOptions {
  std::vector<std::string> subjects;
  std::vector<std::string> globs;
  std::vector<std::string> assets;
  std::string out;
  GateOptions gate;
};

/// A counter on a terminal, nothing in a pipe; failures as they come.
class Progress : public testing::EmptyTestEventListener {
 public:
  explicit Progress(std::size_t tests) : tests_(tests), terminal_(::isatty(STDERR_FILENO) == 1) {}

  void OnTestStart(const testing::TestInfo& test) override {
    ++done_;
    if (terminal_)
      fmt::print(stderr, "\r\x1b[K[{}/{}] {}.{}", done_, tests_, test.test_suite_name(), test.name());
  }
  void OnTestProgramEnd(const testing::UnitTest&) override {
    if (terminal_) fmt::print(stderr, "\r\x1b[K");
  }

 private:
  std::size_t tests_;
  std::size_t done_ = 0;
  bool terminal_;
};

/// Adds the subjects; a GL device gets a process of its own. False, after saying why, where one cannot be
/// opened.
bool add_subjects(Suite& suite, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const auto spec = parse_subject(name);
    auto subject = !spec                             ? tl::unexpected(spec.error())
                   : spec->kind == "reference-float" ? open_subject(*spec)
                                                     : start_worker(*spec);
    if (!subject) {
      fmt::print(stderr, "bindpose: cannot judge '{}': {}\n'bindpose doctor' says what is missing here.\n",
                 name, bindpose::to_string(subject.error()));
      return false;
    }
    suite.add_subject(std::move(*subject));
  }
  return true;
}

/// A name for case names that no other asset of the run has.
std::string unique_label(const std::filesystem::path& path, std::map<std::string, int>& used) {
  const std::string word = case_word(path.stem().string());
  const int before = used[word]++;
  return before == 0 ? word : fmt::format("{}-{}", word, before + 1);
}

/// Adds the cases of every asset. False, after saying why, where a file is not valid.
bool add_assets(Suite& suite, RunReport& report, const TestOptions& options) {
  std::map<std::string, int> labels;
  bool all_valid = true;
  for (const std::string& path : options.assets) {
    auto loaded = gltf::load(path);
    if (!loaded) {
      fmt::print(stderr, "{}\n", gltf::to_string(loaded.error()));
      all_valid = false;
      continue;
    }
    const auto asset = std::make_shared<const gltf::Asset>(std::move(*loaded));
    AssetReport entry{path, unique_label(path, labels), 0, asset->warnings, {}};
    const std::size_t before = suite.case_count();
    const std::vector<Case> cases = asset_cases(asset, entry.label);
    suite.add_cases(cases, options.globs);
    for (const Case& c : cases)
      for (const std::string& note : c.notes)
        if (std::find(entry.notes.begin(), entry.notes.end(), note) == entry.notes.end())
          entry.notes.push_back(note);
    entry.cases = suite.case_count() - before;
    report.assets.push_back(std::move(entry));
  }
  return all_valid;
}

/// GoogleTest with its own flags.
void start_googletest(const std::vector<std::string>& flags) {
  std::vector<std::string> words = {"bindpose"};
  words.insert(words.end(), flags.begin(), flags.end());
  std::vector<char*> arguments;
  for (std::string& word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int count = static_cast<int>(words.size());
  testing::InitGoogleTest(&count, arguments.data());
}

/// What the gate's files say of tests that are not there: missing where the whole suite is there to be judged.
void look_for_leftovers(const Gate& gate, const Suite& suite, bool whole, RunReport& report) {
  const std::vector<std::string> lost = gate.lost(suite);
  if (whole) report.missing = lost;
  for (const std::string& name : whole ? std::vector<std::string>() : lost)
    fmt::print(stderr, "warning: the baseline knows '{}', which is not among the tests chosen\n", name);
  for (const std::string& place : gate.idle_waivers(suite))
    fmt::print(stderr, "warning: waiver {} covers no test of this run\n", place);
}

int run_tests(TestOptions options, const std::vector<std::string>& googletest_flags) {
  for (const std::string& flag : googletest_flags)
    if (flag.rfind("--gtest_", 0) != 0) {
      fmt::print(stderr, "bindpose: unknown argument '{}'; see 'bindpose test --help'\n", flag);
      return 2;
    }
  if (!options.out.empty())
    if (auto ok = prepare_folder(options.out); !ok) {
      fmt::print(stderr, "bindpose: {}\n", bindpose::to_string(ok.error()));
      return 2;
    }
  if (options.subjects.empty()) options.subjects = {"reference-float", "gpu"};
  if (auto ok = apply_shard_options(options.gate); !ok) {
    fmt::print(stderr, "bindpose: {}\n", bindpose::to_string(ok.error()));
    return 2;
  }
  const auto start = std::chrono::steady_clock::now();
  Suite suite;
  const auto gate = install_gate(suite, options.gate);
  if (!gate) {
    fmt::print(stderr, "bindpose: {}\n", bindpose::to_string(gate.error()));
    return 2;
  }
  RunReport report;
  suite.add_cases(built_in_cases(), options.globs);
  if (!add_assets(suite, report, options)) return 1;
  if (!add_subjects(suite, options.subjects)) return 2;
  start_googletest(googletest_flags);
  suite.register_tests();
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  if (!testing::GTEST_FLAG(list_tests)) {
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new Progress(suite.records().size()));
  }
  catch_interrupts();
  // What GoogleTest makes of it is in the records, which tell a failure from a mistake of the judge.
  [[maybe_unused]] const int ignored = RUN_ALL_TESTS();
  if (testing::GTEST_FLAG(list_tests)) return 0;
  for (std::size_t s = 0; s < suite.subjects().size(); ++s)
    report.throughput.push_back(interrupted() ? std::nullopt : suite.measure(s));
  if (*gate != nullptr) look_for_leftovers(**gate, suite, options.globs.empty(), report);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!options.out.empty())
    if (auto ok = write_reports(options.out, suite, report); !ok) {
      fmt::print(stderr, "bindpose: {}\n", bindpose::to_string(ok.error()));
      return 2;
    }
  fmt::print("{}", summary(suite, report));
  if (!options.out.empty())
    fmt::print("results in {}: results.json junit.xml results.csv failures.csv\n", options.out);
  return exit_code(suite, report);
}

}  // namespace

void add_test_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<TestOptions>();
  CLI::App* test = app.add_subcommand("test", "Judge subjects on the built-in cases and on named assets");
  test->add_option(
      "--subject", options->subjects,
      "reference-float, gpu (the best device), gpu:surfaceless, gpu:device:N, gpu:osmesa, gpu:angle; "
      "'gpu?palette=ssbo&formulation=unrolled' chooses a variant, '?variants=all' takes every one, "
      "'?api=gles' OpenGL ES. Default: reference-float and gpu");
  test->add_option("--filter", options->globs, "Only cases whose names match one of these globs");
  test->add_option("--asset", options->assets, "A .gltf or .glb file to judge with");
  test->add_option("--out", options->out, "Folder for results.json, junit.xml, results.csv, failures.csv");
  add_gate_options(*test, options->gate);
  test->allow_extras();
  test->footer(
      "GoogleTest's flags and environment variables work as usual (--gtest_filter, GTEST_TOTAL_SHARDS ...).\n"
      "Exit code: 0 all as expected, 1 failures or an invalid asset, 2 the judge's own error, 3 nothing "
      "ran.\n"
      "Example: bindpose test --subject gpu:surfaceless --asset hero.glb --out results");
  test->callback([options, test, &exit_code] { exit_code = run_tests(*options, test->remaining()); });
}

}  // namespace bindpose::conformance
