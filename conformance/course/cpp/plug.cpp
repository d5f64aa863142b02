// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The plug. Nothing needs to be written here but what the subject declares: the table of exercises and the limits below it.
#include "answers.h"

namespace course {
namespace {

constexpr engines::Answer<Exchange> answers[] = {
    engines::offers("fk.matrix", "pose", nullptr, answer_fk_matrix),
    engines::offers("fk.quaternion", "pose", nullptr, answer_fk_quaternion),
    engines::offers("skeleton.bones", "pose", nullptr, answer_bones),
    engines::offers("interp.lerp", "pose", nullptr, answer_lerp),
    engines::offers("interp.slerp", "pose", nullptr, answer_rotations<slerp>),
    engines::offers("anim.pose-loop", "pose", nullptr, answer_key_poses),
    engines::offers("rigid-parts", "palette pose", rigid_options, answer_rigid_parts),
    engines::offers("stitching", "palette pose", rigid_options, answer_stitching),
    engines::offers("skeleton.inverse-bind", "pose", nullptr, answer_inverse_bind),
    engines::offers("skeleton.palette", "pose", nullptr, answer_palette),
    engines::offers("lbs", "palette pose", linear_options, answer_linear_blend),
    engines::offers("interp.nlerp", "pose", nullptr, answer_rotations<nlerp>),
    engines::offers("anim.step", "pose", nullptr, answer_track<step_track>),
    engines::offers("anim.linear", "pose", nullptr, answer_track<linear_track>),
    engines::offers("anim.cubicspline", "pose", nullptr, answer_track<cubicspline_track>),
    engines::offers("dqs", "palette pose", pivot_options, answer_dual_quaternion),
    engines::offers("cor", "palette pose", pivot_options, answer_centre_of_rotation),
};

/// Larger inputs do not run; 0: no limit.
constexpr std::size_t most_vertices = 0, most_joints = 0, most_influences = 0;

}  // namespace
}  // namespace course

const bindpose_subject* bindpose_subject_entry(void) {
  using namespace course;
  static bindpose_subject subject =
      *engines::subject_of<Exchange, answers>(subject_name, "1", most_joints, most_influences);
  subject.most_vertices = most_vertices;
  return &subject;
}
