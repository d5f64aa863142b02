// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: Laplacian smoothing of anything that a mesh's vertices carry.
//
// Formula. One iteration with the step l, all vertices at once:
//   y_v = (1 - l) x_v + l (sum_u c_vu x_u) / (sum_u c_vu),   u over the neighbours of v
//     uniform     c_vu = 1
//     cotangent   c_vu = sum over the triangles (v, u, p) of max(0, cot of the angle at p);
//                 cot = (a . b) / |a x b|, a and b the edges from p to v and to u
// Neighbours are the vertices that share a triangle's edge with v, each once, in ascending order. A vertex
// without neighbours stays where it is; one on the boundary is smoothed over the neighbours it has. A
// triangle that names a vertex twice is no surface and is passed over. The numbers of a row, 1 - l and l c_vu
// / sum c_vu, are at least 0 and sum to 1: smoothing never leaves the convex hull. Clamping is what makes it
// so; of the two angles opposite v's edges in a triangle one is below 90 degrees, so sum_u c_vu > 0. Without
// obtuse angles cotangent smoothing leaves plane coordinates of inner vertices as they are.
//
// Source. G. Taubin, A signal processing approach to fair surface design, 1995; U. Pinkall, K. Polthier,
// Computing discrete minimal surfaces and their conjugates, 1993 (cotangents). Deviation: the cotangents are
// clamped at 0, angle by angle.
//
// Bounds. The rows being what they are, an iteration never makes errors grow: the bound of y_v is
//   (1 - l) E_v + l sum_u (c_vu E_u + dc_vu |x_u - mean|) / sum_u c_vu + its own roundings,
// dc_vu the error of c_vu. The roundings, u (3 |x_v| + 3 l M) + (2 n + 3) u l M with M the mean of n |x_u|,
// hold for (1 - l) x + l mean and for x + l (mean - x), for weights divided first or last. Where all c_vu are 1
// the divisor is exact and the weights cost no product of their own: n + 3 in place of 2 n + 3.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "reference/model/algorithm.h"
#include "reference/model/question.h"
#include "reference/numeric/scalar.h"

namespace bindpose::surface {

enum class LaplacianWeights { uniform, cotangent };

/// What smoothing needs to know of a mesh.
template <class T>
struct Laplacian {
  std::vector<std::vector<std::uint32_t>> neighbours;  ///< [#vertices], ascending
  std::vector<std::vector<T>> c;                       ///< [#vertices][#neighbours], at least 0
};

/// Neighbours of every vertex, ascending.
std::vector<std::vector<std::uint32_t>> neighbours_of(const std::vector<Triangle>& triangles,
                                                      std::size_t vertex_count);

/// Triangles at every vertex in the order listed, each turned so that the vertex comes first.
std::vector<std::vector<Triangle>> triangles_around(const std::vector<Triangle>& triangles,
                                                    std::size_t vertex_count);

/// x at rest. Error DEGENERATE_TRIANGLE: a triangle without area has no cotangents.
template <class T>
Expected<Laplacian<T>> laplacian(const std::vector<Vec3<double>>& x, const std::vector<Triangle>& triangles,
                                 LaplacianWeights weights);

/// One number of one iteration; c and x_u over the neighbours, at least one.
template <class T>
T smoothed_number(double step, const T& x, std::span<const T> c, std::span<const T> x_u);
template <>
Tracked smoothed_number(double step, const Tracked& x, std::span<const Tracked> c,
                        std::span<const Tracked> x_u);

/// Smooths rows of n numbers a vertex.
template <class T, int n>
void smooth(const Laplacian<T>& laplacian, std::size_t iterations, double step,
            std::vector<Eigen::Matrix<T, n, 1>>& rows) {
  std::vector<T> x_u;
  for (std::size_t iteration = 0; iteration < iterations; ++iteration) {
    const std::vector<Eigen::Matrix<T, n, 1>> before = rows;
    for (std::size_t v = 0; v < rows.size(); ++v) {
      const auto& around = laplacian.neighbours[v];
      if (around.empty()) continue;
      for (int i = 0; i < n; ++i) {
        x_u.clear();
        for (const std::uint32_t u : around)
          x_u.push_back(before[u][i]);
        rows[v][i] = smoothed_number<T>(step, before[v][i], laplacian.c[v], x_u);
      }
    }
  }
}

/// How a question asks for smoothing.
struct Smoothing {
  std::size_t iterations = 0;  ///< array "iterations" [1], 0 .. 1000
  double step = 1;             ///< array "step" [1], 0 < l <= 1

  static constexpr std::int32_t most_iterations = 1000;
};
/// Errors ARRAY_MISSING, ARRAY_TYPE, ARRAY_SHAPE, PARAMETER_RANGE.
Expected<Smoothing> read_smoothing(const ArraySet& question);
void add_smoothing(ArraySet& question, const Smoothing& smoothing);

/// The policy option "laplacian", its values in the order of LaplacianWeights.
const OptionSpec& laplacian_option();

}  // namespace bindpose::surface
