// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: Laplacian smoothing of vertex data.
//
// Formula. One iteration with the step l, all vertices at once:
//   y_v = (1 - l) x_v + l (sum_u c_vu x_u) / (sum_u c_vu),   u over the neighbours of v
//     uniform     c_vu = 1
//     cotangent   c_vu = sum over the triangles (v, u, p) of max(0, cot of the angle at p);
//                 cot = (a . b) / |a x b|, a and b the edges from p to v and to u
// Neighbours are the vertices that share a triangle's edge with v, each once, in ascending order. A
// vertex without neighbours does not move; a boundary vertex is smoothed over the neighbours it
// has. A triangle that names a vertex twice is skipped. The numbers of a row, 1 - l and l c_vu /
// sum c_vu, are at least 0 and sum to 1: smoothing never leaves the convex hull. Clamping ensures
// this. At least one of the two angles opposite v's edges in a triangle is acute, so
// sum_u c_vu > 0. Without obtuse angles, cotangent smoothing does not change plane coordinates of
// inner vertices.
//
// Source. G. Taubin, A signal processing approach to fair surface design, 1995; U. Pinkall, K. Polthier, Computing
// discrete minimal surfaces and their conjugates, 1993 (cotangents). Deviation: the cotangents are clamped at 0,
// angle by angle.
#pragma once

#include <algorithm>

#include "reference/model/inputs.h"
#include "reference/numeric/conditioned.h"
#include "reference/numeric/stored.h"
#include "reference/surface/shared/corners.h"
#include "reference/surface/shared/laplacian_bound.h"

namespace bindpose::surface {

enum class LaplacianWeights { uniform, cotangent };
inline const Choice<LaplacianWeights> laplacian_weights{
    "laplacian",
    OptionSpec::Kind::policy,
    {{"uniform", LaplacianWeights::uniform}, {"cotangent", LaplacianWeights::cotangent}},
    "how much each neighbour of a vertex counts when it is smoothed"};

/// Neighbours of every vertex, ascending.
std::vector<std::vector<std::uint32_t>> neighbours_of(const std::vector<Triangle>& triangles,
                                                      std::size_t vertex_count);

/// Triangles at every vertex in the order listed, each turned so that the vertex comes first.
std::vector<std::vector<Triangle>> triangles_around(const std::vector<Triangle>& triangles,
                                                    std::size_t vertex_count);

/// Error DEGENERATE_TRIANGLE: a triangle without area has no cotangents. x at rest.
Expected<void> require_areas(const std::vector<Vec3<double>>& x, const std::vector<Triangle>& triangles);

/// max(0, x)
template <class T>
T clamped(const T& x) {
  return x < T(0) ? T(0) : x;
}

/// max(0, (a . b) / |a x b|)
template <class T>
T clamped_cotangent(const Vec3<T>& a, const Vec3<T>& b) {
  using std::sqrt;
  const Vec3<T> area = stored_entries(Vec3<T>(a.cross(b)));
  return clamped(T(T(a.dot(b)) / T(sqrt(T(area.dot(area))))));
}

/// Data of a mesh for smoothing.
template <class T>
struct Laplacian {
  std::vector<std::vector<std::uint32_t>> neighbours;  ///< [#vertices], ascending
  std::vector<std::vector<T>> c;                       ///< [#vertices][#neighbours], at least 0

  T& weight(std::uint32_t v, std::uint32_t u) {
    const auto& around = neighbours[v];
    return c[v][static_cast<std::size_t>(std::lower_bound(around.begin(), around.end(), u) - around.begin())];
  }
};

/// x at rest. Error DEGENERATE_TRIANGLE, for cotangents.
template <class T>
Expected<Laplacian<T>> laplacian(const std::vector<Vec3<double>>& x, const std::vector<Triangle>& triangles,
                                 LaplacianWeights weights) {
  const bool uniform = weights == LaplacianWeights::uniform;
  if (!uniform) BINDPOSE_CHECK(require_areas(x, triangles));
  Laplacian<T> L{neighbours_of(triangles, x.size()), {}};
  for (const auto& around : L.neighbours)
    L.c.emplace_back(around.size(), T(uniform ? 1 : 0));
  if (uniform) return L;
  for (const Triangle& t : triangles)
    for (const auto& [p, v, u] : corners_of(t)) {
      if (names_a_vertex_twice(t)) continue;
      const Vec3<T> x_p = x[p].template cast<T>(), x_v = x[v].template cast<T>(),
                    x_u = x[u].template cast<T>();
      const T cot = clamped_cotangent<T>(difference(x_v, x_p), difference(x_u, x_p));
      L.weight(v, u) += cot;
      L.weight(u, v) += cot;
    }
  for (auto& row : L.c)
    for (T& c : row)
      c = stored(c);
  return L;
}

/// (1 - l) x + l (sum_u c_u x_u) / (sum_u c_u): one number of one iteration; at least one neighbour.
template <class T>
T smoothed_number(double step, const T& x, std::span<const T> c, std::span<const T> x_u) {
  T sum(0), total(0);
  for (std::size_t i = 0; i < c.size(); ++i) {
    sum += c[i] * x_u[i];
    total += c[i];
  }
  const T l = static_cast<T>(step);
  return (T(1) - l) * x + l * (sum / total);
}

/// Number and size of the smoothing steps.
struct Smoothing {
  std::size_t iterations = 0;  ///< array "iterations" [1]
  double step = 1;             ///< l, array "step" [1]
};

/// Smooths rows of n numbers per vertex. With Eigen::Dynamic, rows have any length.
template <class T, int n>
void smooth(const Laplacian<T>& L, const Smoothing& smoothing, std::vector<Eigen::Matrix<T, n, 1>>& rows) {
  std::vector<T> x_u;
  std::vector<Eigen::Matrix<T, n, 1>> before;
  for (std::size_t iteration = 0; iteration < smoothing.iterations; ++iteration) {
    before = rows;
    for (std::size_t v = 0; v < rows.size(); ++v)
      for (Eigen::Index i = 0; i < rows[v].size() && !L.neighbours[v].empty(); ++i) {
        x_u.clear();
        for (const std::uint32_t u : L.neighbours[v])
          x_u.push_back(before[u][i]);
        rows[v][i] = smoothed_number(smoothing.step, before[v][i], std::span<const T>(L.c[v]),
                                     std::span<const T>(x_u));
      }
  }
}

/// Arrays of an input for smoothing: iterations, step.
ArrayList smoothing_arrays();
void add_smoothing(ArraySet& question, const Smoothing& smoothing);
template <class T>
Smoothing read_smoothing(const Inputs<T>& in) {
  return {static_cast<std::size_t>(in.integer("iterations")), in.real("step")};
}
/// The weights of the input's mesh, by its option.
template <class T>
Expected<Laplacian<T>> laplacian(const Inputs<T>& in) {
  BINDPOSE_TRY(const Mesh mesh, read_mesh(in.arrays()));
  BINDPOSE_TRY(const auto triangles, require_triangles(in.arrays(), mesh.vertex_count()));
  return laplacian<T>(mesh.positions, triangles, in.chosen(laplacian_weights));
}

}  // namespace bindpose::surface
