// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/swing_twist.h"

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/motion_blending.h"

namespace bindpose::skinning {
namespace swing_twist_question {

const Choice<animation::AngleForm> angle_forms{
    "formulation",
    OptionSpec::Kind::formulation,
    {{"half-angle", animation::AngleForm::half_angle}, {"arccosine", animation::AngleForm::arccosine}},
    "how the swing's angle is computed",
    2};

Declaration declaration() {
  return {.inputs = mesh_arrays() + influence_arrays() +
                    rigid_palette_or_pose_arrays({parent_arrays()[0].counted()}) +
                    ArrayList{bone_heads(), bone_tails(), endpoint_weights().optional()},
          .stages = rigid_palette_stages(),
          .outputs = surface_arrays(),
          .options = OptionList{angle_forms.spec()} + motion_policies()};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::vector<Bone<T>> of_joints = bones(in);
  const auto e = in.has("endpoint_weights") ? in.numbers("endpoint_weights") : std::vector<T>();
  const animation::AngleForm form = in.chosen(angle_forms);
  return blend_motions(
      in, [&](const RestVertex<T>& rest, const std::vector<Rigid<T>>& M) -> Expected<DeformedVertex<T>> {
        BINDPOSE_TRY(const Bend<T> bend, bend_at(rest, in.integers("parents"), e));
        if (bend.i < 0) return carried(M[bend.j], rest);
        BINDPOSE_CHECK(require_motion(in, static_cast<std::size_t>(bend.i)));
        BINDPOSE_CHECK(require_direction(of_joints[bend.j], bend.j));
        return swing_twist(rest, bend, M, of_joints, form);
      });
}

}  // namespace swing_twist_question

BINDPOSE_IMPLEMENT(swing_twist)

}  // namespace bindpose::skinning
