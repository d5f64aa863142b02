// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Binding to volumes: the kernel. The page is reference/binding/containment.md.
#pragma once

#include "reference/binding/shared/joint_weights.h"
#include "reference/binding/shared/segment.h"

namespace bindpose::binding {

enum class VolumeKind { cylinder, capsule, ellipsoid, sphere };

/// A volume of joint j from a to b, of radius r; metres.
template <class T>
struct Volume {
  VolumeKind kind;
  std::size_t j;
  Vec3<T> a, b;
  T r;
};

/// f: 1 in the middle of the volume, 0 on its surface.
template <class T>
T depth_in(const Volume<T>& volume, const Vec3<T>& x) {
  const auto& [kind, j, a, b, r] = volume;
  if (kind == VolumeKind::capsule) return T(1) - norm_of<T>(x - nearest_point(a, b, x)) / r;
  const Vec3<T> y = x - (a + b) / T(2);  // x - m
  if (kind == VolumeKind::sphere) return T(1) - norm_of(y) / r;
  const T length = norm_of<T>(b - a);
  const Vec3<T> e = (b - a) / length;
  const T s = e.dot(y), h = length / T(2);
  const T rho = norm_of<T>(y - s * e);
  if (kind == VolumeKind::cylinder) return T(1) - greater_of<T>(rho / r, greater_of<T>(s, -s) / h);
  return T(1) - norm_of(Vec3<T>(s / h, rho / r, T(0)));
}

/// f_j of every joint with a volume, in the order of their first volumes; not empty.
template <class T>
std::vector<ListedWeight<T>> joint_depths(const std::vector<Volume<T>>& volumes, const Vec3<T>& x) {
  std::vector<ListedWeight<T>> f;
  for (const Volume<T>& volume : volumes) {
    const T depth = depth_in(volume, x);
    std::size_t at = 0;
    while (at < f.size() && f[at].j != volume.j)
      ++at;
    if (at == f.size())
      f.push_back({volume.j, depth});
    else
      f[at].w = greater_of<T>(f[at].w, depth);
  }
  return f;
}

/// True if some f_j > 0.
template <class T>
bool is_inside_any(const std::vector<ListedWeight<T>>& f) {
  T greatest = f[0].w;
  for (const ListedWeight<T>& each : f)
    greatest = greater_of<T>(greatest, each.w);
  return T(0) < greatest;
}

/// The joint with the greatest f_j; the first of equals.
template <class T>
const ListedWeight<T>& deepest(const std::vector<ListedWeight<T>>& f) {
  auto best = f.begin();
  for (auto each = best + 1; each != f.end(); ++each)
    if (best->w < each->w) best = each;
  return *best;
}

/// w_j = max(f_j, 0) / sum_i max(f_i, 0); at least one f_i is above 0.
template <class T>
void weigh_by_depth(const std::vector<ListedWeight<T>>& f, std::span<T> w) {
  T sum(0);
  for (const ListedWeight<T>& each : f) {
    w[each.j] = greater_of<T>(each.w, T(0));
    add_term(sum, w[each.j]);
  }
  divide_row(w, sum);
}

}  // namespace bindpose::binding
