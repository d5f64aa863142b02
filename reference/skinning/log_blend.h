// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Log-matrix blending: the kernel. The page is reference/skinning/log_blend.md.
#pragma once

#include "reference/numeric/rigid_log.h"
#include "reference/skinning/shared/vertex.h"

namespace bindpose::skinning {

/// M = exp(sum_i w_i log M_i);  x' = M x. M_j: [#joints]; log and exp: reference/numeric/rigid_log.h.
template <class T>
DeformedVertex<T> log_blend(const RestVertex<T>& rest, const std::vector<Rigid<T>>& M_j) {
  bindpose::RigidLog<T> sum;
  for (const Influence<T>& i : rest.influences) {
    const bindpose::RigidLog<T> log = bindpose::rigid_log(M_j[i.j]);
    sum.h += i.w * log.h;
    sum.nu += i.w * log.nu;
  }
  const Rigid<T> M = bindpose::rigid_exp(sum);
  return carried(M, rest);
}

}  // namespace bindpose::skinning
