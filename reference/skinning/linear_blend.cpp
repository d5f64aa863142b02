// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/linear_blend.h"

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/linear_blending.h"

namespace bindpose::skinning {

const Choice<BlendOrder> blend_orders{"formulation",
                                      OptionSpec::Kind::formulation,
                                      {{"transform-then-blend", BlendOrder::transform_then_blend},
                                       {"blend-then-transform", BlendOrder::blend_then_transform},
                                       {"rows-3x4", BlendOrder::rows_3x4},
                                       {"implicit-last-weight", BlendOrder::implicit_last_weight},
                                       {"unrolled", BlendOrder::transform_then_blend},
                                       {"software", BlendOrder::transform_then_blend}},
                                      "the order of operations",
                                      4};

namespace linear_blend_question {

Declaration declaration() {
  return {.inputs = mesh_arrays() + influence_arrays() + palette_or_pose_arrays(),
          .stages = palette_stages(),
          .outputs = surface_arrays(),
          .options = linear_blend_policies() + OptionList{blend_orders.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const BlendOrder order = in.chosen(blend_orders);
  const BlendRules rules = blend_rules(in);
  BINDPOSE_TRY(auto q, read_weighted_mesh<Affine>(in));
  if (order == BlendOrder::implicit_last_weight)
    BINDPOSE_CHECK(make_last_weights_implicit(q.slots, q.weights));
  return deform(q, [&](const RestVertex<T>& rest) { return linear_blend(rest, q.M, rules, order); });
}

}  // namespace linear_blend_question

BINDPOSE_IMPLEMENT(linear_blend)

}  // namespace bindpose::skinning
