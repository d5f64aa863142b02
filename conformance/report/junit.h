// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: results as JUnit XML, the file that CI systems show: of a run, and of a submission's grading.
//
// testsuites > testsuite (with properties) > testcase. Passes without words are empty test cases.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "conformance/judge/verdict.h"
#include "conformance/report/alike.h"

namespace bindpose::conformance {

struct JunitCase {
  std::string classname, name;
  double seconds = 0;
  JunitElement element = JunitElement::none;
  std::string type;     ///< of a failure, an error or a flake
  std::string message;  ///< of those, and of what is skipped
  std::string text;     ///< of those; of a pass: what is in <system-out>
  std::vector<std::pair<std::string, std::string>> properties;
  std::string attachment = {};  ///< a file that GitLab shows with it, as <system-out> names it; empty: none
};

struct JunitSuite {
  std::string name;
  std::map<std::string, std::string> properties;
  std::vector<JunitCase> cases;
};

struct JunitRun {
  std::vector<JunitSuite> suites;
  double seconds = 0;     ///< wall time
  std::string timestamp;  ///< of its start, ISO 8601 in UTC without a zone; empty: none is written
  std::string name = "bindpose";
};

/// What no XML may hold is omitted from the text, never an error; marks that turn the direction of writing, or hide, are written out.
std::string junit_xml(const JunitRun& run);

/// One test of a run, named "<case>/<subject>/<variant>": its classname is "skinning.linear_blend.<subject>", its
/// name the rest. A failure's type is its outcome; crash, timeout and internal-error are <error> with type Crash,
/// Timeout, InternalError; a missing test is also an <error>; what is waived, skipped, not supported or fails as
/// expected is <skipped>; a flake is a passing test with <flakyFailure>.
JunitCase junit_case(const std::string& name, const Verdict& verdict, const std::vector<std::string>& notes);

/// Tests that are not there, as a suite of their own.
void add_missing(JunitRun& run, const std::vector<std::string>& names);
Verdict missing_verdict();

/// Files that are not judged are also errors, in a suite of their own: a reader that counts them must not see a run without any.
void add_invalid_assets(JunitRun& run, const InvalidAssets& assets);

/// "InvalidOutput"
std::string camel_case(std::string_view words);

}  // namespace bindpose::conformance
