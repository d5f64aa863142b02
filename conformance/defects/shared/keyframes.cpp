// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/defects/shared/keyframes.h"

#include "conformance/defects/shared/stages.h"
#include "conformance/defects/together.h"
#include "reference/algorithms.h"
#include "reference/animation/shared/track_question.h"
#include "reference/model/checks.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace {

bool is_of_sampling(const Defect& defect) {
  return defect.folder == "animation" || defect.stem == "time" || defect.stem == "rotations";
}

/// The input of a single track.
Question as_question(const Track& track, double time) {
  constexpr std::array ids = {"anim.step", "anim.linear", "anim.cubicspline"};  // same order as Interpolation
  Question question;
  question.algorithm = find_algorithm(ids[static_cast<std::size_t>(track.interpolation)]);
  question.level = Level::pose;
  animation::add_track(question.arrays, track, {time});
  return question;
}

/// True if the defect changes a sampled value by more than float32 rounding of numbers near 1.
bool differs(const Array::Reals& wrong, const Array::Reals& right) {
  constexpr double rounding = 1e-6;
  return !std::ranges::equal(wrong, right, [](double a, double b) {
    return std::fabs(a - b) <= rounding * std::max(1.0, std::fabs(b));
  });
}

std::string_view array_of(TrackOfJoint::Path path) {
  constexpr std::array names = {"local_translations", "local_rotations", "local_scales", "target_weights"};
  return names[static_cast<std::size_t>(path)];
}

/// True if the numbers are still accepted as rotations.
bool has_rotations(const Question& question) {
  const Array& rotations = *question.arrays.find("local_rotations");
  for (std::size_t j = 0; j < rotations.shape[0]; ++j)
    if (!(std::fabs(quaternion_at(&rotations.reals()[4 * j]).norm() - 1) <= unit_tolerance)) return false;
  return true;
}

}  // namespace

Changed in_keyframes(const Defect& defect, const Question& question) {
  const Array *time = question.arrays.find("time"), *parents = question.arrays.find("parents");
  if (time == nullptr || parents == nullptr || !question.arrays.has("tracks")) return std::nullopt;
  if (!is_of_sampling(defect)) return std::nullopt;
  const auto tracks = read_tracks(question.arrays, parents->shape[0]);
  if (!tracks) return std::nullopt;
  Question changed = question;
  changed.arrays = without(question.arrays, {"track", "time"});
  bool any = false;
  for (const TrackOfJoint& each : *tracks) {
    const Question asked = as_question(each.track, time->reals()[0]);
    const auto right = asked.algorithm->implementation.in_double(asked.arrays, asked.options);
    if (!right) return std::nullopt;
    const ArraySet sampled = judged_arrays(asked, *right);
    const auto wrong = answer_with(defect, asked, sampled);
    const Array::Reals& right_value = sampled.find("values")->reals();
    const Array::Reals& value = wrong ? wrong->find("values")->reals() : right_value;
    any = any || differs(value, right_value);
    const std::size_t row = each.path == TrackOfJoint::Path::weights ? 0 : each.joint;
    std::ranges::copy(value, reals_of(changed.arrays, array_of(each.path))->begin() +
                                 static_cast<std::ptrdiff_t>(row * value.size()));
  }
  if (!any) return std::nullopt;
  if (!has_rotations(changed)) return with_locals(changed, locals_of(changed));  // as matrices
  declare_computed(changed, {"local_translations", "local_rotations", "local_scales"});
  return changed;
}

}  // namespace bindpose::conformance
