// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: for fuzzers, the texts of a run for a verdict from a journal or a cache.
#pragma once

#include "conformance/cases/cases.h"
#include "conformance/report/html_page.h"
#include "conformance/report/run_page.h"
#include "conformance/testing/terminal.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz {

/// Adds one case and a subject: the run has a few tests.
inline void prepare_to_tell(conformance::Suite& suite) {
  suite.add_cases({conformance::built_in_cases().front()}, {});
  suite.add_subject(std::move(*conformance::open_subject(*conformance::parse_subject("reference-float"))));
  suite.make_records();
}

/// The name of its first test.
inline const std::string& told_test() {
  static const std::string name = [] {
    conformance::Suite suite;
    prepare_to_tell(suite);
    return suite.records().front().name;
  }();
  return name;
}

/// Makes all texts of a run in which the first test has this verdict.
inline void tell_verdict(const conformance::Verdict& verdict) {
  using namespace conformance;
  Suite suite;
  prepare_to_tell(suite);
  Executor(suite, {.earlier = {{told_test(), verdict}}}).run(0);
  RunReport run;
  run.throughput.resize(1);
  const std::string said = summary(suite, run);
  require(moves_terminal(said).empty(), "the summary moves a terminal's cursor");
  const std::vector<NamedVerdict> named = {{told_test(), &verdict}};
  require(nlohmann::json::accept(results_json(suite, run)), "results.json is not JSON");
  require(nlohmann::json::accept(run_sarif(named, {}, {}, {})), "report.sarif is not JSON");
  require(moves_terminal(job_summary(verdict_line(suite, run), named, {})).empty(),
          "summary.md moves a terminal's cursor");
  require(!html_page(page_content(suite, run)).empty(), "no page");
}

}  // namespace bindpose::fuzz
