// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/inverse_bind.h"

#include "reference/model/surface.h"

namespace bindpose::hierarchy {

const Choice<InverseOrder> inverse_orders{"formulation",
                                          OptionSpec::Kind::formulation,
                                          {{"inverse-then-product", InverseOrder::inverse_then_product},
                                           {"adjugate-then-divide", InverseOrder::adjugate_then_divide}},
                                          "when the translation is divided by the determinant",
                                          2};
namespace inverse_bind_question {

Declaration declaration() {
  return {.inputs = {real("bind", "B_j", "J 3 4", Kind::affine(Space::world, Space::joint).at_bind(),
                          "world transform at bind time, rows (C | t)")
                         .finite()
                         .invertible()},
          .outputs = {real("inverse_binds", "A_j", "J 3 4", Kind::affine(Space::joint, Space::mesh).at_bind(),
                           "inverse bind matrix, rows (C | t); mesh space is the world at bind time")},
          .options = {inverse_orders.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  std::vector<Affine<T>> A;
  for (const Affine<T>& B : in.affines("bind"))
    A.push_back(inverse_bind(B, in.chosen(inverse_orders)));
  return Result<T>{{to_result_array("inverse_binds", A)}, {}};
}

}  // namespace inverse_bind_question

BINDPOSE_IMPLEMENT(inverse_bind)

}  // namespace bindpose::hierarchy
