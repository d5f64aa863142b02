// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: compares two runs: regressions, fixes, added and removed tests, changed errors. Also: the
// comparison as a page with search, filters and sorting; complete without scripts.
#pragma once

#include "conformance/gate/device_list.h"
#include "conformance/gate/results.h"

namespace bindpose::conformance {

/// A test whose results differ in the two runs.
struct Change {
  std::string name;
  const ResultEntry* before = nullptr;  ///< nullptr: the old run did not have it
  const ResultEntry* after = nullptr;   ///< nullptr: the new run does not have it
  double factor = 1;  ///< new error / old error if both pass; for `slower`, new time / old time
};

/// New failures with one cause.
struct ChangeGroup {
  std::string subject;  ///< as in a test's name
  std::string about;    ///< "skinning.linear_blend", or "3 algorithms"
  std::string cause;    ///< the known defect, otherwise the outcome
  std::vector<std::string> tests;
  std::string example, words;  ///< the test that is farthest outside its bounds, and its detail
  std::string command;         ///< repeats the example; empty: unknown
};

struct Comparison {
  std::size_t same = 0;         ///< tests with the same verdict in both runs
  std::size_t in_neither = 0;   ///< tests that ran in neither run
  bool is_incomplete = false;   ///< --max-failures stopped the new run
  std::vector<Change> broken;   ///< as expected or better before, not now
  std::vector<Change> fixed;    ///< failed before, passes now, regardless of baselines
  std::vector<Change> gone;     ///< in the old run only
  std::vector<Change> not_run;  ///< in the old run; did not run in the new one, which has the test
  std::vector<Change> slower;   ///< the same verdict, and slower than compare() allows; slowest first
  std::vector<Change> added;    ///< in the new run only, as expected or better
  std::vector<Change> new_bad;  ///< in the new run only, not as expected
  std::vector<Change> other;    ///< another verdict, neither broken nor fixed
  std::vector<Change> drifted;  ///< both pass, the error changed by more than a factor of 2; largest first
  std::vector<ChangeGroup> groups;  ///< causes in broken and new_bad, the largest first
  /// Tests that a subject now runs by another declared policy: "12 tests: direction ->
  /// inverse-transpose".
  std::vector<std::string> policy_changes;
  std::vector<std::string> causes;  ///< causes of the new run's failures, if a test broke or a new one fails
  std::vector<DeviceChange>
      device_changes;  ///< renderer, vendor, version and capability reports of subjects in both runs

  /// 1 if tests broke, vanished, did not run, became slower, or are new and not as expected; else 0.
  int exit_code() const {
    return !is_incomplete && broken.empty() && gone.empty() && not_run.empty() && slower.empty() &&
                   new_bad.empty()
               ? 0
               : 1;
  }
};

/// Shorter times of a subject are not compared.
inline constexpr double least_slow_seconds = 0.05;

/// The comparison points into both runs, which must outlive it. Drift does not count if both errors
/// are below a thousandth of their bounds. slower_than: a test is slower if the subject's time
/// grows by this factor, to at least least_slow_seconds; 0: does not compare times.
Comparison compare(const Results& before, const Results& after, double slower_than = 0);
/// Groups the new failures.
std::vector<ChangeGroup> change_groups(const Comparison& comparison, const Results& after);

/// A kind of change, with the texts of all forms of a comparison.
struct ChangeKind {
  const char* key;
  const char* title;
  std::vector<Change> Comparison::*list;
  bool is_bad;  ///< makes the exit code 1
};
/// All kinds of change, the bad ones first.
std::span<const ChangeKind> change_kinds();
/// "Something broke, and the new run is incomplete"
std::string verdict_words(const Comparison& comparison);
/// The kinds with changes, and their numbers.
std::vector<std::pair<const ChangeKind*, std::size_t>> change_counts(const Comparison& comparison);
/// "Something broke: 1 broken, 12 same."
std::string headline(const Comparison& comparison);
std::string headline(const DeviceComparison& comparison);

/// "0.1 -> 0.3 of the bound (x3)", "pass -> fail"; only one word for a test of one run.
std::string step_of(const ChangeKind& kind, const Change& change);

/// Changes of one kind with one cause.
struct AlikeChanges {
  /// "pass -> fail: ibm-ignored; SYMPTOM; skinning/linear_blend"; empty for times and errors, which differ by test.
  std::vector<std::string> words;
  std::vector<const Change*> changes;
};
/// The largest group first. Points into the list.
std::vector<AlikeChanges> alike_changes(const ChangeKind& kind, const std::vector<Change>& list);

inline constexpr std::size_t most_alike = 5;  ///< names of tests with one cause
/// Plain text in lines of at most `columns`, except for longer names: the causes of each kind of change, each with at
/// most most_alike tests.
std::string comparison_text(const Comparison& comparison, std::size_t columns = 80);
/// Markdown for a comment on a merge request: the causes of new failures, then a collapsible list per kind. Lists
/// at most `most` causes of a kind, and fewer if the text would exceed most_comment_bytes.
std::string comparison_markdown(const Comparison& comparison, std::size_t most = 10);
inline constexpr std::size_t most_comment_bytes = 60'000;  ///< GitHub allows 65,536 characters
/// {"format": "bindpose-comparison-1", ...}, with all changes.
std::string comparison_json(const Comparison& comparison);

/// One of the two compared runs.
struct ComparedRun {
  std::string place;  ///< path as given
  /// Address of its report.html in the page, which opens it at a test; empty without a report.
  std::string page = {};
  std::vector<std::string> notes = {};
  std::vector<std::pair<std::string, std::string>> facts = {};  ///< facts_of(), for the head of the page
};
/// Version, duration and commands: ("version", "0.2.0").
std::vector<std::pair<std::string, std::string>> facts_of(const Results& run);

/// report.html: every change with the numbers of comparison_json(). If it would exceed most_page_bytes, it
/// shortens messages, then omits links to the reports, then tests, the worst kinds last; the page
/// says so.
std::string comparison_page(const Comparison& comparison, const ComparedRun& before,
                            const ComparedRun& after);
std::string comparison_page(const DeviceComparison& comparison, const ComparedRun& before,
                            const ComparedRun& after);

}  // namespace bindpose::conformance
