// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/fk_product.h"

#include "reference/hierarchy/shared/joint_policies.h"
#include "reference/model/common_arrays.h"
#include "reference/model/surface.h"

namespace bindpose::hierarchy {
namespace fk_product_question {

const Choice<InverseOrder>& orders() {
  static const Choice<InverseOrder> of_joints{inverse_orders.name, inverse_orders.kind, inverse_orders.values,
                                              "when a joint's translation is divided by its determinant",
                                              inverse_orders.distinct};
  return of_joints;
}

Declaration declaration() {
  return {.inputs = parent_arrays() +
                    ArrayList{real("rest", "M_rest,j", "J 3 4", Kind::affine(Space::parent, Space::joint),
                                   "rest transform, rows (C | t)")
                                  .counted()
                                  .finite()
                                  .invertible(),
                              real("rotations", "R_anim,j", "J 4", Kind::rotation(Space::joint),
                                   "rotation on top of the rest")
                                  .unit_quaternions()},
          .stages = {real("model_from_bone", "M_bm,j", "J 3 4", Kind::affine(Space::model, Space::bone),
                          "posed chain, rows (C | t)"),
                     real("bone_from_model", "M_mb,j", "J 3 4", Kind::affine(Space::bone, Space::model),
                          "inverse of the rest chain, rows (C | t)")},
          .outputs = {real("palette", "M_j", "J 3 4", Kind::affine(Space::mesh, Space::mesh),
                           "skinning matrix, rows (C | t); mesh space is model space")},
          .options = {orders().spec(), rotation_lengths.spec()}};
}

template <class T>
Expected<std::vector<Quat<T>>> rotations(const Inputs<T>& in) {
  std::vector<Quat<T>> R = in.quaternions("rotations");
  if (in.chosen(rotation_lengths) == RotationLength::kept_unit)
    for (Quat<T>& q : R)
      BINDPOSE_CHECK(keep_unit(q, "rotations"));
  return R;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(const auto R, rotations(in));
  const auto [M_bm, M_mb, M] =
      fk_product<T>(in.integers("parents"), in.affines("rest"), R, in.chosen(orders()));
  return Result<T>{{to_result_array("model_from_bone", M_bm), to_result_array("bone_from_model", M_mb),
                    to_result_array("palette", M)},
                   {}};
}

}  // namespace fk_product_question

BINDPOSE_IMPLEMENT(fk_product)

}  // namespace bindpose::hierarchy
