// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: joints with degrees of freedom, as values and as the arrays of an input.
#pragma once

#include "reference/model/dof.h"
#include "reference/numeric/transform.h"

namespace bindpose::hierarchy {

enum class JointType { fixed, hinge, universal, ball, prismatic, free };

/// How many DOFs of a joint type slide, and how many rotate.
struct Freedoms {
  std::size_t slides = 0;
  std::size_t turns = 0;
};
Freedoms freedoms(JointType type);

/// A joint's range in the list of all DOFs: those from `slides` to `turns` slide, those from `turns` to `end` rotate.
struct DofRange {
  std::size_t slides, turns, end;
};

/// The DOFs of an input's joints, within their limits.
struct JointDofs {
  std::vector<DofRange> joints;
  std::vector<double> values;
};
/// Errors COUNT_MISMATCH and those of limited_value().
Expected<JointDofs> read_joint_dofs(const ArraySet& question, LimitRule rule);

struct DofJoint {
  JointType type = JointType::fixed;
  Affine<double> offset;           ///< parent_from_joint if every value is 0
  std::vector<Dof> dofs;           ///< slides, then turns
  std::vector<Vec3<double>> axes;  ///< [#dofs], in the joint's space
};

/// Adds the arrays of such joints to an input.
void add_dof_joints(ArraySet& question, const std::vector<int>& parents, const std::vector<DofJoint>& joints);

}  // namespace bindpose::hierarchy
