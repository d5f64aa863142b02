// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: two runs side by side - what broke, what was fixed, what came and went, where errors drifted.
// And: a comparison as a page to look at: whole without scripts, which search, filter and sort.
#pragma once

#include "conformance/gate/device_list.h"
#include "conformance/gate/results.h"

namespace bindpose::conformance {

/// A test whose results differ in the two runs.
struct Change {
  std::string name;
  const ResultEntry* before = nullptr;  ///< nullptr: the old run did not have it
  const ResultEntry* after = nullptr;   ///< nullptr: the new run does not have it
  double factor = 1;                    ///< new error over old one, where both pass
};

struct Comparison {
  std::size_t same = 0;         ///< tests with the same verdict in both
  std::vector<Change> broken;   ///< as expected before, not now
  std::vector<Change> fixed;    ///< not as expected before, but now
  std::vector<Change> gone;     ///< in the old run only
  std::vector<Change> added;    ///< in the new run only, as expected
  std::vector<Change> new_bad;  ///< in the new run only, not as expected
  std::vector<Change> other;    ///< another verdict, as expected in both or in neither
  std::vector<Change> drifted;  ///< both pass, the error changed by more than a factor of 2; largest first
  std::vector<std::string> causes;  ///< of the new run's failures, if something broke or a new test fails
  std::vector<DeviceChange>
      device_changes;  ///< renderer, vendor, version and capability reports of subjects in both

  /// 1 where something broke, vanished, or came and is not as expected; else 0.
  int exit_code() const { return broken.empty() && gone.empty() && new_bad.empty() ? 0 : 1; }
};

/// The comparison points into both, which must outlive it. Drift is not counted where both errors are below a
/// thousandth of their bound.
Comparison compare(const Results& before, const Results& after);

/// A kind of change, by the words that every form of a comparison has for it.
struct ChangeKind {
  const char* key;
  const char* title;
  std::vector<Change> Comparison::*list;
  bool is_bad;  ///< makes the exit code 1
};
/// All kinds of change, the bad ones first.
std::span<const ChangeKind> change_kinds();
/// "Something broke: 12 same, 1 broken."
std::string headline(const Comparison& comparison);
std::string headline(const DeviceComparison& comparison);

/// For people; at most `most` of a kind are listed.
std::string comparison_text(const Comparison& comparison, std::size_t most = 20);
/// Markdown, for a comment on a merge request: a table, and details that fold.
std::string comparison_markdown(const Comparison& comparison, std::size_t most = 20);
/// {"format": "bindpose-comparison-1", ...}: everything.
std::string comparison_json(const Comparison& comparison);

/// One of the two that are compared.
struct ComparedRun {
  std::string place;  ///< as it was given
  /// Address of its report.html in the page, which opens it at a test; empty without a report.
  std::string page = {};
  std::vector<std::string> notes = {};
};

/// report.html: every change with the numbers of comparison_json(). If it would be larger than
/// most_page_bytes, it has less of each message, then no links to the reports, then fewer tests, the worst
/// kinds first; and says so.
std::string comparison_page(const Comparison& comparison, const ComparedRun& before,
                            const ComparedRun& after);
std::string comparison_page(const DeviceComparison& comparison, const ComparedRun& before,
                            const ComparedRun& after);

}  // namespace bindpose::conformance
