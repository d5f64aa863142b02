// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/rig.h"

#include <fmt/format.h>

namespace bindpose {
namespace {

template <class Vectors>
Expected<void> check_vectors(const Vectors& vectors, std::size_t count, bool may_be_absent,
                             const char* name) {
  if (may_be_absent && vectors.empty()) return {};
  if (vectors.size() != count)
    return fail("COUNT_MISMATCH", name, fmt::format("{} rows, expected {}", vectors.size(), count));
  for (std::size_t v = 0; v < count; ++v)
    if (!vectors[v].allFinite())
      return fail("NOT_FINITE", fmt::format("{}[{}]", name, v), "expected finite numbers");
  return {};
}

}  // namespace

Expected<void> validate(const Mesh& mesh, const Influences& influences, std::size_t joint_count) {
  const std::size_t count = mesh.vertex_count();
  if (auto ok = check_vectors(mesh.positions, count, false, "positions"); !ok) return ok;
  if (auto ok = check_vectors(mesh.normals, count, true, "normals"); !ok) return ok;
  if (auto ok = check_vectors(mesh.tangents, count, true, "tangents"); !ok) return ok;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (const std::uint32_t v : mesh.triangles[t])
      if (v >= count)
        return fail("INDEX_RANGE", fmt::format("triangles[{}]", t), fmt::format("vertex {} of {}", v, count));

  const std::size_t slots = count * influences.width;
  if (influences.width == 0 && count > 0)
    return fail("COUNT_MISMATCH", "joints", "no influences: every vertex needs at least one slot");
  if (influences.joints.size() != slots)
    return fail("COUNT_MISMATCH", "joints",
                fmt::format("{} slots, expected {}", influences.joints.size(), slots));
  if (influences.weights.size() != slots)
    return fail("COUNT_MISMATCH", "weights",
                fmt::format("{} slots, expected {}", influences.weights.size(), slots));
  for (std::size_t i = 0; i < slots; ++i) {
    const auto where = [&](const char* name) {
      return fmt::format("{}[{}][{}]", name, i / influences.width, i % influences.width);
    };
    if (influences.joints[i] >= joint_count)
      return fail("INDEX_RANGE", where("joints"),
                  fmt::format("joint {} of {}", influences.joints[i], joint_count));
    if (!std::isfinite(influences.weights[i]))
      return fail("NOT_FINITE", where("weights"), "expected a finite weight");
    if (influences.weights[i] < 0)
      return fail("NEGATIVE_WEIGHT", where("weights"),
                  fmt::format("{}, expected at least 0", influences.weights[i]));
  }
  return {};
}

Expected<void> validate(const Skeleton& skeleton) {
  const auto count = static_cast<int>(skeleton.joint_count());
  for (int j = 0; j < count; ++j) {
    const int p = skeleton.parents[static_cast<std::size_t>(j)];
    if (p < -1 || p >= count)
      return fail("INDEX_RANGE", fmt::format("parents[{}]", j), fmt::format("joint {} of {}", p, count));
  }
  std::vector<int> visited_from(skeleton.joint_count(),
                                -1);  // the joint whose walk to the root visited it first
  for (int j = 0; j < count; ++j) {
    int p = j;
    while (p != -1 && visited_from[static_cast<std::size_t>(p)] == -1) {
      visited_from[static_cast<std::size_t>(p)] = j;
      p = skeleton.parents[static_cast<std::size_t>(p)];
    }
    if (p != -1 && visited_from[static_cast<std::size_t>(p)] == j)
      return fail("CYCLE", fmt::format("parents[{}]", j), "the joint is its own ancestor");
  }
  if (!skeleton.inverse_binds.empty() && skeleton.inverse_binds.size() != skeleton.joint_count())
    return fail("COUNT_MISMATCH", "inverse_binds",
                fmt::format("{} matrices, expected {}", skeleton.inverse_binds.size(), count));
  return {};
}

std::vector<std::size_t> topological_order(const std::vector<int>& parents) {
  std::vector<std::size_t> order;
  order.reserve(parents.size());
  std::vector<char> placed(parents.size(), 0);
  std::vector<std::size_t> path;
  for (std::size_t j = 0; j < parents.size(); ++j) {
    for (int p = static_cast<int>(j); p != -1 && placed[static_cast<std::size_t>(p)] == 0;
         p = parents[static_cast<std::size_t>(p)]) {
      path.push_back(static_cast<std::size_t>(p));
      placed[path.back()] = 1;
    }
    for (; !path.empty(); path.pop_back())
      order.push_back(path.back());
  }
  return order;
}

}  // namespace bindpose
