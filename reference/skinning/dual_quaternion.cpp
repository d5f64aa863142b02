// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/dual_quaternion.h"

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/motion_blending.h"

namespace bindpose::skinning {

const Choice<Turning> turnings{"formulation",
                               OptionSpec::Kind::formulation,
                               {{"quaternion", Turning::quaternion}, {"matrix", Turning::matrix}},
                               "how the blended rotation is applied",
                               2};

namespace dual_quaternion_question {

Declaration declaration() {
  return {
      .inputs = mesh_arrays() + influence_arrays() + rigid_palette_or_pose_arrays() +
                ArrayList{real("palette_stretches", "S_j", "J 3 3", Kind::stretch(Space::mesh),
                               "stretch of the joint, need not be symmetric; never computed from matrices")
                              .optional()
                              .finite()
                              .where_used()},
      .stages = rigid_palette_stages(),
      .outputs = surface_arrays(),
      .options = OptionList{sign_pivots.spec(), turnings.spec()} + motion_policies()};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const auto S = in.has("palette_stretches") ? in.matrices("palette_stretches") : std::vector<Mat3<T>>();
  const SignPivot pivot = in.chosen(sign_pivots);
  const Turning turning = in.chosen(turnings);
  return blend_motions(in, [&](const RestVertex<T>& rest, const std::vector<Rigid<T>>& M) {
    return dual_quaternion(rest, M, S, pivot, turning);
  });
}

}  // namespace dual_quaternion_question

BINDPOSE_IMPLEMENT(dual_quaternion)

}  // namespace bindpose::skinning
