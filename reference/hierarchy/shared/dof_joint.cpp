// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/shared/dof_joint.h"

#include <utility>

#include "reference/model/question.h"

namespace bindpose::hierarchy {

Freedoms freedoms(JointType type) {
  switch (type) {
    case JointType::fixed:
      return {0, 0};
    case JointType::hinge:
      return {0, 1};
    case JointType::universal:
      return {0, 2};
    case JointType::ball:
      return {0, 3};
    case JointType::prismatic:
      return {1, 0};
    case JointType::free:
      return {3, 3};
  }
  return {};
}

void add_dof_joints(ArraySet& question, const std::vector<int>& parents,
                    const std::vector<DofJoint>& joints) {
  Array::Integers types;
  std::vector<Affine<double>> offsets;
  std::vector<Dof> dofs;
  Array::Reals axes;
  for (const DofJoint& joint : joints) {
    types.push_back(static_cast<std::int32_t>(joint.type));
    offsets.push_back(joint.offset);
    dofs.insert(dofs.end(), joint.dofs.begin(), joint.dofs.end());
    for (const Vec3<double>& axis : joint.axes)
      axes.insert(axes.end(), axis.begin(), axis.end());
  }
  question.add("parents", {parents.size()}, Array::Integers(parents.begin(), parents.end()));
  question.add("joint_types", {joints.size()}, std::move(types));
  add_affines(question, "offsets", offsets);
  add_dofs(question, "dof", dofs);
  question.add("dof_axes", {dofs.size(), 3}, std::move(axes));
}

}  // namespace bindpose::hierarchy
