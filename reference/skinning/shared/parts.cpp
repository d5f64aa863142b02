// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/parts.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "reference/skinning/shared/entry.h"

namespace bindpose::skinning {
namespace {

/// One part as hardware would get it: its own vertices, and joints that count within its table.
template <class T>
struct PartBuffers {
  std::vector<std::uint32_t> vertices;  ///< mesh_from_part [#its vertices]
  Mesh mesh;
  std::vector<std::uint32_t> joints;  ///< place in the table [#its vertices * slots]
  std::vector<T> weights;             ///< [#its vertices * slots]
  std::vector<Affine<T>> matrices;    ///< [#table]
};

template <class T>
void append_vertex(PartBuffers<T>& part, std::uint32_t v, const Mesh& mesh, const Influences& influences,
                   const std::vector<T>& weights, const JointSet& table) {
  part.vertices.push_back(v);
  part.mesh.positions.push_back(mesh.positions[v]);
  if (!mesh.normals.empty()) part.mesh.normals.push_back(mesh.normals[v]);
  if (!mesh.tangents.empty()) part.mesh.tangents.push_back(mesh.tangents[v]);
  for (std::size_t slot = v * influences.width; slot < (v + 1) * influences.width; ++slot) {
    // A slot that pulls nothing may name a joint that the table lacks.
    const auto place = std::lower_bound(table.begin(), table.end(), influences.joints[slot]);
    part.joints.push_back(weights[slot] == T(0) ? 0 : static_cast<std::uint32_t>(place - table.begin()));
    part.weights.push_back(weights[slot]);
  }
}

/// The part's vertices back to their places in the mesh; rows without an answer are noted once.
template <class T>
void gather(Surface<T>& whole, std::vector<char>& drawn, Surface<T> surface,
            const std::vector<std::uint32_t>& vertices) {
  for (Undefined& u : surface.undefined) {
    const std::uint32_t v = vertices[u.row];
    if (drawn[v] != 0) continue;
    u.row = v;
    whole.undefined.push_back(std::move(u));
  }
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const std::uint32_t v = vertices[i];
    drawn[v] = 1;
    whole.positions[v] = surface.positions[i];
    if (!whole.normals.empty()) whole.normals[v] = surface.normals[i];
    if (!whole.tangents.empty()) whole.tangents[v] = surface.tangents[i];
  }
}

/// A vertex's strongest joint, the first of equals.
std::uint32_t strongest_joint(const Influences& influences, std::uint32_t v) {
  const auto first = influences.weights.begin() + static_cast<std::ptrdiff_t>(v * influences.width);
  const auto strongest = std::max_element(first, first + static_cast<std::ptrdiff_t>(influences.width));
  return influences.joints[static_cast<std::size_t>(strongest - influences.weights.begin())];
}

/// The joints that one triangle over the limit keeps: see kept_slots().
JointSet strongest_joints(const Triangle& triangle, const Influences& influences, std::size_t limit) {
  JointSet kept;
  std::map<std::uint32_t, double> pulls;
  for (const std::uint32_t v : triangle) {
    kept.push_back(strongest_joint(influences, v));
    for (std::size_t slot = v * influences.width; slot < (v + 1) * influences.width; ++slot)
      pulls[influences.joints[slot]] += influences.weights[slot];
  }
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  for (const std::uint32_t joint : kept)
    pulls.erase(joint);
  while (kept.size() < limit && !pulls.empty()) {
    const auto next = std::max_element(pulls.begin(), pulls.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    kept.push_back(next->first);
    pulls.erase(next);
  }
  return kept;
}

/// The place of a triangle, or of the vertex that is drawn as a point.
std::string place_of(const std::vector<Triangle>& triangles, std::size_t i) {
  const Triangle& t = triangles[i];
  return t[0] == t[1] && t[1] == t[2] ? fmt::format("joints[{}]", t[0]) : fmt::format("triangles[{}]", i);
}

Expected<void> require_within(const std::vector<JointSet>& needed, const std::vector<Triangle>& triangles,
                              std::size_t limit) {
  for (std::size_t i = 0; i < needed.size(); ++i)
    if (needed[i].size() > limit)
      return fail("TRIANGLE_INFLUENCES", place_of(triangles, i),
                  fmt::format("{} joints pull, a part has {} matrices", needed[i].size(), limit));
  return {};
}

/// Weights on the scalar with the kept slots scaled so that each vertex's sum stays what it was.
template <class T>
struct ReducedWeights {
  std::vector<T> weights;  ///< [#vertices * slots]
  std::vector<T> dropped;  ///< [#vertices]
};

template <class T>
ReducedWeights<T> reduced_weights(const Influences& influences, const std::vector<char>& kept) {
  const std::size_t k = influences.width;
  ReducedWeights<T> result{{influences.weights.begin(), influences.weights.end()}, {}};
  for (std::size_t row = 0; row < kept.size(); row += k) {
    T left(0), dropped(0);
    bool all = true;
    for (std::size_t slot = row; slot < row + k; ++slot) {
      T& w = result.weights[slot];
      if (kept[slot] != 0) {
        left += w;
        continue;
      }
      all = all && w == T(0);
      dropped += w;
      w = T(0);
    }
    result.dropped.push_back(dropped);
    for (std::size_t slot = row; !all && slot < row + k; ++slot)
      if (result.weights[slot] != T(0)) result.weights[slot] *= T((left + dropped) / left);
  }
  return result;
}

template <class T>
std::vector<ResultArray<T>> partition_taps(const Partition& partition, std::size_t triangle_count,
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

Expected<std::size_t> read_matrix_limit(const ArraySet& question, std::size_t low, std::size_t high) {
  const auto array = question.require_integers("matrix_limit", {1});
  if (!array) return tl::unexpected(array.error());
  const std::int32_t limit = (*array)->integers()[0];
  if (limit < 0 || static_cast<std::size_t>(limit) < low || static_cast<std::size_t>(limit) > high)
    return fail("PARAMETER_RANGE", "matrix_limit", fmt::format("{}, expected {} to {}", limit, low, high));
  return static_cast<std::size_t>(limit);
}

Expected<std::vector<char>> kept_slots(const std::vector<Triangle>& triangles, const Influences& influences,
                                       std::size_t limit) {
  std::vector<char> kept(influences.weights.size(), 1);
  const std::vector<JointSet> needed = joints_needed(triangles, influences);
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    if (needed[i].size() <= limit) continue;
    const JointSet joints = strongest_joints(triangles[i], influences, limit);
    if (joints.size() > limit)
      return fail(
          "TRIANGLE_INFLUENCES", place_of(triangles, i),
          fmt::format("its vertices' strongest joints are {}, a part has {} matrices", joints.size(), limit));
    for (const std::uint32_t v : triangles[i])
      for (std::size_t slot = v * influences.width; slot < (v + 1) * influences.width; ++slot)
        if (std::find(joints.begin(), joints.end(), influences.joints[slot]) == joints.end()) kept[slot] = 0;
  }
  return kept;
}

template <class T>
Surface<T> linear_blend_in_parts(const Mesh& mesh, const Influences& influences,
                                 const std::vector<T>& weights, const std::vector<Affine<T>>& palette,
                                 NormalRule normal_rule, const std::vector<Triangle>& triangles,
                                 const Partition& partition) {
  std::vector<std::vector<std::size_t>> triangles_of(partition.tables.size());
  for (std::size_t i = 0; i < triangles.size(); ++i)
    triangles_of[partition.part_of[i]].push_back(i);

  Surface<T> whole;
  whole.positions.resize(mesh.positions.size());
  whole.normals.resize(mesh.normals.size());
  whole.tangents.resize(mesh.tangents.size());
  std::vector<char> drawn(mesh.vertex_count(), 0);
  std::vector<std::size_t> last_part(mesh.vertex_count(), partition.tables.size());
  for (std::size_t p = 0; p < partition.tables.size(); ++p) {
    PartBuffers<T> part;
    for (const std::uint32_t joint : partition.tables[p])
      part.matrices.push_back(palette[joint]);
    for (const std::size_t i : triangles_of[p])
      for (const std::uint32_t v : triangles[i])
        if (std::exchange(last_part[v], p) != p)
          append_vertex(part, v, mesh, influences, weights, partition.tables[p]);
    gather(whole, drawn,
           linear_blend<T>(part.mesh, {influences.width, part.joints, part.weights}, part.matrices,
                           normal_rule, BlendOrder::transform_then_blend),
           part.vertices);
  }
  std::stable_sort(whole.undefined.begin(), whole.undefined.end(),
                   [](const Undefined& a, const Undefined& b) { return a.row < b.row; });
  return whole;
}

template <class T>
Expected<Result<T>> answer_in_parts(const ArraySet& question, NormalRule normal_rule, std::size_t limit,
                                    Excess excess) {
  std::vector<ResultArray<T>> taps;
  auto result =
      answer_skinning<T>(question, PaletteKind::skinning_matrices,
                         [&](const Mesh& mesh, Influences influences,
                             const std::vector<Affine<T>>& palette) -> Expected<Surface<T>> {
                           if (auto ok = validate(mesh, influences, palette.size()); !ok)
                             return tl::unexpected(ok.error());
                           auto given = require_triangles(question, mesh.vertex_count());
                           if (!given) return tl::unexpected(given.error());
                           const std::size_t triangle_count = given->size();
                           const auto triangles = with_points(std::move(*given), mesh.vertex_count());

                           std::vector<char> kept(influences.weights.size(), 1);
                           if (excess == Excess::reduce) {
                             auto mended = kept_slots(triangles, influences, limit);
                             if (!mended) return tl::unexpected(mended.error());
                             kept = std::move(*mended);
                           }
                           ReducedWeights<T> reduced = reduced_weights<T>(influences, kept);
                           for (std::size_t slot = 0; slot < kept.size(); ++slot)
                             if (kept[slot] == 0) influences.weights[slot] = 0;

                           const std::vector<JointSet> needed = joints_needed(triangles, influences);
                           if (auto ok = require_within(needed, triangles, limit); !ok)
                             return tl::unexpected(ok.error());
                           const Partition parts = partition(needed, limit);
                           taps = partition_taps<T>(parts, triangle_count, limit, std::move(reduced.dropped));
                           return linear_blend_in_parts<T>(mesh, influences, reduced.weights, palette,
                                                           normal_rule, triangles, parts);
                         });
  if (result)
    result->arrays.insert(result->arrays.begin(), std::make_move_iterator(taps.begin()),
                          std::make_move_iterator(taps.end()));
  return result;
}

#define BINDPOSE_INSTANTIATE(T)                                                                    \
  template Surface<T> linear_blend_in_parts(const Mesh&, const Influences&, const std::vector<T>&, \
                                            const std::vector<Affine<T>>&, NormalRule,             \
                                            const std::vector<Triangle>&, const Partition&);       \
  template Expected<Result<T>> answer_in_parts<T>(const ArraySet&, NormalRule, std::size_t, Excess);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::skinning
