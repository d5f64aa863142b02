// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/pack_f16.h"

#include "reference/binding/shared/packed_vertices.h"

namespace bindpose::binding {
namespace pack_f16_question {

enum class Sum { one, as_rounded };
const Choice<Sum> sums{
    .name = "sum",
    .values = {{"one", Sum::one}, {"as-rounded", Sum::as_rounded}},
    .meaning = "whether the weights sum to 1 exactly, in steps of 2^-11, or are rounded separately"};

Declaration declaration() {
  return {
      .inputs = {slot_arrays()[0], slot_arrays()[1].at_most(65504)},
      .stages = {},
      .outputs = {real("halves", "", "V K", "the 16 bits of each slot's weight as an integer, 0 .. 31743"),
                  packed_arrays("halves", "")[1]},
      .options = {sums.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const bool is_one = in.chosen(sums) == Sum::one;
  const std::vector<T> weights = slot_weights(in);
  const std::size_t V = in.extent("V"), K = in.extent("K");
  Result<T> result{{{"halves", {V, K}, {}}, {"unpacked_weights", {V, K}, {}}}, {}};
  for (std::size_t v = 0; v < V; ++v) {
    const std::span<const T> w = std::span<const T>(weights).subspan(v * K, K);
    const bool has = std::ranges::any_of(w, [](const T& w_i) { return w_i != T(0); });
    for (const T& half : has&& is_one ? halves_of_sum_one(w) : nearest_halves(w)) {
      result.arrays[0].values.push_back(bits_of_half(half));
      result.arrays[1].values.push_back(half);
    }
    for (const char* array : {"halves", "unpacked_weights"})
      if (!has) result.undefined.push_back({array, v, "NO_INFLUENCE"});
  }
  return result;
}

}  // namespace pack_f16_question

BINDPOSE_IMPLEMENT(pack_f16)

}  // namespace bindpose::binding
