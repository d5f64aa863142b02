// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/defects/shared/target_rows.h"

#include <algorithm>
#include <utility>

#include "reference/algorithms.h"

namespace bindpose::conformance {

Changed with_dense_targets(const Question& question) {
  const Array* weights = question.arrays.find("target_weights");
  if (weights == nullptr) return std::nullopt;
  Question dense = question;
  const Array* offsets = question.arrays.find("target_offsets");
  if (offsets == nullptr) return dense;
  const Array::Integers& vertices = question.arrays.find("target_vertices")->integers();
  const std::size_t targets = weights->shape[0], vertex_count = question.arrays.find("positions")->shape[0];
  dense.algorithm = find_algorithm("morph.dense");
  for (const char* name : {"target_positions", "target_normals", "target_tangents"}) {
    const Array* sparse = question.arrays.find(name);
    if (sparse == nullptr) continue;
    Array::Reals rows(3 * targets * vertex_count, 0.0);
    for (std::size_t i = 0, e = 0; e < vertices.size(); ++e) {
      while (i + 1 < targets && e >= static_cast<std::size_t>(offsets->integers()[i + 1]))
        ++i;
      std::copy_n(&sparse->reals()[3 * e], 3,
                  &rows[3 * (i * vertex_count + static_cast<std::size_t>(vertices[e]))]);
    }
    dense.arrays.put({name, {targets, vertex_count, 3}, std::move(rows)});
  }
  dense.arrays.remove("target_offsets");
  dense.arrays.remove("target_vertices");
  return dense;
}

}  // namespace bindpose::conformance
