// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/findings.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "conformance/cases/asset/moment.h"

namespace bindpose::conformance {
namespace {

/// With a larger displacement, in sizes of the mesh, the mesh fills less than two thirds of the picture.
constexpr double most_sizes = 0.5;
/// Larger displacements are visible. Among these, tests with stages, which show more, precede tests with larger
/// displacements.
constexpr double least_sizes = 0.01;

auto rank(const std::string& test, const std::optional<Displacement>& moved, bool is_connected,
          bool has_stages, double worst_fraction) {
  const double share = moved ? moved->share() : 0;
  const bool is_clear = moved && is_connected && share <= most_sizes;
  const double size = share <= most_sizes ? share : -share;
  return std::tuple(test.starts_with("asset."), is_clear, moved.has_value(), size >= least_sizes, has_stages,
                    size, std::isfinite(worst_fraction) ? worst_fraction : -1);
}

auto rank(const Finding& finding) {
  return rank(finding.test, finding.displacement, finding.mesh && !finding.mesh->triangles.empty(),
              !finding.stages.empty(), finding.worst_fraction);
}

bool is_shown_rather(const JudgedAnswer& judged, const std::optional<Displacement>& displacement,
                     const Finding& than) {
  const auto theirs = rank(than);
  // The check for triangles takes time.
  if (rank(judged.test, displacement, true, has_stages(judged), judged.verdict.worst_fraction) < theirs)
    return false;
  const auto mine = rank(judged.test, displacement, is_connected(judged), has_stages(judged),
                         judged.verdict.worst_fraction);
  return mine != theirs ? mine > theirs : judged.test < than.test;
}

/// The joint that has the largest weight on a vertex; empty: none.
std::string joint_at(const WholeMesh& mesh, std::size_t vertex) {
  const auto joint = strongest_of(mesh.influences[vertex]);
  return joint ? mesh.joints[*joint] : "";
}

/// By the defect, which the test's verdict has only after the end of the run.
FirstWrong first_wrong_of(const Suite& suite, const Record& record) {
  const auto terms = suite.terms(record.subject, *record.from->algorithm, record.from->level);
  const auto asked = asked_question(*record.from, record.policies, terms.without);
  if (!asked) return {};
  const auto right = expect(asked->question);
  return right ? first_wrong(record.verdict.defect, asked->question, *right) : FirstWrong{};
}

}  // namespace

FailureGroup group_of(const std::string& subject, const Algorithm& algorithm, const Verdict& verdict) {
  FailureGroup group{subject, algorithm.path(), verdict.judged.value_or(verdict.outcome), "", false};
  for (const std::string* cause :
       {&verdict.defect, &verdict.precision_class, &verdict.policy, &verdict.first_wrong_stage})
    if (group.cause.empty()) {
      group.cause = *cause;
      group.is_of_stage = cause == &verdict.first_wrong_stage && !cause->empty();
    }
  return group;
}

Finding Findings::finding_of(const JudgedAnswer& judged, std::optional<Displacement> displacement) {
  Finding finding{judged.test, judged.verdict.bits, first_wrong(judged),          std::move(displacement), {},
                  {},          stage_names(judged), judged.verdict.worst_fraction};
  if (!finding.displacement) finding.wrong = wrong_array(judged);
  const auto mesh = can_be_drawn(judged) ? whole_mesh(judged) : std::nullopt;
  if (!mesh) return finding;
  if (finding.displacement) finding.displacement->joint = joint_at(*mesh, finding.displacement->vertex);
  finding.mesh = view_of(judged, *mesh);
  finding.mesh->baked_clip = baked_clips_.of(judged, *finding.mesh);
  if (finding.mesh->baked_clip) finding.mesh->seconds = moment_asked_by(judged.from)->moment.seconds;
  return finding;
}

bool is_better_example(const Finding& finding, const Finding& than) {
  const auto mine = rank(finding), theirs = rank(than);
  return mine != theirs ? mine > theirs : finding.test < than.test;
}

void Findings::look_at(const std::string& subject, const JudgedAnswer& judged) {
  if (!is_expected(judged.verdict.outcome))
    look_at_failure(subject, judged);
  else if (judged.verdict.outcome == Outcome::pass && most_passes_ > 0)
    look_at_pass(judged);
}

void Findings::look_at_failure(const std::string& subject, const JudgedAnswer& judged) {
  const FailureGroup group = group_of(subject, *judged.from.algorithm, judged.verdict);
  const auto displacement = largest_displacement(judged);
  const auto is_wanted = [&] {
    const auto kept = failures_.find(group);
    return kept == failures_.end() ? failures_.size() < most_groups
                                   : is_shown_rather(judged, displacement, kept->second);
  };
  {
    const std::lock_guard lock(mutex_);
    if (!is_wanted()) return;
  }
  Finding finding = finding_of(judged, displacement);
  const std::lock_guard lock(mutex_);
  if (is_wanted()) failures_.insert_or_assign(group, std::move(finding));
}

void Findings::regroup(const Suite& suite) {
  const std::lock_guard lock(mutex_);
  const auto& records = suite.records();
  std::map<FailureGroup, Finding> regrouped;
  for (auto& [group, finding] : failures_) {
    const auto record = std::ranges::find(records, finding.test, &Record::name);
    const FailureGroup now =
        record == records.end() ? group : group_of(group.subject, *record->from->algorithm, record->verdict);
    if (finding.first_wrong.source == StageSource::none && !finding.stages.empty() &&
        now.cause != group.cause)
      finding.first_wrong = first_wrong_of(suite, *record);
    const auto kept = regrouped.find(now);
    if (kept == regrouped.end() || is_better_example(finding, kept->second))
      regrouped.insert_or_assign(now, std::move(finding));
  }
  failures_ = std::move(regrouped);
}

void Findings::look_at_pass(const JudgedAnswer& judged) {
  const auto is_wanted = [&] {
    return passes_.size() < most_passes_ || judged.test < passes_.rbegin()->first;
  };
  {
    const std::lock_guard lock(mutex_);
    if (!is_wanted()) return;
  }
  Finding finding = finding_of(judged, largest_displacement(judged));
  const std::lock_guard lock(mutex_);
  if (!is_wanted()) return;
  passes_.insert_or_assign(judged.test, std::move(finding));
  if (passes_.size() > most_passes_) passes_.erase(std::prev(passes_.end()));
}

std::optional<Finding> Findings::find(const FailureGroup& group) const {
  const std::lock_guard lock(mutex_);
  const auto kept = failures_.find(group);
  return kept == failures_.end() ? std::nullopt : std::optional(kept->second);
}

std::optional<Finding> Findings::best_of(const std::vector<GroupedTest>& tests) const {
  std::optional<Finding> best;
  std::set<FailureGroup> seen;
  for (const GroupedTest& test : tests) {
    auto finding = seen.insert(test.group).second ? find(test.group) : std::nullopt;
    const auto is_it = [&](const GroupedTest& each) {
      return each.name == finding->test && each.bits == finding->bits;
    };
    if (finding && std::ranges::any_of(tests, is_it) && (!best || is_better_example(*finding, *best)))
      best = std::move(finding);
  }
  return best;
}

std::vector<Finding> Findings::passes() const {
  const std::lock_guard lock(mutex_);
  std::vector<Finding> all;
  for (const auto& [name, finding] : passes_)
    all.push_back(finding);
  return all;
}

}  // namespace bindpose::conformance
