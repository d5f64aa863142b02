// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the kernels of this family for who has a hierarchy and locals at hand, with their checks.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "reference/hierarchy/fk_matrix.h"
#include "reference/hierarchy/fk_quaternion.h"
#include "reference/hierarchy/inverse_bind.h"
#include "reference/hierarchy/palette.h"
#include "reference/hierarchy/shared/joint_policies.h"
#include "reference/model/checks.h"
#include "reference/model/inputs.h"
#include "reference/model/try.h"

namespace bindpose::hierarchy {

/// W_j from p(j) and L_j [#joints]. Errors INDEX_RANGE, CYCLE, COUNT_MISMATCH, NOT_FINITE, NOT_UNIT; without shear
/// NOT_APPLICABLE for a joint that is given as a matrix, decomposed for one that is no translation, rotation and scale.
template <class T>
Expected<std::vector<Affine<T>>> fk_matrix(const std::vector<int>& parents,
                                           std::vector<LocalTransform<T>> locals,
                                           ScaleInheritance inheritance = ScaleInheritance::with_shear,
                                           RotationLength length = RotationLength::as_given,
                                           MatrixJoints matrices = MatrixJoints::as_given) {
  BINDPOSE_CHECK(validate(parents, locals));
  for (std::size_t j = 0; j < locals.size() && matrices == MatrixJoints::decomposed; ++j) {
    if (!locals[j].is_matrix) continue;
    if (!is_decomposable(locals[j].matrix))
      return fail("NOT_APPLICABLE", fmt::format("local_matrices[{}]", j),
                  "it is no translation, rotation and scale, or a scale is 0");
    locals[j] = {false, decomposed(locals[j].matrix), {}};
  }
  if (length == RotationLength::kept_unit)
    for (LocalTransform<T>& local : locals)
      if (!local.is_matrix && !normalize_quaternion(local.trs.rotation))
        return fail("NOT_UNIT", "local_rotations", "a rotation of length 0");
  if (inheritance == ScaleInheritance::with_shear) return world_transforms(parents, local_transforms(locals));
  std::vector<Trs<T>> trs;
  for (std::size_t j = 0; j < locals.size(); ++j) {
    if (locals[j].is_matrix)
      return fail("NOT_APPLICABLE", fmt::format("local_matrices[{}]", j),
                  "scale goes down without shear as translation, rotation and scale only");
    trs.push_back(locals[j].trs);
  }
  return world_without_shear(parents, trs);
}

/// The same of a question, by its options.
template <class T>
Expected<std::vector<Affine<T>>> fk_matrix(const Inputs<T>& in, std::vector<LocalTransform<T>> locals) {
  return fk_matrix<T>(in.integers("parents"), std::move(locals), in.chosen(scale_inheritances),
                      in.chosen(rotation_lengths), in.chosen(matrix_joints));
}

/// (q_j, t_j) from p(j) and locals that are rigid [#joints]. Errors as fk_matrix(), MATRIX_LOCAL, SCALE_NOT_ONE.
template <class T>
Expected<std::vector<Rigid<T>>> fk_quaternion(const std::vector<int>& parents,
                                              const std::vector<LocalTransform<T>>& locals,
                                              RotationForm form = RotationForm::cross_products) {
  BINDPOSE_CHECK(validate(parents, locals));
  std::vector<Rigid<T>> rigid;
  for (std::size_t j = 0; j < locals.size(); ++j) {
    const Vec3<T>& s = locals[j].trs.scale;
    if (locals[j].is_matrix)
      return fail("MATRIX_LOCAL", fmt::format("local_matrices[{}]", j),
                  "expected a rotation and a translation");
    if (s[0] != T(1) || s[1] != T(1) || s[2] != T(1))
      return fail("SCALE_NOT_ONE", fmt::format("local_scales[{}]", j), "expected no scale");
    rigid.push_back({locals[j].trs.rotation, locals[j].trs.translation});
  }
  return world_transforms(parents, rigid, form);
}

/// A_j from B_j [#joints]. Errors NOT_FINITE, SINGULAR_BIND at "bind[j]".
template <class T>
Expected<std::vector<Affine<T>>> inverse_bind(const std::vector<Affine<T>>& bind,
                                              InverseOrder order = InverseOrder::inverse_then_product) {
  std::vector<Affine<T>> A;
  for (std::size_t j = 0; j < bind.size(); ++j) {
    const Mat3<double> C = bind[j].linear.unaryExpr([](const T& x) { return to_double(x); });
    if (!all_finite(bind[j]))
      return fail("NOT_FINITE", fmt::format("bind[{}]", j), "expected finite numbers");
    if (!is_invertible(C))
      return fail("SINGULAR_BIND", fmt::format("bind[{}]", j),
                  fmt::format("a determinant of {:.9g}", determinant(C)));
    A.push_back(inverse_bind(bind[j], order));
  }
  return A;
}

/// M_j from W_j and A_j [#joints], matrices or rigid motions. Error COUNT_MISMATCH.
template <class T, template <class> class Map>
Expected<std::vector<Map<T>>> palette(const std::vector<Map<T>>& world,
                                      const std::vector<Map<T>>& inverse_binds) {
  if (world.size() != inverse_binds.size())
    return fail("COUNT_MISMATCH", "inverse_binds",
                fmt::format("{} matrices, expected {}", inverse_binds.size(), world.size()));
  std::vector<Map<T>> M;
  for (std::size_t j = 0; j < world.size(); ++j)
    M.push_back(skinning_matrix(world[j], inverse_binds[j]));
  return M;
}

}  // namespace bindpose::hierarchy
