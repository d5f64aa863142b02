// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Forward kinematics with matrices: the kernel. The page is reference/hierarchy/fk_matrix.md.
#pragma once

#include "reference/model/pose.h"
#include "reference/model/rig.h"
#include "reference/numeric/scalar.h"

namespace bindpose::hierarchy {

/// L_j = T_j R_j S_j = (R_j diag(s) | t), or the matrix that joint j is given as.
template <class T>
std::vector<Affine<T>> local_transforms(const std::vector<LocalTransform<T>>& joints) {
  std::vector<Affine<T>> L;
  for (const LocalTransform<T>& joint : joints)
    L.push_back(affine_from_local(joint));
  return L;
}

/// W_j = W_p(j) L_j; W_j = L_j for a root. world_from_joint and parent_from_joint, metres [#joints].
template <class T>
std::vector<Affine<T>> world_transforms(const std::vector<int>& p, const std::vector<Affine<T>>& L) {
  std::vector<Affine<T>> W(L.size());
  for (const std::size_t j : topological_order(p))
    W[j] = p[j] < 0 ? L[j] : W[static_cast<std::size_t>(p[j])] * L[j];
  return W;
}
template <>  // shared/chain_bound.cpp
std::vector<Affine<Tracked>> world_transforms(const std::vector<int>& p,
                                              const std::vector<Affine<Tracked>>& L);

}  // namespace bindpose::hierarchy
