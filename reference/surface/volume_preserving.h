// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Volume preserving skinning: the kernel. The page is reference/surface/volume_preserving.md; the root of its cubic
// stands in shared/multiplier.h.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "reference/model/rig.h"
#include "reference/numeric/conditioned.h"
#include "reference/numeric/stored.h"
#include "reference/surface/shared/multiplier.h"

namespace bindpose::surface {

/// V = 1/6 sum (x_a - o) . ((x_b - o) x (x_c - o)) of closed triangles (a, b, c), o the first of their vertices. Each
/// triangle's share is a number before it is added: what cancels within it costs its roundings once.
template <class T>
T enclosed_volume(const std::vector<Triangle>& triangles, const std::vector<Vec3<T>>& x) {
  T sum(0);
  if (triangles.empty()) return sum;
  std::uint32_t first = triangles[0][0];
  for (const auto& [a, b, c] : triangles)
    first = std::min({first, a, b, c});
  const Vec3<T>& o = x[first];
  for (const auto& [a, b, c] : triangles)
    sum += stored(T(difference(x[a], o).dot(difference(x[b], o).cross(difference(x[c], o)))));
  return sum / T(6);
}

/// sums_v += 1/6 sum (y_p - y_v) x (z_q - z_v) over the triangles (v, p, q) at v
template <class T>
void add_area_vectors(const std::vector<Triangle>& triangles, const std::vector<Vec3<T>>& y,
                      const std::vector<Vec3<T>>& z, std::vector<Vec3<T>>& sums) {
  for (const Triangle& t : triangles)
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t v = t[i], p = t[(i + 1) % 3], q = t[(i + 2) % 3];
      sums[v] += difference(y[p], y[v]).cross(difference(z[q], z[v])) / T(6);
    }
}

/// sum_v a_v . b_v over the vertices of a region
template <class T>
T sum_of_dots(const std::vector<std::uint32_t>& vertices, const std::vector<Vec3<T>>& a,
              const std::vector<Vec3<T>>& b) {
  T sum(0);
  for (const std::uint32_t v : vertices)
    sum += stored(T(a[v].dot(b[v])));
  return stored(sum);
}

/// A displacement k g of a region, and how the volume differs from that at rest: p(k) = V(y + k g) - V(x).
template <class T>
struct Displacement {
  std::vector<Vec3<T>> g;  ///< [#vertices], 0 outside the region
  Cubic<T> p;
  T V_rest;
};

/// x at rest, y skinned; triangles and vertices of one region.
template <class T>
Displacement<T> displacement(const std::vector<Triangle>& triangles,
                             const std::vector<std::uint32_t>& vertices, const std::vector<Vec3<T>>& x,
                             const std::vector<Vec3<T>>& y) {
  std::vector<Vec3<T>> g(y.size(), Vec3<T>::Zero()), h = g;
  add_area_vectors(triangles, y, y, g);
  for (Vec3<T>& row : g)
    row = stored_entries(row);
  add_area_vectors(triangles, y, g, h);
  add_area_vectors(triangles, g, y, h);
  for (Vec3<T>& row : h)
    row = stored_entries(row);
  const T V_rest = stored(enclosed_volume(triangles, x));
  const T c3 = stored(enclosed_volume(triangles, g)), c2 = sum_of_dots(vertices, g, h) / T(2);
  const T c1 = sum_of_dots(vertices, g, g), c0 = stored(enclosed_volume(triangles, y)) - V_rest;
  return {g, {c3, c2, c1, c0}, V_rest};
}

}  // namespace bindpose::surface
