// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A sum that is not set back to 0, and vertices joined by position. The other defects of linear blending are patches.
#include <algorithm>
#include <array>
#include <map>

#include "conformance/defects/shared/stages.h"
#include "reference/model/question.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace {

/// Each vertex follows only a joint of its own, whose matrix is the sum of the blends up to this vertex.
Changed blend_not_cleared(const Question& question) {
  constexpr std::size_t most_vertices = 1000;
  const Affines palette = palette_of(question);
  const Array* joints = question.arrays.find("joints");
  const Array* weights = question.arrays.find("weights");
  if (question.algorithm->id != "lbs" || palette.empty() || weights == nullptr ||
      joints->shape[0] > most_vertices || joints->shape[0] < 2)
    return std::nullopt;
  const std::size_t V = joints->shape[0], K = joints->shape[1];
  Affine<double> sum{Mat3<double>::Zero(), Vec3<double>::Zero()};
  Affines sums;
  for (std::size_t v = 0; v < V; ++v) {
    for (std::size_t i = v * K; i < (v + 1) * K; ++i) {
      const double w = weights->reals()[i];
      const Affine<double>& M = palette[static_cast<std::size_t>(joints->integers()[i])];
      if (w == 0) continue;
      sum.linear += w * M.linear;
      sum.translation += w * M.translation;
    }
    sums.push_back(sum);
  }
  Changed changed = with_palette(question, sums);
  if (!changed) return changed;
  changed->arrays = without(changed->arrays, {"parents"});
  Array::Integers own(V);
  for (std::size_t v = 0; v < V; ++v)
    own[v] = static_cast<std::int32_t>(v);
  changed->arrays.put({"joints", {V, 1}, std::move(own)});
  changed->arrays.put({"weights", {V, 1}, Array::Reals(V, 1)});
  return changed;
}

/// Each vertex has the joints and weights of the first vertex at its position.
Changed weights_by_position(const Question& question) {
  const Array* positions = question.arrays.find("positions");
  if (question.algorithm->id != "lbs" || positions == nullptr) return std::nullopt;
  const std::size_t V = positions->shape[0];
  std::map<std::array<double, 3>, std::size_t> first_at;
  std::vector<std::size_t> first(V);
  for (std::size_t v = 0; v < V; ++v) {
    const double* x = &positions->reals()[3 * v];
    first[v] = first_at.emplace(std::array{x[0], x[1], x[2]}, v).first->second;
  }
  if (first_at.size() == V) return std::nullopt;
  Question changed = question;
  const auto join = [&first](auto* rows) {
    if (rows == nullptr) return;
    const std::size_t K = rows->size() / first.size();
    for (std::size_t v = 0; v < first.size(); ++v)
      std::copy_n(rows->begin() + static_cast<std::ptrdiff_t>(K * first[v]), K,
                  rows->begin() + static_cast<std::ptrdiff_t>(K * v));
  };
  join(integers_of(changed.arrays, "joints"));
  join(reals_of(changed.arrays, "weights"));
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(skinning, linear_blend) {
  return {{.id = "blend-not-cleared",
           .when = "the blended matrix is not set back to 0 before the next vertex",
           .symptom = "the mesh grows from its first vertex to its last",
           .question = &blend_not_cleared},
          {.id = "weights-by-position",
           .when = "a vertex has the joints and weights of the first vertex at its position",
           .symptom = "parts that touch in the bind pose stay connected",
           .question = &weights_by_position}};
}

}  // namespace bindpose::conformance
