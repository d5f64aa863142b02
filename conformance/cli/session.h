// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a run of the suite from the command line, as `test` and `judge` start it.
#pragma once

#include <CLI/CLI.hpp>

#include "conformance/cli/case_choice.h"
#include "conformance/cli/options.h"
#include "conformance/cli/subject_choice.h"

namespace bindpose::conformance {

/// How much is printed during the run and at the end.
enum class Verbosity {
  quiet,  ///< nothing, if all results are as expected
  usual,
  verbose  ///< also the verdict of each test
};

struct RunOptions {
  SubjectChoice subjects;
  CaseChoice cases;
  unsigned workers = 1;
  std::size_t times = 1;         ///< how often each input runs
  std::size_t max_failures = 0;  ///< stops the run after this many failing tests; 0: never
  bool resume = false;
  std::optional<std::string> last_failed;  ///< only tests that failed in this folder; empty: in `out`
  std::string out;
  std::size_t passes_shown = 0;  ///< how many passing tests have a mesh in report.html
  std::size_t pictures = 0;      ///< how many groups of failures have a picture in --out
  std::string save_answers;      ///< folder for wrong outputs as files; empty: not written
  Verbosity verbosity = Verbosity::usual;
  CacheOptions cache;
  GateOptions gate;
};

/// --quiet and --verbose.
void add_verbosity(CLI::App& verb, RunOptions& options);

/// The command line of this process, for a shell.
std::string own_command();

/// Judges, reports, and returns the exit code. GoogleTest's options are among the words that the verb does
/// not know itself. Errors: those that prevent the run.
Expected<int> run_suite(RunOptions options, const CLI::App& verb);

}  // namespace bindpose::conformance
