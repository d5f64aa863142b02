// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: failing tests, grouped by subject, algorithm or file, and cause.
#pragma once

#include <compare>

#include "conformance/judge/verdict.h"

namespace bindpose::conformance {

using NamedVerdict = std::pair<std::string_view, const Verdict*>;

/// A requested file that is not valid glTF: a failure of the run without a test.
struct InvalidAsset {
  std::string path;
  std::string error;  ///< reason why it is invalid
};
using InvalidAssets = std::vector<InvalidAsset>;

struct ClusterKey {
  std::string subject;             ///< its part of test names
  std::string about;               ///< "skinning.linear_blend", "asset.hero"
  std::string defect;              ///< the known defect that explains all of them; empty: none
  std::optional<Outcome> outcome;  ///< without a defect; for accepted failures, the judge's outcome
  bool is_accepted = false;        ///< accepted by a baseline or a waiver

  std::strong_ordering operator<=>(const ClusterKey&) const = default;
};
/// The defect, otherwise the outcome: "ibm-ignored", "fail".
std::string_view cause_word(const ClusterKey& key);
/// The rule of SARIF: "defect/ibm-ignored", "outcome/fail".
std::string rule_of(const ClusterKey& key);

struct FailureCluster {
  ClusterKey key;
  std::vector<std::string> tests;
  std::string example = {}, words = {};  ///< the test with the largest error / bound, and its detail
  double farthest = -1;                  ///< its error / bound
};

/// In the order of their first tests; missing tests last.
std::vector<FailureCluster> failure_clusters(const std::vector<NamedVerdict>& tests,
                                             const std::vector<std::string>& missing);

/// summary.md, a Markdown page for the summary of a CI job ($GITHUB_STEP_SUMMARY, a comment). ending: the last
/// line of the run's summary. Rows for subjects, then invalid files, then groups of failures, at most 50 each.
/// diagnoses: lines between the subjects and the failures. subjects: names to show instead of those in test names.
std::string job_summary(std::string_view ending, const std::vector<NamedVerdict>& tests,
                        const std::vector<std::string>& missing, const InvalidAssets& invalid = {},
                        const std::vector<std::string>& diagnoses = {},
                        const std::vector<std::string>& subjects = {});

}  // namespace bindpose::conformance
