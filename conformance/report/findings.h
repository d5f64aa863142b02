// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the few outputs of a run in the report: for each group of failures, the one that shows the cause best.
#pragma once

#include <compare>

#include "conformance/report/first_wrong.h"
#include "conformance/report/mesh_view.h"
#include "conformance/run/suite.h"

namespace bindpose::conformance {

/// Failures of one subject with one cause.
struct FailureGroup {
  std::string subject;
  std::string algorithm;            ///< its path
  Outcome outcome = Outcome::fail;  ///< the judge's outcome
  /// The known defect, precision class or policy in the verdict, otherwise the first wrong stage; empty: unknown.
  std::string cause;
  bool is_of_stage = false;  ///< the cause is a stage: no defect, class or policy explains it

  std::strong_ordering operator<=>(const FailureGroup&) const = default;
};
FailureGroup group_of(const std::string& subject, const Algorithm& algorithm, const Verdict& verdict);

/// A saved output.
struct Finding {
  std::string test;
  std::string bits;  ///< Verdict::bits
  FirstWrong first_wrong;
  std::optional<Displacement> displacement;
  std::optional<WrongArray> wrong;  ///< true if nothing is displaced
  std::optional<MeshView> mesh;
  std::vector<std::string> stages;  ///< names of the judged stages of the input, in order
  double worst_fraction = 0;        ///< largest error / bound
};
/// True if a report prefers this example of a group to the other one. In this order: a test of the user's own
/// file; a connected mesh with a displacement that fits into the picture; the larger displacement; a test with
/// stages.
bool is_better_example(const Finding& finding, const Finding& than);

struct GroupedTest {
  FailureGroup group;
  std::string_view name, bits;
};

/// Any number of threads may add outputs. The result does not depend on their order, up to most_groups groups,
/// whose meshes have at most MeshView::most_drawn vertices each.
class Findings {
 public:
  static constexpr std::size_t most_groups = 200;

  /// passes: number of right outputs whose meshes are also saved, the first by name.
  explicit Findings(std::size_t passes = 0) : most_passes_(passes) {}

  void look_at(const std::string& subject, const JudgedAnswer& judged);
  /// Groups the saved outputs by their present verdicts: a test's cause may be found only at the end of a run.
  void regroup(const Suite& suite);

  /// None if none is saved.
  std::optional<Finding> find(const FailureGroup& group) const;
  /// The best example of these tests. A finding counts only if its output is the judged one: a retry can give
  /// another output.
  std::optional<Finding> best_of(const std::vector<GroupedTest>& tests) const;
  /// Meshes of right outputs, by name of the test.
  std::vector<Finding> passes() const;

 private:
  /// With its mesh and its baked clip.
  Finding finding_of(const JudgedAnswer& judged, std::optional<Displacement> displacement);
  void look_at_failure(const std::string& subject, const JudgedAnswer& judged);
  void look_at_pass(const JudgedAnswer& judged);

  std::size_t most_passes_;
  BakedClips baked_clips_;
  mutable std::mutex mutex_;
  std::map<FailureGroup, Finding> failures_;
  std::map<std::string, Finding> passes_;
};

}  // namespace bindpose::conformance
