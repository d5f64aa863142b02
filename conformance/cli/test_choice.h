// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a single test from the command line, for verbs that look at its output.
// Options and variables of GoogleTest that `test` and `judge` understand, for scripts that use them.
#pragma once

#include <CLI/CLI.hpp>

#include "conformance/cli/case_choice.h"

namespace bindpose::conformance {

struct OneTest {
  std::string test;  ///< "<case>/<subject>/<variant>" as reports name it, or "<case>": its first variant
  std::string subject = "gpu";  ///< the same as for `test`
  std::vector<std::string> assets, accept;
  Sandbox sandbox;
};

/// TEST and the options of the subject.
void add_one_test(CLI::App& app, OneTest& options);

/// Facts about a judged test.
struct LookAtTest {
  const Subject& subject;
  const Options& variant;      ///< the variant of the input
  const JudgedAnswer& judged;  ///< the output is empty if the subject gave none
  bool is_answered = true;
};

/// How to treat a test whose subject crashed, hung, gave up, did not start or broke the protocol.
enum class WithoutAnswer { is_error, shown };

/// Runs the test on the subject, judges the output and shows it. Errors: TEST_UNKNOWN; NOT_ASKED if the
/// subject does not run the case, or not in this variant; NO_ANSWER with the reason, if the output is missing
/// and that is an error, or the input could not run; errors of opening the subject, and of `look`.
Expected<Verdict> judge_one(const OneTest& options,
                            const std::function<Expected<void>(const LookAtTest&)>& look,
                            WithoutAnswer without = WithoutAnswer::is_error);

struct GtestOptions {
  std::string filter = "*";           ///< "A*:B*-C*"; from GTEST_FILTER or --gtest_filter
  std::string output;                 ///< "xml:FILE", "json:FILE"; from GTEST_OUTPUT or --gtest_output
  bool only_lists = false;            ///< --gtest_list_tests
  std::optional<TestList> list = {};  ///< selects tests in addition to the filter; empty: all
};

/// GoogleTest's printing options (--gtest_color, --gtest_brief, --gtest_print_time) have no effect.
/// Error ARGUMENT for an option that is not known, or an output in another format.
Expected<GtestOptions> read_gtest_options(const std::vector<std::string>& words);

/// The numbers of the records to run: those that match the filter and belong to the shard of
/// GTEST_TOTAL_SHARDS and GTEST_SHARD_INDEX. The order is GoogleTest's: grouped by algorithm, in the order
/// of each algorithm's first record. dealt: for each record, whether it belongs to this shard; empty: all do.
std::vector<std::size_t> chosen_tests(const Suite& suite, const GtestOptions& options,
                                      const std::vector<bool>& dealt);

/// The tests that the filter selects, as GoogleTest lists them: a line "skinning.linear_blend.",
/// then its tests, indented by two spaces.
std::string listed_tests(const Suite& suite, const GtestOptions& options);

/// Writes the file of --gtest_output: the run's JUnit XML, or its tests as JSON. Error FILE_WRITE.
Expected<void> write_gtest_output(const GtestOptions& options, const Suite& suite, const RunReport& run);

}  // namespace bindpose::conformance
