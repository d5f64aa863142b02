// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/multi_weight.h"

#include <fmt/format.h>

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/skinned_mesh.h"

namespace bindpose::skinning {

const Choice<EntryOrder> entry_orders{"formulation",
                                      OptionSpec::Kind::formulation,
                                      {{"transform-then-blend", EntryOrder::transform_then_blend},
                                       {"blend-then-transform", EntryOrder::blend_then_transform}},
                                      "the order of operations",
                                      2};

namespace multi_weight_question {

Declaration declaration() {
  return {.inputs = mesh_arrays() + joint_slot_arrays() +
                    ArrayList{real("entry_weights", "w_irc", "V K 12",
                                   "weights of each slot's matrix, number 4 r + c for row r and column c, of "
                                   "any sign and sum, used as given")
                                  .finite()
                                  .each_number()} +
                    unchecked_palette_or_pose_arrays(),
          .stages = palette_stages(),
          .outputs = surface_arrays(),
          .options = OptionList{rigid_normal_rules.spec(), entry_orders.spec()} + pose_policies()};
}

/// Checks that every matrix number with a nonzero weight is finite. Error NOT_FINITE.
template <class T>
Expected<void> require_finite(const SkinnedMesh<T, Affine>& q, const std::vector<EntryWeights<T>>& w) {
  for (std::size_t i = 0; i < w.size(); ++i)
    for (int e = 0; e < 12; ++e) {
      const Affine<T>& M = q.M[q.slots.joints[i]];
      const T& M_rc = e % 4 < 3 ? M.linear(e / 4, e % 4) : M.translation[e / 4];
      if (w[i][e] != T(0) && !std::isfinite(to_double(M_rc)))
        return fail("NOT_FINITE", fmt::format("palette[{}][{}][{}]", q.slots.joints[i], e / 4, e % 4),
                    "expected a finite number, its weight is not 0");
    }
  return {};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const NormalRule rule = in.chosen(rigid_normal_rules);
  const EntryOrder order = in.chosen(entry_orders);
  const std::vector<EntryWeights<T>> w = in.template rows<12>("entry_weights");
  BINDPOSE_TRY(const auto q, read_skinned_mesh<Affine>(in));
  BINDPOSE_CHECK(require_finite(q, w));
  return deform(q,
                [&](const RestVertex<T>& rest) { return multi_weight(rest, q.slots, w, q.M, order, rule); });
}

}  // namespace multi_weight_question

BINDPOSE_IMPLEMENT(multi_weight)

}  // namespace bindpose::skinning
