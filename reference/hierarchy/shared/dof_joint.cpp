// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/shared/dof_joint.h"

#include <fmt/format.h>

#include "reference/model/numbers_of.h"
#include "reference/model/question.h"

namespace bindpose::hierarchy {

Freedoms freedoms(JointType type) {
  constexpr Freedoms fixed{0, 0}, hinge{0, 1}, universal{0, 2}, ball{0, 3}, prismatic{1, 0}, free{3, 3};
  constexpr Freedoms all[] = {fixed, hinge, universal, ball, prismatic, free};
  return all[static_cast<std::size_t>(type)];
}

Expected<JointDofs> read_joint_dofs(const ArraySet& question, LimitRule rule) {
  BINDPOSE_TRY(const std::vector<Dof> dofs, read_dofs(question, "dof"));
  JointDofs result;
  for (const std::int32_t type : question.find("joint_types")->integers()) {
    const auto [slides, turns] = freedoms(static_cast<JointType>(type));
    const std::size_t first = result.values.size();
    result.joints.push_back({first, first + slides, first + slides + turns});
    for (std::size_t k = first; k < first + slides + turns; ++k) {
      if (k == dofs.size())
        return fail("COUNT_MISMATCH", fmt::format("joint_types[{}]", result.joints.size() - 1),
                    "more DOFs than numbers");
      BINDPOSE_TRY(const double value, limited_value(dofs[k], rule, "dof", k));
      result.values.push_back(value);
    }
  }
  if (result.values.size() < dofs.size())
    return fail("COUNT_MISMATCH", "dof_values",
                fmt::format("{} numbers, expected {}", dofs.size(), result.values.size()));
  return result;
}

void add_dof_joints(ArraySet& question, const std::vector<int>& parents,
                    const std::vector<DofJoint>& joints) {
  Array::Integers types;
  std::vector<Affine<double>> offsets;
  std::vector<Dof> dofs;
  std::vector<Vec3<double>> axes;
  for (const DofJoint& joint : joints) {
    types.push_back(static_cast<std::int32_t>(joint.type));
    offsets.push_back(joint.offset);
    dofs.insert(dofs.end(), joint.dofs.begin(), joint.dofs.end());
    axes.insert(axes.end(), joint.axes.begin(), joint.axes.end());
  }
  question.add("parents", {parents.size()}, Array::Integers(parents.begin(), parents.end()));
  question.add("joint_types", {joints.size()}, std::move(types));
  add_affines(question, "offsets", offsets);
  add_dofs(question, "dof", dofs);
  question.add("dof_axes", {dofs.size(), 3}, numbers_of(axes));
}

}  // namespace bindpose::hierarchy
