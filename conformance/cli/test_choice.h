// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a single test from the command line, for verbs that look at its answer.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "conformance/report/judged_answer.h"
#include "conformance/subjects/open.h"

namespace bindpose::conformance {

struct OneTest {
  std::string test;  ///< "<case>/<subject>/<variant>" as reports name it, or "<case>": its first variant
  std::string subject = "gpu";  ///< as of `test`
  std::vector<std::string> assets, accept;
  Sandbox sandbox;
};

/// TEST and the options of the subject.
void add_one_test(CLI::App& app, OneTest& options);

/// Facts about a judged test.
struct LookAtTest {
  const Subject& subject;
  const Options& variant;      ///< in which the subject was asked
  const JudgedAnswer& judged;  ///< with an empty answer if there is none
  bool is_answered = true;
};

/// What becomes of a test whose subject crashed, hung, gave up, did not start or broke the protocol.
enum class WithoutAnswer { is_error, shown };

/// Asks it, judges the answer and shows it. Errors: TEST_UNKNOWN; NOT_ASKED where the subject is not asked this case, or not in this
/// variant; NO_ANSWER with what became of it, if there is no answer to look at and that is an error, or the subject could not be asked; those of opening the subject; what `look` returns.
Expected<Verdict> judge_one(const OneTest& options,
                            const std::function<Expected<void>(const LookAtTest&)>& look,
                            WithoutAnswer without = WithoutAnswer::is_error);

}  // namespace bindpose::conformance
