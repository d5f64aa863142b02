// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Per-vertex keyframes: the kernel. The page is reference/animation/vertex_track.md.
#pragma once

#include "reference/animation/shared/held_key_bound.h"

namespace bindpose::animation {

/// x = (1 - u) x_k + u x_k+1 of one vertex; x_k at a key and outside the keys. x_k: position or normal [#keys].
template <class T>
Vec3<T> vertex_track(const std::vector<double>& t_k, std::span<const Vec3<T>> x_k, double t,
                     LerpForm form = LerpForm::two_products) {
  const auto [k, between] = find_key(t_k, t);
  if (!between) return held_key(x_k, k);
  const T u = key_parameter<T>(t_k, k, t);
  return lerp(x_k[k], x_k[k + 1], u, form);
}

}  // namespace bindpose::animation
