// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for fuzzers, what a run makes of a verdict that it has not reached itself: of a journal, of a folder
// of verdicts.
#pragma once

#include <map>
#include <string>

#include "conformance/cases/cases.h"
#include "conformance/report/html_page.h"
#include "conformance/report/job_summary.h"
#include "conformance/report/report.h"
#include "conformance/report/run_page.h"
#include "conformance/report/sarif.h"
#include "conformance/testing/terminal.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz {

inline const Case& told_case() {
  static const Case& first = conformance::built_in_cases().front();
  return first;
}

/// The name of the one test of the run.
inline std::string told_test() {
  return told_case().name + "/reference-float/-";
}

/// Makes every text of a run whose one test has this verdict.
inline void tell_verdict(const conformance::Verdict& verdict) {
  using namespace conformance;
  Suite suite;
  suite.add_cases({told_case()}, {});
  suite.add_subject(std::move(*open_subject(*parse_subject("reference-float"))));
  suite.make_records();
  require(suite.records().size() == 1 && suite.records()[0].name == told_test(), "the test has another name");
  suite.resume({{told_test(), verdict}});
  suite.run(0);
  RunReport run;
  run.throughput.resize(1);
  const std::string said = summary(suite, run);
  require(moves_terminal(said).empty(), "the summary moves a terminal's cursor");
  const std::string name = told_test();
  const std::vector<NamedVerdict> named = {{name, &verdict}};
  require(nlohmann::json::accept(results_json(suite, run)), "results.json is not JSON");
  require(nlohmann::json::accept(run_sarif(named, {}, {}, {})), "report.sarif is not JSON");
  require(moves_terminal(job_summary(verdict_line(suite, run), named, {})).empty(),
          "summary.md moves a terminal's cursor");
  require(!html_page(page_content(suite, run)).empty(), "there is no page");
}

}  // namespace bindpose::fuzz
