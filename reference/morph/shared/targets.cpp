// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/morph/shared/targets.h"

#include <algorithm>

#include "reference/model/numbers_of.h"

namespace bindpose::morph {
namespace {

using Rows = std::vector<Vec3<double>>;

void add_displacements(ArraySet& question, const char* name, std::size_t vertex_count,
                       const std::vector<MorphTarget>& targets, Rows MorphTarget::*rows) {
  Array::Reals numbers;
  for (const MorphTarget& target : targets) {
    const Array::Reals own = numbers_of(target.*rows);
    numbers.insert(numbers.end(), own.begin(), own.end());
    if (own.empty()) numbers.insert(numbers.end(), 3 * vertex_count, 0.0);
  }
  question.add(name, {targets.size(), vertex_count, 3}, std::move(numbers));
}

}  // namespace

void add_targets(ArraySet& question, const Mesh& base, const std::vector<double>& weights,
                 const std::vector<MorphTarget>& targets) {
  const auto any_has = [&](Rows MorphTarget::*rows) {
    return std::ranges::any_of(targets,
                               [rows](const MorphTarget& target) { return !(target.*rows).empty(); });
  };
  question.add("target_weights", {weights.size()}, weights);
  add_displacements(question, "target_positions", base.vertex_count(), targets, &MorphTarget::positions);
  for (const auto& [name, rows] : {std::pair{"target_normals", &MorphTarget::normals},
                                   std::pair{"target_tangents", &MorphTarget::tangents}})
    if (any_has(rows)) add_displacements(question, name, base.vertex_count(), targets, rows);
}

}  // namespace bindpose::morph
