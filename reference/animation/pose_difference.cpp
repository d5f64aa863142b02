// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/pose_difference.h"

namespace bindpose::animation {
namespace pose_difference_question {

constexpr PoseWords reference_names{"reference_translations", "reference_rotations", "reference_scales"};

Declaration declaration() {
  return {.inputs = pose_arrays(plain_names, {"t_j", "q_j", "s_j"}, one_pose, "joint j in the pose") +
                    pose_arrays(reference_names, {"t_0,j", "q_0,j", "s_0,j"}, one_pose,
                                "joint j in the reference pose"),
          .outputs = pose_outputs({"dt_j", "dq_j", "ds_j"}, "difference of joint j", PoseKind::difference),
          .options = {delta_axes.spec(), delta_scales.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const auto pose = transforms(in, plain_names), reference = transforms(in, reference_names);
  std::vector<Trs<T>> d;
  for (std::size_t j = 0; j < pose.size(); ++j)
    d.push_back(pose_difference(pose[j], reference[j], in.chosen(delta_axes), in.chosen(delta_scales)));
  return pose_result(d);
}

}  // namespace pose_difference_question

BINDPOSE_IMPLEMENT(pose_difference)

}  // namespace bindpose::animation
