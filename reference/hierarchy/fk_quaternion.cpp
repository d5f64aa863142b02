// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/fk_quaternion.h"

#include "reference/hierarchy/shared/world.h"
#include "reference/model/common_arrays.h"
#include "reference/model/surface.h"

namespace bindpose::hierarchy {

const Choice<RotationForm> rotation_forms{
    "formulation",
    OptionSpec::Kind::formulation,
    {{"cross-products", RotationForm::cross_products}, {"rotation-matrix", RotationForm::rotation_matrix}},
    "how a quaternion rotates a point",
    2};
namespace fk_quaternion_question {

Declaration declaration() {
  return {.inputs = parent_arrays() + rigid_local_arrays(),
          .outputs = rigid_world_arrays(),
          .options = {rotation_forms.spec(), rotation_lengths.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(const auto world, fk_quaternion(in, in.locals(), in.chosen(rotation_forms)));
  std::vector<Vec4<T>> q;
  std::vector<Vec3<T>> t;
  for (const Rigid<T>& joint : world) {
    q.push_back(joint.rotation.coeffs());
    t.push_back(joint.translation);
  }
  return Result<T>{{rotation_array<T>("world_rotations", q), to_result_array<T, 3>("world_translations", t)},
                   {}};
}

}  // namespace fk_quaternion_question

BINDPOSE_IMPLEMENT(fk_quaternion)

}  // namespace bindpose::hierarchy
