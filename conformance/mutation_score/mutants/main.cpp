// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: bindpose-mutants. Every build tests mutants of shaders. A build with switchable changes of
// kernels (BINDPOSE_MUTANTS) also tests mutants of kernels.
#include <algorithm>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "conformance/mutation_score/mutants/mutants.h"
#include "reference/io/progress_line.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace {

using namespace bindpose::conformance;

constexpr double least_score = 0.98;

struct MutantOptions {
  std::string table, triage, keep;
  std::vector<std::string> files;
  unsigned processes = std::max(1U, std::thread::hardware_concurrency());
  std::size_t rows = 10'000, seconds = 60;
};

bindpose::Expected<int> run(const MutantOptions& options) {
  BINDPOSE_TRY(MutantTable table, read_mutants(options.table));
  BINDPOSE_TRY(const Triage triage, read_triage(options.triage));
  if (!options.files.empty())
    std::erase_if(table.mutants, [&options](const Mutant& m) {
      return std::ranges::none_of(
          options.files, [&m](const std::string& part) { return m.file.find(part) != std::string::npos; });
    });
  bindpose::ProgressLine line;
  const auto show = [&](std::size_t done) { line.show(done, table.mutants.size()); };
  BINDPOSE_CHECK(decide_fates(table, {options.processes, options.rows, options.seconds, show}));
  line.clear();
  fmt::print("{}", mutants_text(table, triage));
  if (!options.keep.empty()) BINDPOSE_CHECK(bindpose::write_file(options.keep, mutants_json(table, triage)));
  return mutant_score(table, triage) < least_score ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Tests every mutant of kernels or shaders with every built-in case, and lists the detected ones.",
      "bindpose-mutants");
  MutantOptions options;
  app.add_option("TABLE", options.table, "List of changes, written by mutate.py or mutate_glsl.py")
      ->required();
  app.add_option("TRIAGE", options.triage, "Reasons for mutants that may survive")->required();
  app.add_option("--file", options.files, "Test only files whose path contains this text");
  app.add_option("--rows", options.rows,
                 "Rows of fresh inputs for each mutant that has not changed an output")
      ->capture_default_str();
  app.add_option(
         "--seconds", options.seconds,
         "Limit on the processor time for these rows: all mutants of a kernel, or one mutant of a shader")
      ->capture_default_str();
  app.add_option("--keep", options.keep, "Write the score of each file to this path");
  app.add_option("-j,--processes", options.processes, "Number of mutants to test in parallel")
      ->check(CLI::Range(1U, 1024U));
  app.footer(
      "Exit codes: 0 at least 98 % of the mutants that are not equivalent are killed, 1 fewer, 2 error.");
  CLI11_PARSE(app, argc, argv);
  const auto code = run(options);
  if (!code) fmt::print(stderr, "bindpose-mutants: {}\n", bindpose::to_string(code.error()));
  return code ? *code : 2;
}
