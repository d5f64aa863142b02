// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/ik_ccd_bound.h"
#include "reference/ik/shared/ik_chain.h"

namespace bindpose::ik {

const Choice<CcdOrder> ccd_orders{
    "order",
    OptionSpec::Kind::policy,
    {{"tip-to-root", CcdOrder::tip_to_root}, {"root-to-tip", CcdOrder::root_to_tip}},
    "order in which an iteration visits the joints"};
namespace ik_ccd_question {

Declaration declaration() {
  return {.inputs = chain_arrays() + iteration_arrays(),
          .outputs = solution_arrays(),
          .options = {ccd_orders.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  return answer_ik<T>(in, [&](const auto& rest, const auto& goal, std::size_t, const auto&) {
    return Solved<T>{bounded_ccd<T>(rest, goal, in.integer("iterations"), in.chosen(ccd_orders))};
  });
}

}  // namespace ik_ccd_question

BINDPOSE_IMPLEMENT(ik_ccd)

}  // namespace bindpose::ik
