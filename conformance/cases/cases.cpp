// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/cases.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "conformance/cases/shared/case_lists.h"
#include "conformance/cases/shared/policies_at_once.h"
#include "conformance/cases/shared/scene_case.h"
#include "conformance/cases/shared/work_groups.h"

namespace bindpose::conformance {
namespace {

/// Golden beside those that say so where they are made: what no other golden file kills they do (`bindpose power`).
constexpr std::string_view also_golden[] = {
    "examples.angle_driven_shape.bar.every-policy.first-four.decomposed.blend-of-inverse-transposes.nlerp."
    "kept-unit.without-shear.as-normals.renormalised.first-joint.pose.f32",
    "examples.angle_driven_shape.bar.every-policy.pose.f32",
    "examples.pose_correctives.bar.every-policy.pose.f32",
    "examples.pose_space.bar.every-policy.four-largest.decomposed.blend-of-inverse-transposes.by-influence."
    "nlerp.kept-unit.without-shear.pre-skinning.as-normals.renormalised.rest.pose.f32",
    "examples.shape_by_example.bar.every-policy.first-four.decomposed.blend-of-inverse-transposes.nlerp.kept-"
    "unit.without-shear.renormalised.rest.pose.f32",
    "examples.shape_by_example.bar.every-policy.pose.f32",
    "examples.spherical_joint_by_example.bar.every-policy.pose.f32",
    "morph.then_skin.bar.every-policy.first-four.decomposed.lbs.blend-of-inverse-transposes.nlerp.kept-unit."
    "without-shear.as-normals.renormalised.first-joint.pose.f32",
    "morph.then_skin.bar.every-policy.lbs.pose.f32",
    "skinning.batched.bar.every-policy.first-four.decomposed.inverse-transpose-of-blend.nlerp.kept-unit."
    "without-shear.as-normals.renormalised.first-joint.pose.f32",
    "skinning.batched.bar.every-policy.pose.f32",
    "skinning.batched.figure.reduced-3.palette.f32",
    "skinning.batched.figure.reduced-3.pose.f32",
    "skinning.bones_blending.bar.shuffled-sum-1.03.palette.f32",
    "skinning.bones_blending.bar.shuffled-sum-1.03.pose.f32",
    "skinning.bones_blending.bar.shuffled.pose.f32",
    "skinning.centre_of_rotation.bar.every-policy.first-four.largest-weight.nlerp.kept-unit.renormalised."
    "first-joint.pose.f32",
    "skinning.centre_of_rotation.bar.shuffled.first-influence.pose.f32",
    "skinning.dual_quaternion.bar.shuffled.first-influence.pose.f32",
    "skinning.linear_blend.crowd.influences-2.direction.palette.f32",
    "skinning.linear_blend.cylinder.twist-180.direction.pose.f32",
    "skinning.linear_blend.hose.joints-300.direction.palette.f32",
    "skinning.linear_blend.hose.joints-300.direction.pose.f32",
    "skinning.linear_blend.hose.unused-joint-nan.direction.palette.f32",
    "skinning.log_blend.bar.shuffled.pose.f32",
    "skinning.log_blend.chain.lead.pose.f32",
    "skinning.multi_weight.bar.missing-numbers.direction.palette.f32",
    "skinning.multi_weight.bar.negative-shuffled.direction.pose.f32",
    "skinning.multi_weight.crowd.influences-1.direction.palette.f32",
    "skinning.palette_parts.bar.every-policy.first-four.decomposed.inverse-transpose-of-blend.nlerp.kept-"
    "unit.without-shear.as-normals.renormalised.first-joint.pose.f32",
    "skinning.palette_parts.bar.every-policy.pose.f32",
    "skinning.palette_parts.hose.matrices-57.palette.f32",
    "skinning.palette_parts.hose.matrices-57.pose.f32",
    "skinning.spherical_blend.bar.shuffled.pose.f32",
    "skinning.spherical_joint_blend.bar.shuffled-sum-1.03.palette.f32",
    "skinning.spherical_joint_blend.bar.shuffled-sum-1.03.pose.f32",
    "skinning.spherical_joint_blend.bar.shuffled.pose.f32",
    "skinning.stretchable_twistable.bar.beyond.pose.f32",
    "skinning.stretchable_twistable.bar.every-influence-twice.pose.f32",
    "skinning.stretchable_twistable.bar.leaning.pose.f32",
    "skinning.stretchable_twistable.bar.rest.pose.f32",
    "skinning.stretchable_twistable.bar.short-bone.pose.f32",
    "skinning.stretchable_twistable.bar.shuffled.pose.f32",
    "skinning.stretchable_twistable.bar.turns-3.pose.f32",
    "skinning.stretchable_twistable.bar.weights-sum-0.98.pose.f32",
    "skinning.stretchable_twistable.bar.weights-tiny.pose.f32",
    "skinning.stretchable_twistable.cylinder.twist-180-small.pose.f32",
    "skinning.stretchable_twistable.hose.joints-300.pose.f32",
    "skinning.stretchable_twistable.hose.unused-joint-nan.palette.f32",
    "skinning.swing_twist.bar.beyond.pose.f32",
    "skinning.swing_twist.bar.halved.palette.f32",
    "skinning.swing_twist.bar.halved.pose.f32",
    "skinning.swing_twist.bar.leaning.pose.f32",
    "skinning.swing_twist.bar.rest.pose.f32",
    "skinning.swing_twist.bar.rigid.pose.f32",
    "skinning.swing_twist.bar.shuffled-sum-1.03.palette.f32",
    "skinning.swing_twist.bar.shuffled-sum-1.03.pose.f32",
    "skinning.swing_twist.bar.shuffled.pose.f32",
    "skinning.swing_twist.bar.spread-sum-0.98.pose.f32",
    "skinning.swing_twist.bar.weights-sum-0.98.pose.f32",
    "skinning.swing_twist.bar.weights-tiny.pose.f32",
    "skinning.swing_twist.cylinder.twist-180-small.pose.f32",
    "skinning.swing_twist.cylinder.twist-200.pose.f32",
    "skinning.swing_twist.hose.joints-300.pose.f32",
    "skinning.swing_twist.hose.unused-joint-nan.palette.f32",
    "surface.delta_mush.tube.every-policy.pose.f32",
    "surface.delta_mush.tube.loose-vertex.uniform.palette.f32",
    "surface.delta_mush.tube.loose-vertex.uniform.pose.f32",
    "surface.delta_mush.tube.mirrored.uniform.palette.f32",
    "surface.delta_mush.tube.mirrored.uniform.pose.f32",
    "surface.delta_mush.tube.scaled.uniform.pose.f32",
    "surface.delta_mush.tube.unused-joint-nan.uniform.palette.f32",
    "surface.direct_delta_mush.tube.loose-vertex.pose.f32",
    "surface.direct_delta_mush.tube.scaled.pose.f32",
    "surface.direct_delta_mush.tube.unsmoothed.palette.f32",
    "surface.direct_delta_mush.tube.unused-joint-nan.palette.f32",
    "surface.direct_delta_mush_omegas.tube.loose-vertex.uniform.palette.f32",
    "surface.volume_preserving.tube.every-policy.pose.f32",
    "surface.volume_preserving.tube.grown.palette.f32",
    "surface.volume_preserving.tube.grown.pose.f32",
    "surface.volume_preserving.tube.loose-vertex.palette.f32",
    "surface.volume_preserving.tube.loose-vertex.pose.f32",
    "surface.volume_preserving.tube.unused-joint-nan.palette.f32",
    "surface.volume_preserving.two-tubes.one-free.palette.f32",
    "surface.volume_preserving.two-tubes.one-free.pose.f32",
};

/// The few that see every registered mistake that all cases see; `bindpose power --keep-smoke` chooses them.
constexpr std::string_view smoke[] = {
#include "conformance/cases/smoke.inc"
};

/// Asked once more, with normals and tangents some of which are 0: at rest there is no direction, and none comes of it.
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
  asked.question = [ask = c.question] { return with_zero_directions(ask()); };
  asked.purpose = "Normals and tangents of length 0 have no direction; positions do not mind.";
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
  return std::find(std::begin(also_golden), std::end(also_golden), c.name) != std::end(also_golden);
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
