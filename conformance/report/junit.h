// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a run as JUnit XML, the file that CI systems show.
//
// testsuites > testsuite (one a subject, with what is known of its device as properties) > testcase (classname
// "skinning.linear_blend.<subject>", name the rest). Passes are empty test cases.
#pragma once

#include <string>
#include <vector>

#include "conformance/report/report.h"

namespace bindpose::conformance {

struct JunitCase {
  std::string name;  ///< "<case>/<subject>/<variant>"
  Verdict verdict;
  std::vector<std::string> notes;
};

struct JunitSuite {
  std::string name;  ///< the subject's
  SubjectInfo info;
  std::vector<JunitCase> cases;
};

struct JunitRun {
  std::vector<JunitSuite> suites;
  double seconds = 0;     ///< wall time
  std::string timestamp;  ///< of its start, ISO 8601 in UTC without a zone; empty: none is written
};

/// What no XML may hold is left out of the text, never an error. A failure's type is its outcome; crash,
/// timeout and internal-error are <error> with type Crash, Timeout, InternalError; a missing test is an
/// <error>, too; what is waived, skipped, not supported or fails as expected is <skipped>; a flake is a passing
/// test with <flakyFailure>.
std::string junit_xml(const JunitRun& run);

/// The records that reports speak of, and the missing tests.
JunitRun junit_run(const Suite& suite, const RunReport& report);
/// What a test that is not there is written as.
JunitCase missing_case(const std::string& name);

}  // namespace bindpose::conformance
