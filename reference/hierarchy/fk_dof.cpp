// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/fk_dof.h"

#include <fmt/format.h>

#include "reference/hierarchy/fk_matrix.h"
#include "reference/model/common_arrays.h"
#include "reference/model/surface.h"

namespace bindpose::hierarchy {
namespace {

const Choice<LimitRule> limit_rules{"limits",
                                    OptionSpec::Kind::policy,
                                    {{"clamp", LimitRule::clamp}, {"reject", LimitRule::reject}},
                                    "what a value beyond its limits is: its nearest limit, or an error"};

const Declaration& declaration() {
  static const Declaration declared{
      .inputs =
          parent_arrays() +
          ArrayList{integer("joint_types", "type_j", "J").means("type of the joint").within(0, 5),
                    real("offsets", "offset_j", "J 3 4")
                        .in("parent_from_joint, metres")
                        .means("local transform where every phi_k is 0, rows (C | t)")
                        .finite(),
                    real("dof_values", "value_k", "N")
                        .in("radians of a turn, metres of a slide")
                        .means("degrees of freedom (DOFs): those of joint 0, then those of joint 1, ...")
                        .finite(),
                    real("dof_limits", "lower_k, upper_k", "N 2")
                        .in("as the value")
                        .means("limits; infinite: no limit"),
                    real("dof_axes", "a_k", "N 3")
                        .in("joint space")
                        .means("axis, divided by its length before use")
                        .unit_axes()},
      .stages = {real("locals", "L_j", "J 3 4")
                     .in("parent_from_joint, metres")
                     .means("local transform, rows (C | t)")},
      .outputs = world_arrays(),
      .options = {limit_rules.spec(), turn_forms.spec()}};
  return declared;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(const std::vector<Dof> dofs, read_dofs(in.arrays(), "dof"));
  const std::vector<Vec3<T>> axes = in.template rows<3>("dof_axes");
  std::vector<Affine<T>> L = in.affines("offsets");
  std::size_t k = 0;
  for (std::size_t j = 0; j < L.size(); ++j) {
    const auto type = static_cast<JointType>(in.integers("joint_types")[j]);
    const auto [slides, turns] = freedoms(type);
    std::vector<Vec3<T>> a;
    std::vector<T> phi;
    for (const std::size_t end = k + slides + turns; k < end; ++k) {
      if (k == dofs.size())
        return fail("COUNT_MISMATCH", fmt::format("joint_types[{}]", j), "more DOFs than numbers");
      BINDPOSE_TRY(const double value, limited_value(dofs[k], in.chosen(limit_rules), "dof", k));
      phi.push_back(T(value));
      a.push_back(axes[k]);
      if (!normalize(a.back())) return fail("NOT_UNIT", fmt::format("dof_axes[{}]", k), "a length of 0");
    }
    L[j] = stored_entries(L[j] * joint_motion<T>(type, a, phi, in.chosen(turn_forms)));
  }
  if (k < dofs.size())
    return fail("COUNT_MISMATCH", "dof_values", fmt::format("{} numbers, expected {}", dofs.size(), k));
  return Result<T>{
      {to_result_array("locals", L), to_result_array("world", world_transforms(in.integers("parents"), L))},
      {}};
}

}  // namespace

BINDPOSE_IMPLEMENT(fk_dof)

}  // namespace bindpose::hierarchy
