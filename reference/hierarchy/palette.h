// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Skinning matrices: the kernel. The page is reference/hierarchy/palette.md.
#pragma once

#include "reference/numeric/rigid.h"

namespace bindpose::hierarchy {

/// M_j = W_j A_j. W: world_from_joint; A: joint_from_mesh at bind time; M: mesh_from_mesh; metres.
template <class T>
Affine<T> skinning_matrix(const Affine<T>& W, const Affine<T>& A) {
  return stored_entries(W * A);
}

/// q_j = q_W q_A, t_j = q_W(t_A) + t_W.
template <class T>
Rigid<T> skinning_matrix(const Rigid<T>& W, const Rigid<T>& A) {
  const Rigid<T> M = W * A;
  return {stored_entries(M.rotation), stored_entries(M.translation)};
}

}  // namespace bindpose::hierarchy
