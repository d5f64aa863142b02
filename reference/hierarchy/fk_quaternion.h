// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Forward kinematics with quaternions: the kernel. The page is reference/hierarchy/fk_quaternion.md.
#pragma once

#include "reference/model/declaration.h"
#include "reference/model/rig.h"
#include "reference/numeric/rigid.h"

namespace bindpose::hierarchy {

enum class RotationForm { cross_products, rotation_matrix };
extern const Choice<RotationForm> rotation_forms;

/// q(x).
template <class T>
Vec3<T> rotate_point(const Quat<T>& q, const Vec3<T>& x, RotationForm form) {
  if (form == RotationForm::rotation_matrix) return rotation_matrix(q) * x;
  return rotate(q, x);
}

/// q_j = q_p q_jl, t_j = q_p(t_jl) + t_p.
template <class T>
Rigid<T> child_of(const Rigid<T>& p, const Rigid<T>& jl, RotationForm form) {
  return {quaternion_product(p.rotation, jl.rotation),
          rotate_point(p.rotation, jl.translation, form) + p.translation};
}

/// (q_j, t_j) from (q_jl, t_jl), the same for a root; world_from_joint and parent_from_joint, metres [#joints].
template <class T>
std::vector<Rigid<T>> world_transforms(const std::vector<int>& p, const std::vector<Rigid<T>>& local,
                                       RotationForm form) {
  std::vector<Rigid<T>> world(local.size());
  for (const std::size_t j : topological_order(p))
    world[j] = p[j] < 0 ? local[j] : child_of(world[static_cast<std::size_t>(p[j])], local[j], form);
  return world;
}
template <>  // shared/chain_bound.cpp
std::vector<Rigid<Tracked>> world_transforms(const std::vector<int>& p,
                                             const std::vector<Rigid<Tracked>>& local, RotationForm form);

}  // namespace bindpose::hierarchy
