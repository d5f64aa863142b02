// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Pose space deformation: the kernel. The page is reference/examples/pose_space.md.
#pragma once

#include <optional>

#include "reference/examples/shared/example_meshes.h"
#include "reference/skinning/shared/linear_blending.h"

namespace bindpose::examples {

enum class PoseSpace { joint, pre_skinning };

/// d_k: joint (C_j^k)^-1 (x_k - sum_i w_i M_i^k x), pre-skinning (sum_i w_i M_i^k)^-1 x_k - x; j: the vertex's joint. Empty if a matrix
/// has no inverse.
template <class T>
std::optional<Vec3<T>> displacement(const RestVertex<T>& rest, std::uint32_t j, const Vec3<T>& x_k,
                                    const std::vector<Affine<T>>& M, PoseSpace space, InverseOrder order) {
  const Affine<T> B = stored_entries(blended(rest, M)), matrix = space == PoseSpace::joint ? M[j] : B;
  if (!has_inverse(matrix)) return std::nullopt;
  const Affine<T> back = hierarchy::inverse_bind(matrix, order);
  if (space == PoseSpace::pre_skinning) return stored_entries(Vec3<T>(back * x_k - rest.x));
  return stored_entries(Vec3<T>(back.linear * Vec3<T>(x_k - B * rest.x)));
}

/// d_k of every example k; x: [#examples][#vertices].
template <class T>
std::optional<std::vector<Vec3<T>>> displacements(const RestVertex<T>& rest, std::uint32_t j,
                                                  const std::vector<std::vector<Vec3<T>>>& x,
                                                  const Palettes<T>& M, PoseSpace space, InverseOrder order) {
  std::vector<Vec3<T>> d;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const auto d_k = displacement(rest, j, x[k][rest.v], M[k], space, order);
    if (!d_k) return std::nullopt;
    d.push_back(*d_k);
  }
  return d;
}

/// x' = sum_i w_i M_i x + C_j d, or sum_i w_i M_i (x + d); d = sum_k a_k d_k. n' and t' by linear blending.
template <class T>
DeformedVertex<T> pose_space(RestVertex<T> rest, std::uint32_t j, const std::vector<T>& a,
                             const std::vector<Vec3<T>>& d_k, const std::vector<Affine<T>>& M,
                             PoseSpace space, const skinning::BlendRules& rules = {}) {
  Vec3<T> d = Vec3<T>::Zero();
  for (std::size_t k = 0; k < a.size(); ++k)
    d += a[k] * d_k[k];
  if (space == PoseSpace::pre_skinning) rest.x += d;
  DeformedVertex<T> y = linear_blend(rest, M, rules);
  if (space == PoseSpace::joint) y.x += M[j].linear * d;
  return y;
}

}  // namespace bindpose::examples
