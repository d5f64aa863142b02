// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Rest and animation chained: the kernel. The page is reference/hierarchy/fk_product.md.
#pragma once

#include "reference/hierarchy/fk_matrix.h"
#include "reference/hierarchy/inverse_bind.h"
#include "reference/hierarchy/palette.h"

namespace bindpose::hierarchy {

/// Inverse rest chain [#joints]: M_mb,j = A_j M_mb,p(j), and A_j at a root, with A_j = M_rest,j^-1.
template <class T>
std::vector<Affine<T>> inverse_chain(const std::vector<int>& p, const std::vector<Affine<T>>& A) {
  std::vector<Affine<T>> M_mb(A.size());
  for (const std::size_t j : topological_order(p))
    M_mb[j] = p[j] < 0 ? A[j] : A[j] * M_mb[static_cast<std::size_t>(p[j])];
  return M_mb;
}
template <>  // shared/chain_bound.cpp
std::vector<Affine<Tracked>> inverse_chain(const std::vector<int>& p, const std::vector<Affine<Tracked>>& A);

/// Matrices of each joint [#joints].
template <class T>
struct ProductChain {
  std::vector<Affine<T>> model_from_bone;  ///< M_bm
  std::vector<Affine<T>> bone_from_model;  ///< M_mb
  std::vector<Affine<T>> palette;          ///< M_j = M_bm,j M_mb,j
};

/// M_rest: parent_from_joint, metres; q: R_anim,j as unit quaternions [#joints].
template <class T>
ProductChain<T> fk_product(const std::vector<int>& p, const std::vector<Affine<T>>& M_rest,
                           const std::vector<Quat<T>>& q, InverseOrder order) {
  std::vector<Affine<T>> L, A, M;
  for (std::size_t j = 0; j < p.size(); ++j) {
    L.push_back(M_rest[j] * Affine<T>{rotation_matrix(q[j]), Vec3<T>::Zero()});
    A.push_back(inverse_bind(M_rest[j], order));
  }
  const std::vector<Affine<T>> M_bm = world_transforms(p, L), M_mb = inverse_chain(p, A);
  for (std::size_t j = 0; j < p.size(); ++j)
    M.push_back(skinning_matrix(M_bm[j], M_mb[j]));
  return {M_bm, M_mb, M};
}

}  // namespace bindpose::hierarchy
