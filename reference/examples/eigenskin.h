// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// EigenSkin: the kernel. The page is reference/examples/eigenskin.md.
#pragma once

#include <numeric>
#include <optional>

#include "reference/examples/shared/example_meshes.h"
#include "reference/numeric/singular_columns.h"

namespace bindpose::examples {

/// Displacements d_k = B^-1 x_k - x_0, dn_k = L^-1 n_k - n_0 with B = sum_i w_i M_i^k = (L | ..), as a RestVertex. Empty if B has no inverse.
template <class T>
std::optional<RestVertex<T>> displacement_at_rest(const RestVertex<T>& rest, RestVertex<T> posed,
                                                  const std::vector<Affine<T>>& M, InverseOrder order) {
  const Affine<T> B = stored_entries(blended(rest, M));
  if (!has_inverse(B)) return std::nullopt;
  const Affine<T> back = hierarchy::inverse_bind(B, order);
  posed.x = stored_entries(Vec3<T>(back * posed.x - rest.x));
  posed.n = stored_entries(Vec3<T>(back.linear * posed.n - rest.n));
  return posed;
}

/// True if the vertex is in a joint's support: |d_k| > h in one of the joint's examples. d: displacements in these examples.
template <class T>
bool is_displaced(const std::vector<Vec3<T>>& d, const T& h) {
  return std::any_of(d.begin(), d.end(), [&](const Vec3<T>& d_k) { return h * h < d_k.squaredNorm(); });
}

/// D = U diag(s) V^T, and its part by the r largest singular values.
template <class T>
struct Truncated {
  std::vector<T> s;      ///< the largest first [#columns]
  T eta = T(1);          ///< sum_b s_b^2, b <= r, of all of them
  DynamicMatrix<T> D_r;  ///< sum_b u_b s_b v_b^T, b <= r
};

template <class T>
Truncated<T> truncated(const DynamicMatrix<T>& D, std::size_t r) {
  const SingularColumns<T> svd = singular_columns(D);
  const std::vector<T> s = lengths_of(svd.US);
  std::vector<Eigen::Index> order(s.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) {
    return to_double(s[static_cast<std::size_t>(a)]) > to_double(s[static_cast<std::size_t>(b)]);
  });
  Truncated<T> left{{}, T(1), DynamicMatrix<T>::Zero(D.rows(), D.cols())};
  T kept(0), all(0);
  for (const Eigen::Index b : order) {
    const T s_b = s[static_cast<std::size_t>(b)];
    left.s.push_back(s_b);
    all += s_b * s_b;
    if (left.s.size() > r) continue;
    kept += s_b * s_b;
    for (Eigen::Index i = 0; i < D.rows(); ++i)
      for (Eigen::Index k = 0; k < D.cols(); ++k)
        left.D_r(i, k) += svd.US(i, b) * svd.V(k, b);
  }
  if (to_double(all) > 0) left.eta = kept / all;
  return left;
}

/// x_0 + sum_b a_b u_b; u: [#coefficients][#vertices].
template <class T>
Vec3<T> corrected(Vec3<T> x, std::size_t v, const std::vector<T>& a,
                  const std::vector<std::vector<Vec3<T>>>& u) {
  for (std::size_t b = 0; b < a.size(); ++b)
    x += a[b] * u[b][v];
  return x;
}

}  // namespace bindpose::examples
