// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Direct delta mush, precomputation: the kernel. The page is reference/surface/direct_delta_mush_omegas.md, smoothing
// is in shared/laplacian.h.
#pragma once

#include "reference/surface/shared/laplacian.h"

namespace bindpose::surface {

inline constexpr int moment_count = 10;
template <class T>
using Moments = Eigen::Matrix<T, moment_count, 1>;

/// The upper triangle of u u^T, row by row, u = (x, 1).
template <class T>
Moments<T> outer(const Vec3<T>& x) {
  Moments<T> m;
  m << x[0] * x[0], x[0] * x[1], x[0] * x[2], x[0],  //
      x[1] * x[1], x[1] * x[2], x[1],                //
      x[2] * x[2], x[2],                             //
      T(1);
  return m;
}

/// Omega_ij = sum_k B_ik w_kj u_k u_k^T for one joint j and all vertices i [#vertices]: B smooths the ten numbers of
/// each vertex as positions. x at rest, w of every slot.
template <class T>
std::vector<Moments<T>> direct_delta_mush_omegas(const std::vector<Vec3<T>>& x, const Influences& slots,
                                                 const std::vector<T>& w, std::size_t j,
                                                 const Laplacian<T>& L, const Smoothing& smoothing) {
  std::vector<Moments<T>> Omega(x.size(), Moments<T>::Zero());
  for (std::size_t k = 0; k < x.size(); ++k) {
    for (std::size_t i = k * slots.width; i < (k + 1) * slots.width; ++i)
      if (slots.joints[i] == j && w[i] != T(0)) Omega[k] += w[i] * outer(x[k]);
    Omega[k] = stored_entries(Omega[k]);
  }
  smooth<T, moment_count>(L, smoothing, Omega);
  return Omega;
}

}  // namespace bindpose::surface
