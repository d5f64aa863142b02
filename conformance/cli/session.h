// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a run of the suite from the command line, as `test` and `judge` start it.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/cli/cache_options.h"
#include "conformance/cli/gate_options.h"
#include "conformance/cli/gtest_options.h"
#include "conformance/report/report.h"
#include "conformance/subjects/open.h"

namespace bindpose::conformance {

/// How much is said on the way and at the end.
enum class Telling {
  quiet,  ///< nothing, if all is as it should be
  usual,
  verbose  ///< what became of each test, too
};

struct RunOptions {
  std::vector<std::string> subjects;
  Telling telling = Telling::usual;
  std::vector<std::string> subject_names;  ///< of the first of them, in their order
  std::vector<std::string> globs;
  std::vector<std::string> names;  ///< cases by name, in place of all of them
  std::vector<Case> cases;         ///< in place of the built-in ones and of those of assets
  bool smoke = false;              ///< of the built-in cases only the few that see every registered mistake
  bool properties = false;         ///< characters bound anew, in place of all cases
  bool metamorphic = false;        ///< each case under the relations that hold for it, in place of the case
  std::vector<std::string> assets;
  bool every_key = false;              ///< of their clips
  std::vector<std::string> own_cases;  ///< files, or folders of files, of somebody's own cases
  std::string out;
  std::size_t passes_shown = 0;  ///< of how many tests that pass report.html has the mesh, too
  std::size_t pictures = 0;      ///< of how many groups of failures --out has a picture
  unsigned lanes = 1;
  std::string save_answers;  ///< folder for wrong answers as files; empty: they are not kept
  bool resume = false;
  std::string seed;                 ///< of the fresh cases
  std::size_t times = 1;            ///< how often each question is asked
  std::size_t fresh = 0;            ///< fresh cases made of every case
  std::size_t fresh_numbers = 0;    ///< as many as give so many numbers of every algorithm
  std::string device;               ///< what every gpu subject has to be, as require_device() reads it
  std::vector<std::string> accept;  ///< classes of precision and policies, as add_term() reads them
  Sandbox sandbox;
  CacheOptions cache;
  GateOptions gate;
};

/// --quiet and --verbose.
void add_telling(CLI::App& verb, RunOptions& options);

/// The cases of assets whose names are wanted. Says on stderr and in its report what is wrong with a file that is not valid, or that
/// gives too many cases: false.
bool load_assets(const std::vector<std::string>& files, std::vector<Case>& cases,
                 std::vector<AssetReport>& reports, Keys keys = Keys::some,
                 const CaseFilter& wanted = any_case);

/// What a command line accepts of every subject, as add_term() reads it.
Expected<void> accept_terms(Suite& suite, const std::vector<std::string>& accept);

/// The options of GoogleTest among the words that the verb does not know itself. Errors: those of read_gtest_options(), and ARGUMENT for
/// anything else.
Expected<GtestOptions> gtest_options(const CLI::App& verb);

/// Judges, reports, and returns the exit code. Errors: what keeps it from running.
Expected<int> run_suite(RunOptions options, const GtestOptions& gtest);

}  // namespace bindpose::conformance
