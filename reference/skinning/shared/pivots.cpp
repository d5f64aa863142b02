// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/pivots.h"

#include <algorithm>

#include "reference/model/common_arrays.h"

namespace bindpose::skinning {
namespace {

std::size_t ancestors(std::uint32_t j, const std::vector<int>& parents) {
  std::size_t count = 0;
  for (int p = parents[j]; p != -1; p = parents[static_cast<std::size_t>(p)])
    ++count;
  return count;
}

bool is_child_of(std::uint32_t j, std::uint32_t parent, const std::vector<int>& parents) {
  return parents[j] == static_cast<int>(parent);
}

/// Tolerance for float32 positions computed with an inverse bind matrix.
bool in_one_place(const Vec3<double>& a, const Vec3<double>& b) {
  const double largest = std::max(a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff());
  return (a - b).cwiseAbs().maxCoeff() <= one_place * largest;
}

}  // namespace

ArrayList arrays_with_places() {
  return mesh_arrays() + influence_arrays() + rigid_palette_or_pose_arrays(parent_arrays()) +
         ArrayList{real("bind_positions", "c_j", "J 3", Kind::point(Space::mesh),
                        "position of the joint at bind time")
                       .finite()
                       .where_used()};
}

std::uint32_t lead_of(const JointList& joints, const std::vector<int>& parents) {
  std::uint32_t lead = joints.front();
  for (const std::uint32_t j : joints)
    if (ancestors(j, parents) < ancestors(lead, parents)) lead = j;
  return lead;
}

std::optional<std::uint32_t> pivot_of(const JointList& joints, const JointPlaces& places) {
  if (joints.size() == 1) return joints.front();
  const std::uint32_t lead = lead_of(joints, places.parents);
  const bool has_parent = std::any_of(joints.begin(), joints.end(),
                                      [&](std::uint32_t j) { return is_child_of(j, lead, places.parents); });
  const int parent = has_parent ? static_cast<int>(lead) : places.parents[lead];
  std::optional<std::uint32_t> pivot;
  for (const std::uint32_t j : joints) {
    if (has_parent && j == lead) continue;
    if (parent == -1 || places.parents[j] != parent) return {};
    if (!pivot) pivot = j;
    if (!in_one_place(places.bind_positions[j], places.bind_positions[*pivot])) return {};
  }
  return pivot;
}

std::optional<Bones> bones_of(const JointList& joints, const std::vector<int>& parents) {
  if (joints.size() != 2) return {};
  if (is_child_of(joints[1], joints[0], parents)) return Bones{joints[0], joints[1]};
  if (is_child_of(joints[0], joints[1], parents)) return Bones{joints[1], joints[0]};
  return {};
}

}  // namespace bindpose::skinning
