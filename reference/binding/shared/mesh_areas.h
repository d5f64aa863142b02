// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the area of each vertex, the size of the mesh, and its connected parts.
#pragma once

#include "reference/numeric/conditioned.h"
#include "reference/surface/shared/corners.h"

namespace bindpose::binding {

/// m_v: a third of the areas of the triangles around each vertex, square metres; 1 for a vertex without triangles.
template <class T>
std::vector<T> vertex_areas(const std::vector<Vec3<T>>& x, const std::vector<Triangle>& triangles) {
  using std::sqrt;
  std::vector<T> m(x.size(), T(0));
  std::vector<bool> is_in(x.size());
  for (const Triangle& t : triangles) {
    if (surface::names_a_vertex_twice(t)) continue;
    const Vec3<T> twice =
        stored_entries(Vec3<T>(difference<T>(x[t[1]], x[t[0]]).cross(difference<T>(x[t[2]], x[t[0]]))));
    const T third = stored(T(T(sqrt(T(twice.dot(twice)))) / T(6)));
    for (const std::uint32_t v : t) {
      m[v] += third;
      is_in[v] = true;
    }
  }
  for (std::size_t v = 0; v < m.size(); ++v)
    m[v] = is_in[v] ? stored(m[v]) : T(1);
  return m;
}

/// Squared diagonal of the mesh's bounding box, square metres.
template <class T>
T squared_size(const std::vector<Vec3<T>>& x) {
  Vec3<T> low = x.front(), high = x.front();
  for (const Vec3<T>& point : x)
    for (int c = 0; c < 3; ++c) {
      if (to_double(point[c]) < to_double(low[c])) low[c] = point[c];
      if (to_double(point[c]) > to_double(high[c])) high[c] = point[c];
    }
  const Vec3<T> diagonal = difference<T>(high, low);
  return stored(T(diagonal.dot(diagonal)));
}

/// Error ISLAND_WITHOUT_BONE with the first vertex of the first island without a vertex in `has`.
Expected<void> require_on_every_island(const std::vector<std::vector<std::uint32_t>>& neighbours,
                                       const std::vector<bool>& has, const char* what);

}  // namespace bindpose::binding
