// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/cases.h"

#include <algorithm>
#include <iterator>

#include "conformance/cases/shared/case_lists.h"
#include "conformance/cases/shared/policies_at_once.h"
#include "conformance/cases/shared/scene_case.h"
#include "conformance/cases/shared/work_groups.h"
#include "reference/io/glob.h"

namespace bindpose::conformance {
namespace {

/// Globs of further golden cases, in addition to those with .golden. They detect defects that no
/// other golden file detects (`bindpose mutation-score`).
constexpr std::string_view also_golden[] = {
    "*.unused-joint-nan.palette.f32",
    "examples.angle_driven_shape.bar.every-policy.first-four.*.first-joint.pose.f32",
    "examples.angle_driven_shape.bar.every-policy.pose.f32",
    "examples.pose_correctives.bar.every-policy.pose.f32",
    "examples.pose_space.bar.every-policy.four-largest.*.rest.pose.f32",
    "examples.shape_by_example.bar.every-policy.first-four.*.rest.pose.f32",
    "examples.shape_by_example.bar.every-policy.pose.f32",
    "examples.spherical_joint_by_example.bar.every-policy.pose.f32",
    "examples.spherical_joint_by_example.*.last-from-rest.palette.f32",
    "morph.then_skin.bar.every-policy.first-four.decomposed.lbs.blend-of-inverse-transposes.*.first-joint."
    "pose.f32",
    "morph.then_skin.bar.every-policy.lbs.pose.f32",
    "skinning.*-sum-0.98.pose.f32",
    "skinning.*.bar.beyond.pose.f32",
    "skinning.*.bar.every-policy.first-four.*.inverse-transpose-of-blend.*.first-joint.pose.f32",
    "skinning.*.bar.leaning.pose.f32",
    "skinning.*.bar.rest.pose.f32",
    "skinning.*.bar.shuffled.first-influence.pose.f32",
    "skinning.*.bar.shuffled.pose.f32",
    "skinning.*.bar.weights-tiny.pose.f32",
    "skinning.*.cylinder.twist-180-small.pose.f32",
    "skinning.*.hose.joints-300.*.f32",
    "skinning.batched.bar.every-policy.pose.f32",
    "skinning.batched.figure.reduced-3.*",
    "skinning.bones_blending.bar.shuffled-sum-1.03.*",
    "skinning.centre_of_rotation.bar.every-policy.first-four.largest-weight.*.first-joint.pose.f32",
    "skinning.linear_blend.crowd.influences-2.direction.palette.f32",
    "skinning.linear_blend.cylinder.twist-180.direction.pose.f32",
    "skinning.linear_blend.hose.unused-joint-nan.direction.palette.f32",
    "skinning.log_blend.chain.lead.pose.f32",
    "skinning.multi_weight.bar.missing-numbers.direction.palette.f32",
    "skinning.multi_weight.bar.negative-shuffled.direction.pose.f32",
    "skinning.multi_weight.crowd.influences-1.direction.palette.f32",
    "skinning.palette_parts.bar.every-policy.pose.f32",
    "skinning.palette_parts.hose.matrices-57.*",
    "skinning.spherical_joint_blend.bar.*.last-from-rest.palette.f32",
    "skinning.spherical_joint_blend.bar.shuffled-sum-1.03.*",
    "skinning.stretchable_twistable.bar.every-influence-twice.pose.f32",
    "skinning.stretchable_twistable.bar.short-bone.pose.f32",
    "skinning.stretchable_twistable.bar.turns-3.pose.f32",
    "skinning.swing_twist.bar.halved.*",
    "skinning.swing_twist.bar.rigid.pose.f32",
    "skinning.swing_twist.bar.shuffled-sum-1.03.*",
    "skinning.swing_twist.cylinder.twist-200.pose.f32",
    "surface.*.tube.loose-vertex.uniform.*",
    "surface.*.tube.scaled.*pose.f32",
    "surface.delta_mush.tube.every-policy.pose.f32",
    "surface.delta_mush.tube.mirrored.uniform.*",
    "surface.delta_mush.tube.unused-joint-nan.uniform.palette.f32",
    "surface.direct_delta_mush_omegas.tube.*.last-from-rest.palette.f32",
    "surface.direct_delta_mush.tube.loose-vertex.pose.f32",
    "surface.direct_delta_mush.tube.unsmoothed.palette.f32",
    "surface.volume_preserving.*.loose-vertex.*",
    "surface.volume_preserving.tube.*.last-from-rest.palette.f32",
    "surface.volume_preserving.tube.every-policy.pose.f32",
    "surface.volume_preserving.tube.grown.*",
    "surface.volume_preserving.two-tubes.one-free.*",
};

/// A few cases that detect every registered defect that any case detects; `bindpose mutation-score
/// --keep-smoke` selects them.
constexpr std::string_view smoke[] = {
#include "conformance/cases/smoke.inc"
};

/// The input with normals and tangents, some of which are 0 and have no direction, neither at rest
/// nor in the pose.
constexpr std::string_view also_without_directions[] = {
    "surface.delta_mush.tube.bend-90.uniform.palette.f32",
    "surface.direct_delta_mush.tube.bend-90.palette.f32",
    "surface.volume_preserving.tube.bend-90.palette.f32",
    "skinning.batched.bar.direction.palette.f32",
    "skinning.palette_parts.bar.direction.palette.f32",
    "morph.then_skin.bar.rest.lbs.palette.f32",
    "face.facs.head.half-anger.here.pose.f32",
    "examples.angle_driven_shape.bar.none.palette.f32",
    "examples.pose_space.bar.between.pre-skinning.palette.f32",
    "examples.shape_by_example.bar.at-example.palette.f32",
    "examples.spherical_joint_by_example.bar.without-example-normals.palette.f32"};

Case without_directions(const Case& c) {
  Case asked =
      scene_case(std::string(c.algorithm->stem), scene_of(c) + "-zero-directions", c.options, c.level);
  asked.question = c.question;
  change_question(asked, &with_zero_directions);
  asked.purpose = "Normals and tangents of length 0 have no direction; positions are unaffected.";
  asked.leave_out = c.leave_out;
  asked.notes = c.notes;
  asked.golden = true;
  return asked;
}

void add_without_directions(std::vector<Case>& cases, std::size_t first) {
  for (std::size_t i = first, last = cases.size(); i < last; ++i)
    if (std::ranges::find(also_without_directions, cases[i].name) != std::end(also_without_directions))
      cases.push_back(without_directions(cases[i]));
}

bool is_also_golden(const Case& c) {
  static const std::vector<Glob> globs(std::begin(also_golden), std::end(also_golden));
  return std::ranges::any_of(globs, [&c](const Glob& glob) { return glob.matches(c.name); });
}

}  // namespace

ChosenNames chosen_names() {
  return {also_golden, smoke, also_without_directions};
}

const std::vector<Case>& built_in_cases() {
  static const std::vector<Case> all = [] {
    std::vector<Case> cases;
#define BINDPOSE_ALGORITHM(family, stem, id, title, levels, outputs, glsl) \
  {                                                                        \
    const std::size_t first = cases.size();                                \
    family::stem##_cases(cases);                                           \
    add_policies_at_once(cases, first);                                    \
    add_without_directions(cases, first);                                  \
    add_work_groups(cases, first);                                         \
  }
#include "reference/algorithms.def"
#undef BINDPOSE_ALGORITHM
    for (Case& c : cases) {
      c.golden = c.golden || is_also_golden(c);
      c.smoke = std::ranges::find(smoke, c.name) != std::end(smoke);
    }
    return cases;
  }();
  return all;
}

}  // namespace bindpose::conformance
