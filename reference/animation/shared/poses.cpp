// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/shared/poses.h"

namespace bindpose::animation {
namespace poses {
namespace {

ArrayList arrays(const PoseWords& names, const PoseWords& symbols, const PoseWords& shapes,
                 std::string_view meaning, PoseKind kind) {
  const bool is_pose = kind == PoseKind::pose;
  const Kind t = is_pose ? Kind::translation(Space::parent, Space::joint) : Kind::offset(Space::parent);
  const Kind q = Kind::rotation(Space::parent, is_pose ? Space::joint : Space::parent);
  return {
      real(names.translations, symbols.translations, shapes.translations, t, meaning),
      real(names.rotations, symbols.rotations, shapes.rotations, q, meaning),
      real(names.scales, symbols.scales, shapes.scales, Kind::scale(Space::parent, Space::joint), meaning)};
}

}  // namespace
}  // namespace poses

const Choice<DeltaAxes> delta_axes{
    .name = "delta_axes",
    .values = {{"parent", DeltaAxes::parent}, {"joint", DeltaAxes::joint}},
    .meaning =
        "whether rotation differences use the parent's axes, on the left, or the joint's own, on the right"};
const Choice<DeltaScale> delta_scales{
    .name = "delta_scales",
    .values = {{"factor", DeltaScale::factor}, {"difference", DeltaScale::difference}},
    .meaning = "whether scale differences are multiplied or added"};

ArrayList pose_arrays(const PoseWords& names, const PoseWords& symbols, const PoseWords& shapes,
                      std::string_view meaning, PoseKind kind) {
  const ArrayList pose = poses::arrays(names, symbols, shapes, meaning, kind);
  return {pose[0].finite(), pose[1].unit_quaternions(), pose[2].finite()};
}

ArrayList pose_outputs(const PoseWords& symbols, std::string_view meaning, PoseKind kind) {
  ArrayList pose = poses::arrays(plain_names, symbols, one_pose, meaning, kind);
  pose[1] = pose[1].rotations();
  return pose;
}

}  // namespace bindpose::animation
