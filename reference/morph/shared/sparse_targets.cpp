// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/morph/shared/sparse_targets.h"

#include <fmt/format.h>

#include "reference/model/numbers_of.h"
#include "reference/numeric/float32.h"

namespace bindpose::morph {
namespace {

template <int n>
Vec3<double> difference(const Eigen::Matrix<double, n, 1>& shape, const Eigen::Matrix<double, n, 1>& base) {
  return (shape - base).template head<3>().unaryExpr(&to_float32);
}

template <class Row>
std::vector<Vec3<double>> differences(const std::vector<Row>& shape, const std::vector<Row>& base) {
  std::vector<Vec3<double>> d;
  for (std::size_t v = 0; v < base.size(); ++v)
    d.push_back(difference(shape[v], base[v]));
  return d;
}

bool differs_at(std::size_t v, const Mesh& shape, const Mesh& base) {
  return shape.positions[v] != base.positions[v] ||
         (!base.normals.empty() && shape.normals[v] != base.normals[v]) ||
         (!base.tangents.empty() && shape.tangents[v].head<3>() != base.tangents[v].head<3>());
}

}  // namespace

Expected<void> validate(const SparseIndices& touched) {
  for (std::size_t i = 0; i < touched.offsets.size(); ++i)
    if (touched.begin_of(i) > touched.end_of(i) || (i == 0 && touched.begin_of(i) != 0))
      return fail("COUNT_MISMATCH", fmt::format("target_offsets[{}]", i),
                  "expected offsets ascending from 0 to the number of entries");
  for (std::size_t i = 0; i < touched.offsets.size(); ++i)
    for (std::size_t e = touched.begin_of(i) + 1; e < touched.end_of(i); ++e)
      if (touched.vertices[e] <= touched.vertices[e - 1])
        return fail("INDEX_ORDER", fmt::format("target_vertices[{}]", e),
                    fmt::format("vertex {} after {} in one target, expected increasing vertices",
                                touched.vertices[e], touched.vertices[e - 1]));
  return {};
}

std::vector<MorphTarget> displacements(const Mesh& base, const std::vector<Mesh>& shapes) {
  std::vector<MorphTarget> targets;
  for (const Mesh& shape : shapes)
    targets.push_back({differences(shape.positions, base.positions), differences(shape.normals, base.normals),
                       differences(shape.tangents, base.tangents)});
  return targets;
}

SparseTargets sparse_targets(const Mesh& base, const std::vector<Mesh>& shapes) {
  const std::vector<MorphTarget> whole = displacements(base, shapes);
  SparseTargets targets;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    targets.touched.offsets.push_back(targets.touched.vertices.size());
    for (std::size_t v = 0; v < base.vertex_count(); ++v) {
      if (!differs_at(v, shapes[i], base)) continue;
      targets.touched.vertices.push_back(static_cast<std::uint32_t>(v));
      targets.positions.push_back(whole[i].positions[v]);
      if (!base.normals.empty()) targets.normals.push_back(whole[i].normals[v]);
      if (!base.tangents.empty()) targets.tangents.push_back(whole[i].tangents[v]);
    }
  }
  return targets;
}

void add_sparse_targets(ArraySet& question, const std::vector<double>& weights,
                        const SparseTargets& targets) {
  const auto& [offsets, vertices] = targets.touched;
  question.add("target_weights", {weights.size()}, weights);
  question.add("target_offsets", {offsets.size()}, Array::Integers(offsets.begin(), offsets.end()));
  question.add("target_vertices", {vertices.size()}, Array::Integers(vertices.begin(), vertices.end()));
  question.add("target_positions", {vertices.size(), 3}, numbers_of(targets.positions));
  if (!targets.normals.empty())
    question.add("target_normals", {vertices.size(), 3}, numbers_of(targets.normals));
  if (!targets.tangents.empty())
    question.add("target_tangents", {vertices.size(), 3}, numbers_of(targets.tangents));
}

}  // namespace bindpose::morph
