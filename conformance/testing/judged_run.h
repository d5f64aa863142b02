// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests, a judged run with the examples of its failures, as reports show them.
#pragma once

#include <algorithm>

#include "conformance/cases/cases.h"
#include "conformance/report/html_page.h"
#include "conformance/report/run_page.h"

namespace bindpose::conformance {

using Globs = std::vector<std::string>;

/// The subject that --subject names.
inline std::unique_ptr<Subject> subject_named(const std::string& name) {
  return std::move(*open_any(*parse_subject(name)));
}

struct JudgedRun {
  JudgedRun(const Globs& globs, std::vector<std::unique_ptr<Subject>> subjects,
            std::size_t most = std::numeric_limits<std::size_t>::max()) {
    suite.add_cases(built_in_cases(), globs);
    for (std::unique_ptr<Subject>& subject : subjects)
      suite.add_subject(std::move(subject));
    suite.make_records();
    run.findings = findings;
    on_judged_answer(executor, [this](const std::string& subject, const JudgedAnswer& judged) {
      findings->look_at(subject, judged);
    });
    for (std::size_t i = 0; i < std::min(most, suite.records().size()); ++i)
      executor.run(i);
  }
  JudgedRun(const Globs& globs, std::unique_ptr<Subject> subject)
      : JudgedRun(globs, one_of(std::move(subject))) {}
  JudgedRun(const Globs& globs, const std::string& subject) : JudgedRun(globs, subject_named(subject)) {}

  /// The example of the failure group with the first test.
  std::optional<Finding> first_finding() const {
    const Record& first = suite.records().front();
    return findings->find(group_of(suite.subjects()[0]->name(), *first.from->algorithm, first.verdict));
  }
  std::string page() const { return html_page(page_content(suite, run)); }

  Suite suite;
  RunReport run;
  std::shared_ptr<Findings> findings = std::make_shared<Findings>();
  Executor executor{suite};

 private:
  static std::vector<std::unique_ptr<Subject>> one_of(std::unique_ptr<Subject> subject) {
    std::vector<std::unique_ptr<Subject>> subjects;
    subjects.push_back(std::move(subject));
    return subjects;
  }
};

}  // namespace bindpose::conformance
