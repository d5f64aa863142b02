// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/fk_dof.h"

#include "reference/hierarchy/fk_matrix.h"
#include "reference/model/common_arrays.h"
#include "reference/model/surface.h"

namespace bindpose::hierarchy {

const Choice<TurnForm> turn_forms{"formulation",
                                  OptionSpec::Kind::formulation,
                                  {{"rodrigues", TurnForm::rodrigues}, {"quaternion", TurnForm::quaternion}},
                                  "how the rotations of a joint are multiplied",
                                  2};
namespace fk_dof_question {

const Choice<LimitRule> limit_rules{"limits",
                                    OptionSpec::Kind::policy,
                                    {{"clamp", LimitRule::clamp}, {"reject", LimitRule::reject}},
                                    "whether a value beyond its limits is clamped or an error"};

Declaration declaration() {
  return {.inputs = parent_arrays() +
                    ArrayList{integer("joint_types", "type_j", "J", "type of the joint").within(0, 5),
                              real("offsets", "offset_j", "J 3 4", Kind::affine(Space::parent, Space::joint),
                                   "local transform where every phi_k is 0, rows (C | t)")
                                  .finite(),
                              real("dof_values", "value_k", "N",
                                   Kind::other("radians of a rotation, metres of a slide"),
                                   "degrees of freedom (DOFs): those of joint 0, then those of joint 1, ...")
                                  .finite(),
                              real("dof_limits", "lower_k, upper_k", "N 2", Kind::other("as the value"),
                                   "limits; infinite: no limit"),
                              real("dof_axes", "a_k", "N 3", Kind::other("joint space"),
                                   "axis, divided by its length before use")
                                  .unit_axes()},
          .stages = {real("locals", "L_j", "J 3 4", Kind::affine(Space::parent, Space::joint),
                          "local transform, rows (C | t)")},
          .outputs = world_arrays(),
          .options = {limit_rules.spec(), turn_forms.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(const JointDofs dofs, read_joint_dofs(in.arrays(), in.chosen(limit_rules)));
  const std::vector<T> phi(dofs.values.begin(), dofs.values.end());
  std::vector<Vec3<T>> a = in.template rows<3>("dof_axes");
  std::vector<Affine<T>> L = in.affines("offsets");
  for (Vec3<T>& axis : a)
    static_cast<void>(normalize(axis));  // Every axis is nonzero: already checked.
  for (std::size_t j = 0; j < L.size(); ++j)
    L[j] = stored_entries(L[j] * joint_motion(dofs.joints[j], a, phi, in.chosen(turn_forms)));
  return Result<T>{
      {to_result_array("locals", L), to_result_array("world", world_transforms(in.integers("parents"), L))},
      {}};
}

}  // namespace fk_dof_question

BINDPOSE_IMPLEMENT(fk_dof)

}  // namespace bindpose::hierarchy
