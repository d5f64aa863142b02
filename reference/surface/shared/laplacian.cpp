// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/shared/laplacian.h"

#include <fmt/format.h>

namespace bindpose::surface {
namespace {

/// Decided in double, so that every scalar gets the same decision.
bool has_no_area(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  const Vec3<Quad> e = b.cast<Quad>() - a.cast<Quad>(), f = c.cast<Quad>() - a.cast<Quad>();
  const Vec3<Quad> area = e.cross(f);
  return area[0] == 0 && area[1] == 0 && area[2] == 0;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> neighbours_of(const std::vector<Triangle>& triangles,
                                                      std::size_t vertex_count) {
  std::vector<std::vector<std::uint32_t>> neighbours(vertex_count);
  for (const Triangle& t : triangles) {
    if (names_a_vertex_twice(t)) continue;
    for (const auto& [v, p, q] : corners_of(t))
      neighbours[v].insert(neighbours[v].end(), {p, q});
  }
  for (auto& around : neighbours) {
    std::sort(around.begin(), around.end());
    around.erase(std::unique(around.begin(), around.end()), around.end());
  }
  return neighbours;
}

std::vector<std::vector<Triangle>> triangles_around(const std::vector<Triangle>& triangles,
                                                    std::size_t vertex_count) {
  std::vector<std::vector<Triangle>> around(vertex_count);
  for (const Triangle& t : triangles) {
    if (names_a_vertex_twice(t)) continue;
    for (const Triangle& corner : corners_of(t))
      around[corner[0]].push_back(corner);
  }
  return around;
}

Expected<void> require_areas(const std::vector<Vec3<double>>& x, const std::vector<Triangle>& triangles) {
  for (std::size_t f = 0; f < triangles.size(); ++f) {
    const Triangle& t = triangles[f];
    if (!names_a_vertex_twice(t) && has_no_area(x[t[0]], x[t[1]], x[t[2]]))
      return fail("DEGENERATE_TRIANGLE", fmt::format("triangles[{}]", f),
                  "a triangle without area has no cotangents");
  }
  return {};
}

ArrayList smoothing_arrays() {
  return {integer("iterations", "iterations", "1", "number of smoothing steps").within(0, 1000),
          real("step", "l", "1", Kind::number(), "step of the smoothing").above(0).at_most(1)};
}

void add_smoothing(ArraySet& question, const Smoothing& smoothing) {
  question.add("iterations", {1}, Array::Integers{static_cast<std::int32_t>(smoothing.iterations)});
  question.add("step", {1}, Array::Reals{smoothing.step});
}

}  // namespace bindpose::surface
