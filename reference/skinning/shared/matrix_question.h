// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a question to the methods that blend matrices, read at palette or at pose level, and its answer.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "reference/skinning/shared/deform.h"
#include "reference/skinning/shared/entry.h"

namespace bindpose::skinning {

template <class T>
struct MatrixQuestion {
  Mesh mesh;
  Influences slots;
  std::vector<T> weights;              ///< w of every slot on the scalar [V * K]
  std::vector<Affine<T>> matrices;     ///< M_j, or W_j for parts in their joint's space [J]
  std::vector<ResultArray<T>> stages;  ///< come before the surface in the answer

  /// The slots of vertex v with a weight other than 0.
  std::vector<MatrixInfluence<T>> influences_of(std::size_t v) const {
    std::vector<MatrixInfluence<T>> influences;
    for (std::size_t i = v * slots.width; i < (v + 1) * slots.width; ++i)
      if (weights[i] != T(0)) influences.push_back({weights[i], matrices[slots.joints[i]]});
    return influences;
  }
};

/// W_j or M_j: as given at palette level, else computed and noted among the stages. Errors as fk_matrix and palette.
template <class T>
Expected<std::vector<Affine<T>>> read_matrices(const Inputs<T>& in, PaletteKind kind,
                                               std::vector<ResultArray<T>>& stages) {
  if (in.level() == Level::palette) return in.affines("palette");
  const Array::Integers& parents = in.integers("parents");
  BINDPOSE_TRY(const auto locals, posed_locals<T>(in.arrays(), parents.size()));
  BINDPOSE_TRY(auto W, hierarchy::fk_matrix<T>({parents.begin(), parents.end()}, locals));
  stages.push_back(to_result_array("world", W));
  if (kind == PaletteKind::world_transforms) return W;
  BINDPOSE_TRY(auto M, hierarchy::palette<T>(W, in.affines("inverse_binds")));
  stages.push_back(to_result_array("palette", M));
  return M;
}

template <class T>
Expected<MatrixQuestion<T>> read_matrix_question(const Inputs<T>& in,
                                                 PaletteKind kind = PaletteKind::skinning_matrices) {
  MatrixQuestion<T> q;
  BINDPOSE_TRY(q.mesh, read_mesh(in.arrays()));
  BINDPOSE_TRY(q.slots, read_influences(in.arrays(), q.mesh.vertex_count()));
  q.weights.assign(q.slots.weights.begin(), q.slots.weights.end());
  BINDPOSE_TRY(q.matrices, read_matrices(in, kind, q.stages));
  return q;
}

/// Makes the weight of each vertex's last slot 1 - (sum of the others). Error NOT_APPLICABLE where that changes it.
template <class T>
Expected<void> make_last_weights_implicit(MatrixQuestion<T>& q) {
  const std::size_t K = q.slots.width;
  for (std::size_t row = 0; row < q.weights.size(); row += K) {
    double sum = 0;
    T others(0);
    for (std::size_t i = row; i < row + K; ++i) {
      sum += q.slots.weights[i];
      if (i + 1 < row + K) others += q.weights[i];
    }
    if (sum != 1)
      return fail("NOT_APPLICABLE", fmt::format("weights[{}]", row / K),
                  fmt::format("weights sum to {:.9g}, implicit-last-weight needs exactly 1", sum));
    q.weights[row + K - 1] = T(1) - others;
  }
  return {};
}

/// The answer where move(v, Vertex<T> at rest) -> DeformedVertex<T> moves each vertex.
template <class T, class Move>
Result<T> deform(const MatrixQuestion<T>& q, Move move) {
  Result<T> result{q.stages, {}};
  append_surface(result, deform<T>(q.mesh, move));
  return result;
}

}  // namespace bindpose::skinning
