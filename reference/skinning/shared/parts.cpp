// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/parts.h"

#include <fmt/format.h>

#include "reference/skinning/batched.h"

namespace bindpose::skinning {
namespace {

/// The error place of a triangle, or of a vertex that is drawn as a point.
std::string place_of(const std::vector<Triangle>& triangles, std::size_t i) {
  const Triangle& t = triangles[i];
  return t[0] == t[1] && t[1] == t[2] ? fmt::format("joints[{}]", t[0]) : fmt::format("triangles[{}]", i);
}

Expected<void> require_within(const std::vector<JointSet>& needed, const std::vector<Triangle>& triangles,
                              std::size_t limit) {
  for (std::size_t i = 0; i < needed.size(); ++i)
    if (needed[i].size() > limit)
      return fail("TRIANGLE_INFLUENCES", place_of(triangles, i),
                  fmt::format("{} influencing joints, a part has {} matrices", needed[i].size(), limit));
  return {};
}

template <class T>
std::vector<ResultArray<T>> partition_stages(const Partition& partition, std::size_t triangle_count,
                                             std::size_t limit, std::vector<T> dropped) {
  ResultArray<T> part_of{"part_of_triangle", {triangle_count}, {}};
  for (std::size_t i = 0; i < triangle_count; ++i)
    part_of.values.emplace_back(static_cast<int>(partition.part_of[i]));
  ResultArray<T> tables{"part_joints", {partition.tables.size(), limit}, {}};
  for (const JointSet& table : partition.tables)
    for (std::size_t i = 0; i < limit; ++i)
      tables.values.emplace_back(i < table.size() ? static_cast<int>(table[i]) : -1);
  const std::size_t vertex_count = dropped.size();
  return {std::move(part_of), std::move(tables), {"dropped_weights", {vertex_count}, std::move(dropped)}};
}

}  // namespace

ArrayList part_inputs(const ArrayDeclaration& matrix_limit) {
  return mesh_arrays() + influence_arrays() + palette_or_pose_arrays() + triangle_arrays() +
         ArrayList{matrix_limit};
}

ArrayList part_stages() {
  return ArrayList{real("part_of_triangle", "", "F", "part that draws each triangle"),
                   real("part_joints", "", "parts limit",
                        "joints of each part's table, ascending; -1 in unused places"),
                   real("dropped_weights", "", "V", "weight that each vertex has dropped")} +
         palette_stages();
}

std::vector<Triangle> triangles_and_points(const ArraySet& question) {
  const std::size_t vertex_count = question.find("positions")->shape[0];
  return with_points(*require_triangles(question, vertex_count), vertex_count);
}

Expected<std::vector<char>> kept_slots(const std::vector<Triangle>& triangles, const Influences& slots,
                                       std::size_t limit) {
  std::vector<char> kept(slots.weights.size(), 1);
  const std::vector<JointSet> needed = joints_needed(triangles, slots);
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    if (needed[i].size() <= limit) continue;
    const JointSet joints = joints_to_keep(triangles[i], slots, limit);
    if (joints.size() > limit)
      return fail(
          "TRIANGLE_INFLUENCES", place_of(triangles, i),
          fmt::format("its vertices' strongest joints are {}, a part has {} matrices", joints.size(), limit));
    for (const std::uint32_t v : triangles[i])
      for (std::size_t slot = v * slots.width; slot < (v + 1) * slots.width; ++slot)
        if (std::find(joints.begin(), joints.end(), slots.joints[slot]) == joints.end()) kept[slot] = 0;
  }
  return kept;
}

void drop(const std::vector<char>& kept, Influences& slots) {
  for (std::size_t slot = 0; slot < kept.size(); ++slot)
    if (kept[slot] == 0) slots.weights[slot] = 0;
}

template <class T>
Expected<Result<T>> blend_in_parts(const SkinnedMesh<T, Affine>& q, const BlendRules& rules,
                                   const std::vector<Triangle>& triangles, const Partition& partition) {
  std::vector<std::size_t> drawn_by(q.mesh.vertex_count(), 0);
  for (std::size_t i = 0; i < triangles.size(); ++i)
    for (const std::uint32_t v : triangles[i])
      drawn_by[v] = std::max(drawn_by[v], partition.part_of[i]);
  return deform(q, [&](const RestVertex<T>& rest) {
    return blend_in_part(rest, partition.tables[drawn_by[rest.v]], q.M, rules);
  });
}

/// Error NOT_APPLICABLE if a vertex's implicit last weight is 0: float32 may compute a small number, whose
/// joint is in no part.
Expected<void> require_rests(const std::vector<std::size_t>& zero_rests) {
  if (zero_rests.empty()) return {};
  return fail(
      "NOT_APPLICABLE", fmt::format("weights[{}]", zero_rests[0]),
      "the other weights sum to 1, so it is undecided whether the last slot's joint belongs to a part");
}

template <class T>
Expected<Result<T>> answer_in_parts(const Inputs<T>& in, SkinnedMesh<T, Affine> q, std::vector<T> dropped) {
  BINDPOSE_CHECK(require_untied(q));
  BINDPOSE_CHECK(require_rests(q.zero_rests));
  const auto limit = static_cast<std::size_t>(in.integer("matrix_limit"));
  const std::vector<Triangle> triangles = triangles_and_points(in.arrays());
  const std::vector<JointSet> needed = joints_needed(triangles, q.slots);
  BINDPOSE_CHECK(require_within(needed, triangles, limit));
  const Partition parts = partition(needed, limit);
  q.put_first(partition_stages(parts, in.extent("F"), limit, std::move(dropped)));
  return blend_in_parts(q, blend_rules(in), triangles, parts);
}

#define BINDPOSE_INSTANTIATE(T)                                                                 \
  template Expected<Result<T>> blend_in_parts(const SkinnedMesh<T, Affine>&, const BlendRules&, \
                                              const std::vector<Triangle>&, const Partition&);  \
  template Expected<Result<T>> answer_in_parts(const Inputs<T>&, SkinnedMesh<T, Affine>, std::vector<T>);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::skinning
