// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: visibility of a point from a vertex of the mesh.
//
// Formula. A segment joins vertex and point, shortened at both ends by 2^-10 of its length. The vertex sees
// the point if no triangle crosses the segment (reference/numeric/crossing.h); only triangles whose boxes the
// segment passes are tested (triangle_tree.h). Triangles that have the vertex as a corner are skipped. Moving
// the first end avoids triangles at copies of the vertex; moving the other end avoids the surface on which a
// bone ends.
//
// Float32. The output is open if it depends on triangles for which float32 cannot decide. A bound tests all
// triangles, since a distant triangle may be undecided too if the segment is in its plane.
#pragma once

#include "reference/binding/shared/triangle_tree.h"
#include "reference/numeric/crossing.h"
#include "reference/surface/shared/corners.h"

namespace bindpose::binding {

/// A mesh that may hide points; it must outlive this object.
template <class T>
class Obstacles {
 public:
  Obstacles(const std::vector<Vec3<T>>& x, const std::vector<Triangle>& triangles)
      : x_(x), triangles_(triangles), tree_(in_double(x), triangles) {}

  const std::vector<Vec3<T>>& x() const { return x_; }

  /// True if vertex v sees q.
  bool sees(std::size_t v, const Vec3<T>& q) const {
    const Vec3<T> step = stored_entries(Vec3<T>(difference<T>(q, x_[v]) * T(0x1p-10)));
    const Vec3<T> from = stored_entries(Vec3<T>(x_[v] + step)), to = stored_entries(Vec3<T>(q - step));
    bool blocked = false, surely = false, open = false;
    for (const std::uint32_t i : between(from, to)) {
      const Triangle& t = triangles_[i];
      if (t[0] == v || t[1] == v || t[2] == v || surface::names_a_vertex_twice(t)) continue;
      const InTheWay way = in_the_way(from, to, x_[t[0]], x_[t[1]], x_[t[2]]);
      blocked = blocked || way.is;
      surely = surely || (way.is && way.certain);
      open = open || !way.certain;
    }
    return decided(!blocked, open && !surely);
  }

 private:
  static Vec3<double> in_double(const Vec3<T>& p) {
    return {to_double(p[0]), to_double(p[1]), to_double(p[2])};
  }
  static std::vector<Vec3<double>> in_double(const std::vector<Vec3<T>>& x) {
    std::vector<Vec3<double>> points;
    for (const Vec3<T>& p : x)
      points.push_back(in_double(p));
    return points;
  }

  /// Indices of the triangles that may be in the way.
  std::vector<std::uint32_t> between(const Vec3<T>& from, const Vec3<T>& to) const {
    if constexpr (std::is_same_v<T, Tracked>) return tree_.all();
    return tree_.along(in_double(from), in_double(to));
  }

  const std::vector<Vec3<T>>& x_;
  const std::vector<Triangle>& triangles_;
  TriangleTree tree_;
};

}  // namespace bindpose::binding
