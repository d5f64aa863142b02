// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/core/question.h"

#include <string>
#include <utility>

#include <fmt/format.h>

namespace bindpose {
namespace {

template <int n>
void add_rows(ArraySet& question, const char* name, const std::vector<Eigen::Matrix<double, n, 1>>& rows) {
  Array::Reals values;
  values.reserve(rows.size() * static_cast<std::size_t>(n));
  for (const auto& row : rows)
    for (int c = 0; c < n; ++c) values.push_back(row[c]);
  question.add(name, {rows.size(), static_cast<std::size_t>(n)}, std::move(values));
}

template <int n>
Expected<void> read_rows(const ArraySet& question, const char* name, std::size_t count,
                         std::vector<Eigen::Matrix<double, n, 1>>& rows) {
  const auto array = question.require_reals(name, {count, static_cast<std::size_t>(n)});
  if (!array) return tl::unexpected(array.error());
  rows.resize((*array)->shape[0]);
  for (std::size_t v = 0; v < rows.size(); ++v) rows[v] = read_row<double, n>(**array, v);
  return {};
}

}  // namespace

void add_mesh(ArraySet& question, const Mesh& mesh) {
  add_rows<3>(question, "positions", mesh.positions);
  if (!mesh.normals.empty()) add_rows<3>(question, "normals", mesh.normals);
  if (!mesh.tangents.empty()) add_rows<4>(question, "tangents", mesh.tangents);
}

void add_influences(ArraySet& question, const Influences& influences) {
  const Shape shape{influences.vertex_count(), influences.width};
  question.add("joints", shape, Array::Integers(influences.joints.begin(), influences.joints.end()));
  question.add("weights", shape, influences.weights);
}

void add_affines(ArraySet& question, std::string_view name, const std::vector<Affine<double>>& maps) {
  Array::Reals values;
  values.reserve(maps.size() * 12);
  for (const Affine<double>& map : maps)
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) values.push_back(to_float32(map.linear(r, c)));
      values.push_back(to_float32(map.translation[r]));
    }
  question.add(std::string(name), {maps.size(), 3, 4}, std::move(values));
}

void add_pose(ArraySet& question, const std::vector<int>& parents,
              const std::vector<LocalTransform<double>>& locals) {
  question.add("parents", {parents.size()}, Array::Integers(parents.begin(), parents.end()));
  std::vector<Vec3<double>> translations, scales;
  std::vector<Vec4<double>> rotations;
  std::vector<Affine<double>> matrices;
  Array::Integers is_matrix;
  bool any_matrix = false;
  for (const LocalTransform<double>& local : locals) {
    translations.push_back(local.trs.translation);
    rotations.push_back(local.trs.rotation.coeffs());
    scales.push_back(local.trs.scale);
    matrices.push_back(local.matrix);
    is_matrix.push_back(local.is_matrix ? 1 : 0);
    any_matrix = any_matrix || local.is_matrix;
  }
  add_rows<3>(question, "local_translations", translations);
  add_rows<4>(question, "local_rotations", rotations);
  add_rows<3>(question, "local_scales", scales);
  if (any_matrix) {
    add_affines(question, "local_matrices", matrices);
    question.add("local_is_matrix", {is_matrix.size()}, std::move(is_matrix));
  }
}

Expected<Mesh> read_mesh(const ArraySet& question) {
  Mesh mesh;
  if (auto ok = read_rows<3>(question, "positions", ArraySet::any, mesh.positions); !ok)
    return tl::unexpected(ok.error());
  const std::size_t count = mesh.vertex_count();
  if (question.has("normals"))
    if (auto ok = read_rows<3>(question, "normals", count, mesh.normals); !ok) return tl::unexpected(ok.error());
  if (question.has("tangents"))
    if (auto ok = read_rows<4>(question, "tangents", count, mesh.tangents); !ok) return tl::unexpected(ok.error());
  return mesh;
}

Expected<Influences> read_influences(const ArraySet& question, std::size_t vertex_count) {
  const auto joints = question.require_integers("joints", {vertex_count, ArraySet::any});
  if (!joints) return tl::unexpected(joints.error());
  Influences influences;
  influences.width = (*joints)->shape[1];
  influences.joints.reserve((*joints)->integers().size());
  for (std::size_t i = 0; i < (*joints)->integers().size(); ++i) {
    const std::int32_t joint = (*joints)->integers()[i];
    if (joint < 0)
      return fail("INDEX_RANGE", fmt::format("joints[{}, {}]", i / influences.width, i % influences.width),
                  fmt::format("joint {}, expected at least 0", joint));
    influences.joints.push_back(static_cast<std::uint32_t>(joint));
  }
  if (!question.has("weights")) {
    influences.weights.assign(influences.joints.size(), 1.0);
    return influences;
  }
  const auto weights = question.require_reals("weights", (*joints)->shape);
  if (!weights) return tl::unexpected(weights.error());
  influences.weights = (*weights)->reals();
  return influences;
}

Expected<std::vector<int>> read_parents(const ArraySet& question) {
  const auto parents = question.require_integers("parents", {ArraySet::any});
  if (!parents) return tl::unexpected(parents.error());
  Skeleton skeleton;
  skeleton.parents.assign((*parents)->integers().begin(), (*parents)->integers().end());
  if (auto ok = validate(skeleton); !ok) return tl::unexpected(ok.error());
  return std::move(skeleton.parents);
}

}  // namespace bindpose
