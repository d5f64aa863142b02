// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: splits a mesh into parts that need few matrices each, for hardware with a limited number of matrices.
//
// A part holds a table of at most `limit` joints and draws triangles all of whose joints are in its table. Every
// triangle goes to one part. Finding the fewest parts is NP-hard (a bin packing of sets), so this file uses a
// greedy choice: a part begins with the largest set of joints that is in no table yet, then repeatedly adds the
// set that fits and adds the fewest joints; among equal ones, the largest, then the first in order.
// Nothing depends on the triangles' order.
#pragma once

#include "reference/model/rig.h"

namespace bindpose::skinning {

/// ascending, without repeats
using JointSet = std::vector<std::uint32_t>;
JointSet sorted_set(JointSet joints);

struct Partition {
  std::vector<std::size_t> part_of;  ///< [#triangles]
  std::vector<JointSet> tables;      ///< [#parts], each at most `limit` joints
};

/// The triangles, then (v, v, v) for every vertex that none of them uses: a point, drawn alone.
std::vector<Triangle> with_points(std::vector<Triangle> triangles, std::size_t vertex_count);

/// The joints with a weight other than 0 of each triangle's vertices. If there are none, the joint in the first
/// vertex's first slot: no set is empty.
std::vector<JointSet> joints_needed(const std::vector<Triangle>& triangles, const Influences& influences);

/// The greedy choice above. No set may be larger than the limit.
Partition partition(const std::vector<JointSet>& needed, std::size_t limit);

/// Lower bound of the number of parts, the larger of two:
///   ceil(#joints / limit): every joint of every set is in some table, and a table holds `limit` of them.
///   m, the size of a family of sets no two of which have a union within the limit: two such sets in one
///   table would make that table too large, so they are in m different ones. Any such family gives a bound;
///   the one used is found greedily, the largest sets first.
std::size_t fewest_parts(const std::vector<JointSet>& needed, std::size_t limit);

}  // namespace bindpose::skinning
