// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: results of a run and of a submission's grading as JUnit XML for CI systems: testsuites > testsuite (with
// properties) > testcase. Passes without text are empty test cases. Also: results of a run as SARIF 2.1.0 for code
// scanning, and the part that reports of submissions share.
#pragma once

#include <map>

#include <nlohmann/json.hpp>

#include "conformance/report/failure_clusters.h"

namespace bindpose::conformance {

struct JunitCase {
  std::string classname, name;
  double seconds = 0;
  JunitElement element = JunitElement::none;
  std::string type;     ///< type of a failure, an error or a flake
  std::string message;  ///< for these and for a skipped test
  std::string text;     ///< for these; for a pass, the content of <system-out>
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
  std::string timestamp;  ///< start of the suite, ISO 8601 in UTC without a zone; empty: not written
  std::string name = "bindpose";
};

/// Omits characters that XML forbids; escapes marks that change the direction of writing, or hide text.
std::string junit_xml(const JunitRun& run);

/// One test of a run, named "<case>/<subject>/<variant>": its classname is "skinning.linear_blend.<subject>", its
/// name the rest. A failure's type is its outcome; crash, timeout and internal-error are <error> with type Crash,
/// Timeout, InternalError; a missing test is also an <error>; waived, skipped, not supported and expected failures
/// are <skipped>; a flake is a passing test with <flakyFailure>.
/// command: runs the test again; the last line of a failure's text. Empty: unknown.
JunitCase junit_case(const std::string& name, const Verdict& verdict, const std::vector<std::string>& notes,
                     const std::string& command = "");

/// Missing tests, as a separate suite.
void add_missing(JunitRun& run, const std::vector<std::string>& names);
Verdict missing_verdict();

/// Invalid files are also errors, in a separate suite, for readers that count errors.
void add_invalid_assets(JunitRun& run, const InvalidAssets& assets);

/// "InvalidOutput"
std::string camel_case(std::string_view words);

inline constexpr std::size_t most_sarif_results = 5000;  ///< GitHub shows at most this many

/// words: a sentence without its full stop. help: a reference to more information.
nlohmann::ordered_json sarif_rule(const std::string& id, const std::string& title, std::string_view words,
                                  std::string_view level, std::string_view help);
/// "defect/<id>" of every registered defect, once.
void add_defect_rules(nlohmann::ordered_json& rules, std::string_view help);
bool has_defect_rule(std::string_view id);

nlohmann::ordered_json sarif_result(const std::string& rule, std::string_view level,
                                    const std::string& fingerprint, const std::string& words);
/// source: a path, relative; empty: none.
nlohmann::ordered_json sarif_locations(const std::string& source, std::string_view name);

/// judge_error: the judge's own error; empty: none.
nlohmann::ordered_json sarif_invocation(bool is_successful, const std::string& judge_error);

std::string sarif_text(std::string_view category, const nlohmann::ordered_json& rules,
                       const nlohmann::ordered_json& notification, const nlohmann::ordered_json& invocation,
                       const nlohmann::ordered_json& results);

/// report.sarif of a run: failures of one subject and one algorithm (or one of the user's files) with one cause
/// are one result; failures that a baseline or a waiver accepts are suppressed. An invalid file is also a result.
/// An incomplete run counts as unsuccessful.
std::string run_sarif(const std::vector<NamedVerdict>& tests, const std::vector<std::string>& missing,
                      const InvalidAssets& invalid = {}, bool is_whole = true);

}  // namespace bindpose::conformance
