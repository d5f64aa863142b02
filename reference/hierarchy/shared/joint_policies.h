// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: conventions about joints in which engines differ: whether a joint's scale shears its children, and whether
// rotations that are not quite unit are made so.
//
// Formula. Without shear rotation and scale go down the chain each for itself:
//   s_j = s_p * s_jl        by components
//   q_j = q_p q_jl
//   t_j = q_p(s_p * t_jl) + t_p
//   W_j = (R(q_j) diag(s_j) | t_j)
//
// Source. OGRE 1.12, Node::updateFromParentImpl.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/hierarchy/fk_quaternion.h"
#include "reference/model/declaration.h"
#include "reference/model/pose.h"
#include "reference/model/rig.h"

namespace bindpose::hierarchy {

enum class ScaleInheritance { with_shear, without_shear };
inline const Choice<ScaleInheritance> scale_inheritances{
    .name = "scale_inheritance",
    .values = {{"with-shear", ScaleInheritance::with_shear},
               {"without-shear", ScaleInheritance::without_shear}},
    .meaning = "whether matrices go down the chain, or rotation and scale each for itself",
    .only_pose = true,
    .only_declared = true};

enum class RotationLength { as_given, kept_unit };
inline const Choice<RotationLength> rotation_lengths{
    .name = "rotations",
    .values = {{"as-given", RotationLength::as_given}, {"kept-unit", RotationLength::kept_unit}},
    .meaning = "whether a joint's quaternion is normalized before use",
    .only_pose = true,
    .only_declared = true};

inline OptionList joint_policies() {
  return {scale_inheritances.spec(), rotation_lengths.spec()};
}

/// W_j from p(j) and locals that are translation, rotation and scale; world_from_joint, metres [#joints].
template <class T>
std::vector<Affine<T>> world_without_shear(const std::vector<int>& p, const std::vector<Trs<T>>& jl) {
  std::vector<Vec3<T>> s(jl.size());
  std::vector<Rigid<T>> local(jl.size());
  for (const std::size_t j : topological_order(p)) {
    const Vec3<T> s_p = p[j] < 0 ? Vec3<T>::Ones().eval() : s[static_cast<std::size_t>(p[j])];
    s[j] = s_p.cwiseProduct(jl[j].scale);
    local[j] = {jl[j].rotation, s_p.cwiseProduct(jl[j].translation)};
  }
  std::vector<Affine<T>> W;
  for (const Rigid<T>& world : world_transforms(p, local, RotationForm::cross_products))
    W.push_back({rotation_matrix(world.rotation) * s[W.size()].asDiagonal(), world.translation});
  return W;
}

}  // namespace bindpose::hierarchy
