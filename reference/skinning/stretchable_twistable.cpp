// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/stretchable_twistable.h"

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/motion_blending.h"
#include "reference/skinning/stretchable_twistable_bound.h"

namespace bindpose::skinning {

const Choice<TwistForm> twist_forms{
    "formulation",
    OptionSpec::Kind::formulation,
    {{"rodrigues", TwistForm::rodrigues}, {"combined-quaternion", TwistForm::combined_quaternion}},
    "how a direction is twisted and rotated",
    2};

namespace stretchable_twistable_question {

Declaration declaration() {
  return {.inputs = mesh_arrays() + influence_arrays() + rigid_palette_or_pose_arrays() +
                    ArrayList{bone_heads().finite().where_used(), bone_tails().finite().where_used(),
                              endpoint_weights(),
                              real("stretches", "s_j", "J 3",
                                   Kind::offset(Space::mesh).said("before the rotation; metres").at_bind(),
                                   "stretch of the bone's tail")
                                  .finite()
                                  .where_used(),
                              real("twists", "tau_j", "J", Kind::turn(),
                                   "twist of the bone's tail about the bone, any number of turns")
                                  .finite()
                                  .where_used()},
          .stages = rigid_palette_stages(),
          .outputs = surface_arrays(),
          .options = OptionList{twist_forms.spec()} + motion_policies()};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::vector<Bone<T>> of_joints = bones(in);
  const std::vector<Vec3<T>> s = in.template rows<3>("stretches");
  const std::vector<T> tau = in.numbers("twists"), e = in.numbers("endpoint_weights");
  const TwistForm form = in.chosen(twist_forms);
  const ZeroSum zero = in.chosen(zero_sums);
  BINDPOSE_TRY(auto q, read_skinned_mesh<Rigid>(in));
  apply_weight_policies(in, q);
  return deform(q, [&](const RestVertex<T>& rest) -> Expected<DeformedVertex<T>> {
    if (zero == ZeroSum::rest && rest.influences.empty()) return at_rest(rest);
    for (const Influence<T>& i : rest.influences)
      if (tau[i.j] != T(0)) BINDPOSE_CHECK(require_direction(of_joints[i.j], i.j));
    return stretchable_twistable(rest, q.M, of_joints, s, tau, e, form);
  });
}

}  // namespace stretchable_twistable_question

BINDPOSE_IMPLEMENT(stretchable_twistable)

}  // namespace bindpose::skinning
