// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Optimised centres of rotation: the kernel. The page is reference/skinning/optimised_centres.md.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "reference/numeric/scalar.h"
#include "reference/numeric/transform.h"

namespace bindpose::skinning {

/// W: the weights other than 0, by joint.
template <class T>
using JointWeights = std::map<std::uint32_t, T>;

/// A triangle t of the surface.
template <class T>
struct Patch {
  JointWeights<T> W;  ///< W_t, the mean of its corners' weights
  T a;                ///< 2 a_t, square metres: the 2 divides out
  Vec3<T> c;          ///< c_t, the mean of its corners, metres
};

/// 2 a_t = norm((b - a) x (c - a))
template <class T>
T twice_area(const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c) {
  using std::sqrt;
  const Vec3<T> normal = Vec3<T>(b - a).cross(Vec3<T>(c - a));
  return sqrt(T(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]));
}

/// (w_pj, w_vj) of the joints j that both have, ascending.
template <class T>
std::vector<std::pair<T, T>> shared_weights(const JointWeights<T>& W_p, const JointWeights<T>& W_v) {
  std::vector<std::pair<T, T>> w;
  for (const auto& [j, w_pj] : W_p)
    if (const auto at = W_v.find(j); at != W_v.end()) w.emplace_back(w_pj, at->second);
  return w;
}

/// s = sum_(j<k) w_pj w_pk w_vj w_vk exp(-(w_pj w_vk - w_pk w_vj)^2 / sigma^2), sigma = 0.1
template <class T>
T similarity(const std::vector<std::pair<T, T>>& w) {
  using std::exp;
  const T sigma = T(1) / T(10);
  T s(0);
  for (std::size_t j = 0; j < w.size(); ++j)
    for (std::size_t k = j + 1; k < w.size(); ++k) {
      const auto& [w_pj, w_vj] = w[j];
      const auto& [w_pk, w_vk] = w[k];
      const T d = w_pj * w_vk - w_pk * w_vj;
      s += w_pj * w_pk * w_vj * w_vk * exp(T(-(d * d) / (sigma * sigma)));
    }
  return s;
}

/// p_v = sum_t s(W_v, W_t) a_t c_t / sum_t s(W_v, W_t) a_t, metres; none if no triangle shares two joints with the
/// vertex, or if the sum of s a_t underflows to 0.
template <class T>
std::optional<Vec3<T>> optimised_centre(const JointWeights<T>& W_v, const std::vector<Patch<T>>& surface) {
  Vec3<T> sum = Vec3<T>::Zero();
  T total(0);
  for (const Patch<T>& t : surface) {
    const auto w = shared_weights(W_v, t.W);
    if (w.size() < 2) continue;
    const T sa = similarity(w) * t.a;
    total += sa;
    sum += sa * t.c;
  }
  if (!(to_double(total) > 0)) return std::nullopt;
  return Vec3<T>(sum / total);
}

}  // namespace bindpose::skinning
