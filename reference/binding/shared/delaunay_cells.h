// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the Delaunay tetrahedralisation of points, computed by Qhull, and the fewest edges between points.
//
// Formula. A cell is a set of points on a sphere with none inside; in general four of them, a tetrahedron. Points
// with a cell in common are joined. For more than four points on one sphere, Qhull returns the whole cell instead
// of one of its tetrahedralisations. All pairs of its points are joined, so the result does not depend on a
// choice.
//
// Source. C. B. Barber, D. P. Dobkin, H. Huhdanpaa, The quickhull algorithm for convex hulls, ACM Transactions on
// Mathematical Software 22, 1996: the lower hull of the points lifted to a paraboloid. It is computed in double
// for every scalar; points within rounding of one sphere may count as on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reference/model/error.h"
#include "reference/numeric/transform.h"

namespace bindpose::binding {

/// The points of each cell, ascending. All points must differ. Up to four points are one cell. Error FLAT_POINTS:
/// more points, all in one plane.
Expected<std::vector<std::vector<std::uint32_t>>> delaunay_cells(const std::vector<Vec3<double>>& points);

/// For each point, the points that share a cell with it, ascending.
std::vector<std::vector<std::uint32_t>> joined_points(const std::vector<std::vector<std::uint32_t>>& cells,
                                                      std::size_t count);

/// The points reached by the fewest edges, ascending, and the number of edges; empty if no edge reaches a point.
struct Reached {
  std::vector<std::uint32_t> from = {};
  int edges = 0;
};
/// Smallest number of edges to every point. joined: neighbours of each point.
std::vector<Reached> fewest_edges(const std::vector<std::vector<std::uint32_t>>& joined,
                                  const std::vector<std::uint32_t>& from);

}  // namespace bindpose::binding
