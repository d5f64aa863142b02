// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/ik_fabrik_bound.h"
#include "reference/ik/shared/ik_chain.h"

namespace bindpose::ik {
namespace ik_fabrik_question {

Declaration declaration() {
  return {.inputs = chain_arrays() + iteration_arrays(), .outputs = solution_arrays()};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  return answer_ik<T>(in, [&](const auto& rest, const auto& goal, std::size_t, const Reach<T>& reach) {
    return Solved<T>{bounded_fabrik<T>(rest, goal, reach.too_far, in.integer("iterations"))};
  });
}

}  // namespace ik_fabrik_question

BINDPOSE_IMPLEMENT(ik_fabrik)

}  // namespace bindpose::ik
