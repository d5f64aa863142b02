// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/ik_dls_bound.h"
#include "reference/ik/shared/ik_chain.h"

namespace bindpose::ik {
namespace ik_dls_question {

Declaration declaration() {
  return {.inputs = chain_arrays() + iteration_arrays() +
                    ArrayList{real("damping", "lambda", "1", Kind::length(), "damping").finite().above(0)},
          .outputs = solution_arrays()};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const double lambda = in.arrays().find("damping")->reals()[0];
  return answer_ik<T>(in, [&](const auto& rest, const auto& goal, std::size_t, const auto&) {
    return Solved<T>{bounded_dls<T>(rest, goal, lambda, in.integer("iterations"))};
  });
}

}  // namespace ik_dls_question

BINDPOSE_IMPLEMENT(ik_dls)

}  // namespace bindpose::ik
