// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: whether a mesh's vertex sees a point.
//
// Formula. Vertex and point, both moved towards each other by 2^-10 of the way, are joined by a segment; the vertex sees the point where no triangle is in the way
// (reference/numeric/crossing.h). Triangles that have the vertex as a corner are not looked at. Moving the one end off keeps copies of the vertex out of the way,
// moving the other off a bone that ends on the surface.
//
// Float32. The answer is open where it hangs on triangles of which float32 does not know whether they are in the way.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/model/rig.h"
#include "reference/numeric/crossing.h"
#include "reference/surface/shared/corners.h"

namespace bindpose::binding {

/// Whether vertex v of the mesh x sees q.
template <class T>
bool sees(const std::vector<Vec3<T>>& x, const std::vector<Triangle>& triangles, std::size_t v,
          const Vec3<T>& q) {
  const Vec3<T> step = stored_entries(Vec3<T>(difference<T>(q, x[v]) * T(0x1p-10)));
  const Vec3<T> from = stored_entries(Vec3<T>(x[v] + step)), to = stored_entries(Vec3<T>(q - step));
  bool blocked = false, surely = false, open = false;
  for (const Triangle& t : triangles) {
    if (t[0] == v || t[1] == v || t[2] == v || surface::names_a_vertex_twice(t)) continue;
    const InTheWay way = in_the_way(from, to, x[t[0]], x[t[1]], x[t[2]]);
    blocked = blocked || way.is;
    surely = surely || (way.is && way.certain);
    open = open || !way.certain;
  }
  return decided(!blocked, open && !surely);
}

}  // namespace bindpose::binding
