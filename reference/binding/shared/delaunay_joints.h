// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the joints whose pivots are nearest, counted in edges, in the Delaunay tetrahedralisation of vertices and
// pivots.
#pragma once

#include "reference/model/arrays.h"

namespace bindpose::binding {

struct ConnectedJoints {
  std::vector<std::size_t> joints = {};  ///< ascending; at least one
  int edges = 0;
};

/// The nearest joints of every vertex, from an input's positions and pivots. Equal positions are one point. Errors FLAT_POINTS, NO_CELL: rounding leaves
/// a point out of all cells.
Expected<std::vector<ConnectedJoints>> connected_joints(const ArraySet& question);

}  // namespace bindpose::binding
