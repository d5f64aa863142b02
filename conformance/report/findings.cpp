// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/findings.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>
#include <utility>

#include "conformance/cases/asset/moment.h"

namespace bindpose::conformance {
namespace {

/// To as many digits as are shown: two questions about one pose differ in the last bits of float32.
double three_digits(double x) {
  if (x == 0 || !std::isfinite(x)) return x;
  const double unit = std::pow(10, std::floor(std::log10(std::fabs(x))) - 2);
  return std::round(x / unit) * unit;
}

constexpr double most_readable_share = 3;  // of the mesh's size: beyond, the mesh is a dot in its picture

bool is_readable(const JudgedAnswer& judged, const std::optional<Displacement>& displacement) {
  return displacement && displacement->share() <= most_readable_share && judged.from.depiction &&
         !judged.from.depiction().triangles.empty();
}

/// What the choice between two answers goes by.
struct Rank {
  const std::string& test;
  const std::optional<Displacement>& displacement;
  bool has_stages, is_readable;
  double worst_fraction;

  /// What somebody brought is shown rather than a built-in scene, what can be seen, what is displaced more, and of what is displaced
  /// alike the one whose stages say where it goes wrong; where nothing is displaced, what is farthest outside its bound.
  auto key() const {
    const double share = displacement ? displacement->share() : 0;
    const double shown = share <= most_readable_share ? share : -share;
    return std::tuple(test.starts_with("asset."), displacement.has_value(), is_readable, three_digits(shown),
                      has_stages, shown, std::isfinite(worst_fraction) ? worst_fraction : -1);
  }
  bool is_before(const Rank& other) const {
    const auto mine = key(), theirs = other.key();
    return mine != theirs ? mine > theirs : test < other.test;
  }
};

Rank rank_of(const Finding& finding) {
  return {finding.test, finding.displacement, finding.has_stages, finding.is_readable,
          finding.worst_fraction};
}

/// The joint that has the largest weight on a vertex; empty: none.
std::string joint_at(const WholeMesh& mesh, std::size_t vertex) {
  const auto joint = strongest_of(mesh.influences[vertex]);
  return joint ? mesh.joints[*joint] : "";
}

}  // namespace

FailureGroup group_of(const std::string& subject, const Algorithm& algorithm, const Verdict& verdict) {
  FailureGroup group{subject, algorithm.path(), verdict.judged.value_or(verdict.outcome), "", false};
  for (const std::string* cause :
       {&verdict.mistake, &verdict.precision_class, &verdict.policy, &verdict.first_wrong_stage})
    if (group.cause.empty()) {
      group.cause = *cause;
      group.is_of_stage = cause == &verdict.first_wrong_stage && !cause->empty();
    }
  return group;
}

Finding Findings::finding_of(const JudgedAnswer& judged, std::optional<Displacement> displacement) {
  const bool can_be_read = is_readable(judged, displacement);
  Finding finding{judged.test, judged.verdict.bits, first_wrong(judged), std::move(displacement),      {},
                  {},          has_stages(judged),  can_be_read,         judged.verdict.worst_fraction};
  if (!finding.displacement) finding.wrong = wrong_array(judged);
  const auto mesh = can_be_drawn(judged) ? whole_mesh(judged) : std::nullopt;
  if (!mesh) return finding;
  if (finding.displacement) finding.displacement->joint = joint_at(*mesh, finding.displacement->vertex);
  finding.mesh = view_of(judged, *mesh);
  finding.mesh->film = films_.of(judged, *finding.mesh);
  if (finding.mesh->film) finding.mesh->seconds = moment_asked_by(judged.from)->moment.seconds;
  return finding;
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
  const Rank rank{judged.test, displacement, has_stages(judged), is_readable(judged, displacement),
                  judged.verdict.worst_fraction};
  const auto is_wanted = [&] {
    const auto kept = failures_.find(group);
    return kept == failures_.end() ? failures_.size() < most_groups : rank.is_before(rank_of(kept->second));
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
    const auto kept = regrouped.find(now);
    if (kept == regrouped.end() || rank_of(finding).is_before(rank_of(kept->second)))
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

std::vector<Finding> Findings::passes() const {
  const std::lock_guard lock(mutex_);
  std::vector<Finding> all;
  for (const auto& [name, finding] : passes_)
    all.push_back(finding);
  return all;
}

}  // namespace bindpose::conformance
