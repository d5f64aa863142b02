// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/swing_twist.h"

#include <fmt/format.h>

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/rigid_loop.h"

namespace bindpose::skinning {
namespace {

const Choice<animation::AngleForm> angle_forms{
    "formulation",
    OptionSpec::Kind::formulation,
    {{"half-angle", animation::AngleForm::half_angle}, {"arccosine", animation::AngleForm::arccosine}},
    "how the swing's angle is computed",
    2};

const Declaration& declaration() {
  static const Declaration declared{
      .inputs = mesh_arrays() + influence_arrays() +
                rigid_palette_or_pose_arrays({parent_arrays()[0].counted()}) +
                ArrayList{bone_heads(), bone_tails(), endpoint_weights().optional()},
      .stages = rigid_palette_stages(),
      .outputs = surface_arrays(),
      .options = {angle_forms.spec()}};
  return declared;
}

/// Errors NOT_APPLICABLE, PARAMETER_RANGE; where a twist is spread what the parent's motion and the child's bone lack.
template <class T>
Expected<void> check_bend(const Inputs<T>& in, std::size_t v,
                          const std::vector<Influence<double>>& influences,
                          const std::vector<Bone<T>>& bones) {
  const std::vector<int>& parents = in.integers("parents");
  const JointList joints = joints_of(influences);
  if (joints.size() > 1 && !bones_of(joints, parents))
    return fail("NOT_APPLICABLE", fmt::format("joints[{}]", v),
                "expected one joint, or a joint and its parent");
  const auto [i, j, w, e] = bend_at<double>(
      influences, parents, in.has("endpoint_weights") ? in.reals("endpoint_weights").data() : nullptr);
  if (!(w <= 1))
    return fail("PARAMETER_RANGE",
                fmt::format("weights[{}, {}]", v, first_slot_of(j, influences) % in.extent("K")),
                fmt::format("{:.9g}, expected at most 1", w));
  if (i < 0) return {};
  if (in.level() == Level::palette)
    BINDPOSE_CHECK(require_rigid(in.arrays(), "palette", static_cast<std::size_t>(i)));
  BINDPOSE_CHECK(require_finite(bones[j], j));
  return require_direction(bones[j], j);
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::vector<Bone<T>> of_joints = bones(in);
  BINDPOSE_CHECK(
      check_influences(in, [&](auto v, const auto& i) { return check_bend(in, v, i, of_joints); }));
  const auto e = in.has("endpoint_weights") ? in.numbers("endpoint_weights") : std::vector<T>();
  const animation::AngleForm form = in.chosen(angle_forms);
  return deform_rigidly(in, [&](const RestVertex<T>& rest, const std::vector<Rigid<T>>& M) {
    const T* shares = in.has("endpoint_weights") ? e.data() : nullptr;
    return swing_twist(rest, bend_at(rest.influences, in.integers("parents"), shares), M, of_joints, form);
  });
}

}  // namespace

BINDPOSE_IMPLEMENT(swing_twist)

}  // namespace bindpose::skinning
