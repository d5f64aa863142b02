// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: cases times subjects times variants, each a registered GoogleTest test, and what came of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/case.h"
#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// One test: a case put to a subject in one of its variants.
struct Record {
  std::string name;  ///< "<case>/<subject>/<variant>", made of letters, digits and . - _ /
  const Case* from = nullptr;
  std::size_t subject = 0;  ///< which of the suite's
  Options variant;
  Verdict verdict;
};

/// What a subject achieves on a crowd of 20,000 vertices with 4 influences, linear blending, after a warm-up.
struct Throughput {
  double vertices_per_second = 0;
  Verdict verdict;  ///< on the very answer that was timed
};

class Suite {
 public:
  void add_subject(std::unique_ptr<Subject> subject) { subjects_.push_back(std::move(subject)); }
  /// Keeps the cases whose names match one of the globs ('*' and '?'); without globs all.
  void add_cases(const std::vector<Case>& cases, const std::vector<std::string>& globs);

  /// Registers one GoogleTest test a record. Call once, after all subjects and cases are there.
  void register_tests();

  const std::vector<Record>& records() const { return records_; }
  const std::vector<std::unique_ptr<Subject>>& subjects() const { return subjects_; }
  std::size_t case_count() const { return cases_.size(); }

  /// Judges one record; the expectation of the case last asked for is kept.
  const Verdict& run(std::size_t record);
  /// Nothing for a subject that does not take linear blending at palette level.
  std::optional<Throughput> measure(std::size_t subject);

 private:
  struct Prepared {
    const Case* from = nullptr;
    Expected<Question> question = Question{};
    Expected<Expectation> expectation = Expectation{};
  };
  const Prepared& prepare(const Case& c);

  std::vector<std::unique_ptr<Subject>> subjects_;
  std::vector<std::unique_ptr<Case>> cases_;
  std::vector<Record> records_;
  Prepared prepared_;
};

/// True where the text matches a glob of '*' and '?'.
bool matches_glob(std::string_view text, std::string_view glob);

/// Set by SIGINT and SIGTERM: tests not yet run become `missing`, reports are still written.
bool interrupted();
void catch_interrupts();

/// 0 all as expected, 1 failures, 2 the judge's own error or an interruption, 3 nothing ran for some subject.
int exit_code(const Suite& suite);

}  // namespace bindpose::conformance
