// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/direct_delta_mush_omegas.h"

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/weight_policies.h"

namespace bindpose::surface {
namespace direct_delta_mush_omegas_question {

Declaration declaration() {
  return {
      .inputs =
          ArrayList{integer("joint_count", "J", "1", "number of joints").within(0, 1024).counts("J"),
                    real("positions", "x_k", "V 3", Kind::point(Space::mesh), "position at rest").finite()} +
          influence_arrays() + triangle_arrays() + smoothing_arrays(),
      .stages = {},
      .outputs = {real("omegas", "Omega_ij", "V J 10", Kind::moments(Space::mesh),
                       "the upper triangle row by row: xx xy xz x yy yz y zz z 1; the last number is the "
                       "smoothed weight")},
      .options = OptionList{laplacian_weights.spec()} + skinning::weight_policies()};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::size_t V = in.extent("V"), J = in.extent("J");
  BINDPOSE_TRY(const auto q, skinning::read_weighted_slots(in));
  BINDPOSE_TRY(const auto L, laplacian(in));
  const std::vector<Vec3<T>> x = in.template rows<3>("positions");
  ResultArray<T> omegas{"omegas", {V, J, moment_count}, std::vector<T>(V * J * moment_count)};
  for (std::size_t j = 0; j < J; ++j) {
    const auto Omega = direct_delta_mush_omegas(x, q.slots, q.weights, j, L, read_smoothing(in));
    for (std::size_t i = 0; i < V; ++i)
      std::copy(Omega[i].begin(), Omega[i].end(), &omegas.values[(i * J + j) * moment_count]);
  }
  return Result<T>{{std::move(omegas)}, {}};
}

}  // namespace direct_delta_mush_omegas_question

BINDPOSE_IMPLEMENT(direct_delta_mush_omegas)

}  // namespace bindpose::surface
