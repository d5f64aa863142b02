// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/multi_weight.h"

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/matrix_question.h"

namespace bindpose::skinning {
namespace {

const Declaration& declaration() {
  static const Declaration declared{
      .inputs =
          mesh_arrays() + joint_slot_arrays() +
          ArrayList{real("entry_weights", "w_irc", "V K 12")
                        .means("weights of each slot's matrix, number 4 r + c for row r and column c, of "
                               "any sign and sum, used as given")
                        .finite()
                        .each_number()} +
          palette_or_pose_arrays(),
      .stages = palette_stages(),
      .outputs = surface_arrays(),
      .options = {entry_normal_rules.spec(), entry_orders.spec()}};
  return declared;
}

/// What a weight other than 0 multiplies has to be a number.
template <class T>
Expected<void> require_finite(const EntryInfluence<T>& slot, std::uint32_t joint) {
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 4; ++c)
      if (slot.w(r, c) != T(0) && !std::isfinite(to_double(slot.M(r, c))))
        return fail("NOT_FINITE", fmt::format("palette[{}, {}, {}]", joint, r, c),
                    "expected a finite number, its weight is not 0");
  return {};
}

/// The slots of all vertices [V * K].
template <class T>
Expected<std::vector<EntryInfluence<T>>> entry_influences(const Inputs<T>& in, const MatrixQuestion<T>& q) {
  std::vector<EntryInfluence<T>> slots;
  for (const auto& w : in.template rows<12>("entry_weights")) {
    const std::uint32_t joint = q.slots.joints[slots.size()];
    EntryInfluence<T>& slot = slots.emplace_back();
    slot.w = w.template reshaped<Eigen::RowMajor>(3, 4);
    slot.M << q.matrices[joint].linear, q.matrices[joint].translation;
    BINDPOSE_CHECK(require_finite(slot, joint));
  }
  return slots;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const EntryNormalRule rule = in.chosen(entry_normal_rules);
  const EntryOrder order = in.chosen(entry_orders);
  BINDPOSE_TRY(const MatrixQuestion<T> q, read_matrix_question(in));
  BINDPOSE_TRY(const auto slots, entry_influences(in, q));
  return deform(q, [&](std::size_t v, const Vertex<T>& rest) {
    const auto first = slots.begin() + static_cast<std::ptrdiff_t>(v * q.slots.width);
    const std::vector<EntryInfluence<T>> influences(first,
                                                    first + static_cast<std::ptrdiff_t>(q.slots.width));
    return multi_weight(influences, rest, order, rule);
  });
}

}  // namespace

BINDPOSE_IMPLEMENT(multi_weight)

}  // namespace bindpose::skinning
