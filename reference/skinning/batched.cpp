// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/batched.h"

#include "reference/skinning/shared/parts.h"

namespace bindpose::skinning {
namespace batched_question {

const Choice<Excess> excesses{"excess",
                              OptionSpec::Kind::policy,
                              {{"report", Excess::report}, {"reduce", Excess::reduce}},
                              "a triangle that needs more matrices than a batch has"};

Declaration declaration() {
  return {.inputs =
              part_inputs(integer("matrix_limit", "k", "1", "matrices that one batch may use").within(2, 4)),
          .stages = part_stages(),
          .outputs = surface_arrays(),
          .options = linear_blend_policies() + OptionList{excesses.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(auto q, read_weighted_mesh<Affine>(in));
  const std::size_t k = static_cast<std::size_t>(in.integer("matrix_limit")), K = q.slots.width;
  std::vector<T> dropped(in.extent("V"), T(0));
  if (in.chosen(excesses) == Excess::reduce) {
    BINDPOSE_TRY(const std::vector<char> kept, kept_slots(triangles_and_points(in.arrays()), q.slots, k));
    for (std::size_t v = 0; v < dropped.size(); ++v)
      dropped[v] = reduce(std::span(q.weights).subspan(v * K, K), std::span(kept).subspan(v * K, K));
    drop(kept, q.slots);
  }
  return answer_in_parts(in, std::move(q), std::move(dropped));
}

}  // namespace batched_question

BINDPOSE_IMPLEMENT(batched)

}  // namespace bindpose::skinning
