// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/partition.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <map>

namespace bindpose::skinning {
namespace {

/// The distinct sets, the largest first, equal sizes in lexicographic order.
std::vector<JointSet> distinct_sets(std::vector<JointSet> sets) {
  std::sort(sets.begin(), sets.end(), [](const JointSet& a, const JointSet& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
  return sets;
}

JointSet united(const JointSet& a, const JointSet& b) {
  JointSet both;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

/// The number of joints of the set that are not in the table.
std::size_t lacking(const JointSet& table, const JointSet& set) {
  std::size_t count = 0;
  auto at = table.begin();
  for (const std::uint32_t joint : set) {
    at = std::lower_bound(at, table.end(), joint);
    if (at == table.end() || *at != joint) ++count;
  }
  return count;
}

/// The first set, and all following sets that fit.
JointSet fill_table(const std::vector<JointSet>& open, std::size_t limit) {
  JointSet table = open.front();
  while (true) {
    const JointSet* best = nullptr;
    std::size_t fewest = limit - table.size() + 1;
    for (const JointSet& set : open)
      if (const std::size_t added = lacking(table, set); added > 0 && added < fewest) {
        fewest = added;
        best = &set;
      }
    if (best == nullptr) return table;
    table = united(table, *best);
  }
}

}  // namespace

JointSet sorted_set(JointSet joints) {
  std::sort(joints.begin(), joints.end());
  joints.erase(std::unique(joints.begin(), joints.end()), joints.end());
  return joints;
}

std::vector<Triangle> with_points(std::vector<Triangle> triangles, std::size_t vertex_count) {
  std::vector<char> used(vertex_count, 0);
  for (const Triangle& t : triangles)
    for (const std::uint32_t v : t)
      used[v] = 1;
  for (std::uint32_t v = 0; v < vertex_count; ++v)
    if (used[v] == 0) triangles.push_back({v, v, v});
  return triangles;
}

std::vector<JointSet> joints_needed(const std::vector<Triangle>& triangles, const Influences& influences) {
  const std::size_t k = influences.width;
  std::vector<JointSet> needed(triangles.size());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    JointSet& set = needed[i];
    for (const std::uint32_t v : triangles[i])
      for (std::size_t slot = v * k; slot < (v + 1) * k; ++slot)
        if (influences.weights[slot] != 0) set.push_back(influences.joints[slot]);
    if (set.empty()) set.push_back(influences.joints[triangles[i][0] * k]);
    set = sorted_set(std::move(set));
  }
  return needed;
}

Partition partition(const std::vector<JointSet>& needed, std::size_t limit) {
  Partition result;
  std::map<JointSet, std::size_t> part_of_set;
  std::vector<JointSet> open = distinct_sets(needed);
  assert(open.empty() || open.front().size() <= limit);
  while (!open.empty()) {
    const JointSet table = fill_table(open, limit);
    std::vector<JointSet> left;
    for (JointSet& set : open) {
      if (lacking(table, set) == 0)
        part_of_set.emplace(std::move(set), result.tables.size());
      else
        left.push_back(std::move(set));
    }
    open = std::move(left);
    result.tables.push_back(table);
  }
  for (const JointSet& set : needed)
    result.part_of.push_back(part_of_set.at(set));
  return result;
}

std::size_t fewest_parts(const std::vector<JointSet>& needed, std::size_t limit) {
  JointSet joints;
  std::vector<JointSet> apart;
  for (const JointSet& set : distinct_sets(needed)) {
    joints = united(joints, set);
    const bool fits_one = std::any_of(apart.begin(), apart.end(), [&](const JointSet& other) {
      return other.size() + lacking(other, set) <= limit;
    });
    if (!fits_one) apart.push_back(set);
  }
  return std::max((joints.size() + limit - 1) / limit, apart.size());
}

}  // namespace bindpose::skinning
