// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/commands.h"
#include "conformance/cli/help.h"
#include "conformance/cli/sandbox_options.h"
#include "conformance/cli/session.h"

namespace bindpose::conformance {

namespace {

/// Which cases there are besides the built-in ones, and what is done with them.
void add_case_options(CLI::App& test, CaseChoice& cases) {
  test.option_defaults()->group("Cases");
  test.add_option(
      "--case", cases.own_cases,
      "A file, or a folder of files, of cases of your own (conformance/cases/own/case.schema.json): "
      "'*.mine.*'");
  test.add_flag("--every-key", cases.every_key,
                "Assets at every key of every clip and between any two, not at a few spread over the clip");
  test.add_option("--fresh", cases.fresh, "So many generated cases for every case, with new numbers")
      ->check(CLI::Range(std::size_t{0}, std::size_t{1000}));
  test.add_option("--fresh-numbers", cases.fresh_numbers,
                  "Enough generated cases to compare so many numbers for every algorithm")
      ->check(CLI::Range(std::size_t{0}, std::size_t{100000000}));
  test.add_option("--seed", cases.seed, "The text from which the numbers of generated cases are made");
  test.add_flag(
      "--metamorphic", cases.metamorphic,
      "Compares two outputs of the subject with each other instead of with the reference: the input, "
      "and that input moved, mirrored, reordered ...; names end in the relation: '*.split-influence'");
  test.add_flag(
      "--properties", cases.properties,
      "Characters bound by each method that makes weights, in place of all cases: built-in ones and "
      "skins of --asset; weights are judged by what makes them right, not by each number");
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
      "What every gpu, vulkan, opencl, cuda, webgl and webgpu subject has to be: 'hardware', "
      "'renderer=*NVIDIA*', 'api>=4.3', with commas between; another one ends the run with exit code 3");
  test.add_flag("--resume", options.resume, "Continues a run that was interrupted or killed in --out");
  test.add_option("--times", options.times,
                  "Runs every test so many times; a test whose outputs are not the same to the bit is named")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1000}));
  test.add_option(
          "--show-passes", options.passes_shown,
          "In report.html also the meshes of so many tests that pass; it has those of failures anyway")
      ->check(CLI::Range(std::size_t{0}, std::size_t{100}));
  test.add_option("--pictures", options.pictures,
                  "In --out/pictures a PNG of each of so many groups of failures, the worst first; "
                  "junit.xml attaches them")
      ->check(CLI::Range(std::size_t{0}, std::size_t{200}));
  test.add_option(
      "--save-answers", options.save_answers,
      "Folder for each wrong output as .safetensors, with its input and what is expected, and as .glb "
      "coloured by its error");
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
  test->add_flag("--smoke", options->cases.smoke,
                 "Run only the few built-in cases that together detect every registered defect");
  test->add_option("--asset", options->cases.assets, "A .gltf or .glb file to judge with");
  test->add_option(
      "--accept", options->subjects.accept,
      "A class of precision, or POLICY=VALUE, that is also right; 'bindpose explain' explains both");
  test->add_option("--baseline", options->gate.baseline,
                   "Known failures: a results.csv or failures.csv of an earlier run");
  test->add_option(
      "--out", options->out,
      "Folder for report.html, results.json, junit.xml, results.csv, failures.csv, report.sarif, "
      "summary.md");
  test->add_option("-j", options->workers, "Cases judged in parallel, each worker with subjects of its own")
      ->check(CLI::Range(1U, 256U));
  add_telling(*test, *options);
  add_help_all(*test);
  add_case_options(*test, options->cases);
  add_run_options(*test, *options);
  add_sandbox_options(*test, options->subjects.sandbox);
  add_cache_options(*test, options->cache);
  add_gate_options(*test, options->gate);
  test->allow_extras();
  test->footer(
      "Of GoogleTest's options --gtest_filter, --gtest_list_tests and --gtest_output work, and the "
      "variables\n"
      "GTEST_TOTAL_SHARDS, GTEST_SHARD_INDEX and GTEST_SHARD_STATUS_FILE. Lines are as wide as COLUMNS or "
      "the "
      "terminal says; in a pipe 80 columns.\n"
      "Exit code: 0 all as expected, 1 failures or an invalid asset, 2 the judge's own error, 3 nothing "
      "ran.\n"
      "Example: bindpose test --subject 'cmd:python3 subject.py' \\\n"
      "           --filter '*.linear_blend.*' -j 2 --out results");
  test->callback([options, test, &exit_code] { exit_code = done(run_suite(*options, *test)); });
}

}  // namespace bindpose::conformance
