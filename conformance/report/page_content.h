// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the content of report.html, for a run or for a submission's grading.
#pragma once

#include "conformance/report/findings.h"

namespace bindpose::conformance {

struct PageSubject {
  std::string name;
  std::map<std::string, std::string> info;
  std::string command;  ///< runs the subject again, without a filter: "bindpose test --subject gpu"
  std::vector<std::string> diagnoses;  ///< common causes of its wrong outputs, a text for each
};

struct PageCase {
  std::string name;
  const Algorithm* algorithm = nullptr;
  std::string purpose;
  std::string options;  ///< "normal_rule=direction"
  std::vector<std::string> notes;
  std::string filter;  ///< filter that chooses the case; for a fresh case, its original case
  std::string asset;   ///< " --asset hero.glb", or empty
};

struct PageTest {
  std::string name;         ///< "<case>/<subject>/<variant>"
  std::size_t from = 0;     ///< index of the case
  std::size_t subject = 0;  ///< index of the subject
  const Verdict* verdict = nullptr;
};

struct PageContent {
  std::string title;   ///< command of the run: "bindpose test"
  std::string ending;  ///< one sentence below the counts; empty: the page's own
  bool is_as_expected = true;
  /// Facts of the run: ("version", "0.2.0"), ("command", "bindpose test --subject gpu").
  std::vector<std::pair<std::string, std::string>> facts = {};
  std::vector<std::string> remarks;  ///< further notes
  std::vector<PageSubject> subjects;
  std::vector<PageCase> cases;
  std::vector<PageTest> tests;
  std::size_t verified = 0;            ///< verified tests with a cached verdict
  const Findings* findings = nullptr;  ///< null: no meshes
};

/// "12 of 30 verdicts come from an earlier run (--cache): the subject was not run"; if some of them ran again,
/// also "except for 5 that were verified (--verify-cache) and are the same".
std::string cached_words(std::size_t cached, std::size_t all, std::size_t verified);

/// "<case>/<subject>/default", the name of a test of a subject without variants.
std::string page_test_name(const std::string& case_name, const std::string& subject);

/// A name as one word of a POSIX shell's command line, of characters that shown_text() leaves unchanged: other
/// bytes are in a format of printf. The whole command needs no further escapes.
std::string shell_word(const std::string& text);

/// Text as in shown_text(). A long text is cut, with its length and the name of the file with the whole text.
std::string page_text(std::string_view text, std::size_t most = 2000,
                      std::string_view whole_in = "results.json");

/// Filters of the page: failed, passed, accepted (passed with accepted deviations), flaky, known,
/// not-supported, skipped.
std::string_view counter_of(const Verdict& verdict);

/// Failures of a subject with one cause, for any algorithm. The order is: unexpected failures, by the displacement
/// of the shown test, then by the error in bounds; accepted failures; tests that pass and have a mesh, separately.
struct PageGroup {
  FailureGroup key;  ///< group of the shown test
  std::size_t subject = 0;
  std::vector<std::size_t> tests;  ///< by name
  std::optional<Finding> finding;
  bool is_expected = false;  ///< all are expected by a baseline or a waiver
  bool is_pass = false;      ///< a right output with a mesh

  double worst_fraction = 0;
};
std::vector<PageGroup> page_groups(const PageContent& content);

/// Index of the first test of a group whose output is saved, else of the first test.
std::size_t shown_test(const PageContent& content, const PageGroup& group);

}  // namespace bindpose::conformance
