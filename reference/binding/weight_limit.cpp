// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/weight_limit.h"

namespace bindpose::binding {
namespace weight_limit_question {

enum class Tie { lower_joint, first_slot };
const Choice<Tie> ties{.name = "tie",
                       .values = {{"lower-joint", Tie::lower_joint}, {"first-slot", Tie::first_slot}},
                       .meaning = "which joint a vertex keeps among equal weights"};

Declaration declaration() {
  return {
      .inputs =
          weighted_vertex_arrays() +
          ArrayList{
              integer("influence_count", "k", "1", "number of joints that a vertex keeps").within(1, 256)},
      .stages = {},
      .outputs = {joint_weights_array()},
      .options = {ties.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::vector<T> weights = slot_weights(in);
  const auto k = static_cast<std::size_t>(in.integer("influence_count"));
  const Tie tie = in.chosen(ties);
  return weigh_vertices<T>(in.extent("V"), in.extent("J"), [&](std::size_t v, std::span<T> row) {
    std::vector<ListedWeight<T>> w = listed_weights(in, weights, v);
    if (tie == Tie::lower_joint) std::ranges::sort(w, {}, &ListedWeight<T>::j);
    for (const ListedWeight<T>& kept : limited(w, k))
      row[kept.j] = kept.w;
    return w.empty() ? "NO_INFLUENCE" : "";
  });
}

}  // namespace weight_limit_question

BINDPOSE_IMPLEMENT(weight_limit)

}  // namespace bindpose::binding
