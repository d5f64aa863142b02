// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/linear_blend.h"

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/matrix_question.h"

namespace bindpose::skinning {
namespace {

const Declaration& declaration() {
  static const Declaration declared{.inputs = mesh_arrays() + influence_arrays() + palette_or_pose_arrays(),
                                    .stages = palette_stages(),
                                    .outputs = surface_arrays(),
                                    .options = {normal_rules.spec(), blend_orders.spec()}};
  return declared;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const NormalRule rule = in.chosen(normal_rules);
  const BlendOrder order = in.chosen(blend_orders);
  BINDPOSE_TRY(MatrixQuestion<T> q, read_matrix_question(in));
  if (order == BlendOrder::implicit_last_weight) BINDPOSE_CHECK(make_last_weights_implicit(q));
  return deform(q, [&](std::size_t v, const Vertex<T>& rest) {
    return linear_blend(q.influences_of(v), rest, order, rule);
  });
}

}  // namespace

BINDPOSE_IMPLEMENT(linear_blend)

}  // namespace bindpose::skinning
