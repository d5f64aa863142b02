// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the kernels of this family with their checks, for callers with a hierarchy and local transforms, on the
// four scalars (scalar.h).
#pragma once

#include "reference/hierarchy/fk_matrix.h"
#include "reference/hierarchy/inverse_bind.h"
#include "reference/hierarchy/palette.h"
#include "reference/hierarchy/shared/joint_policies.h"
#include "reference/model/inputs.h"

namespace bindpose::hierarchy {

/// Decomposes matrices and normalises rotations, if an input's options say so. Errors as fk_matrix().
template <class T>
Expected<void> apply_joint_policies(const Inputs<T>& in, std::vector<LocalTransform<T>>& locals);

/// W_j from p(j) and L_j [#joints]. Errors INDEX_RANGE, CYCLE, COUNT_MISMATCH, NOT_FINITE, NOT_UNIT.
/// NOT_APPLICABLE without shear for a joint given as a matrix, and decomposed for a matrix that is not a
/// translation, rotation and scale.
template <class T>
Expected<std::vector<Affine<T>>> fk_matrix(const std::vector<int>& parents,
                                           std::vector<LocalTransform<T>> locals,
                                           ScaleInheritance inheritance = ScaleInheritance::with_shear,
                                           RotationLength length = RotationLength::as_given,
                                           MatrixJoints matrices = MatrixJoints::as_given);

/// The world transforms of an input, by its options.
template <class T>
Expected<std::vector<Affine<T>>> fk_matrix(const Inputs<T>& in, std::vector<LocalTransform<T>> locals);

/// (q_j, t_j) from p(j) and locals that are rigid [#joints]. Errors as fk_matrix(), MATRIX_LOCAL, SCALE_NOT_ONE.
template <class T>
Expected<std::vector<Rigid<T>>> fk_quaternion(const std::vector<int>& parents,
                                              const std::vector<LocalTransform<T>>& locals,
                                              RotationForm form = RotationForm::cross_products);

/// The world transforms of an input, by its options.
template <class T>
Expected<std::vector<Rigid<T>>> fk_quaternion(const Inputs<T>& in, std::vector<LocalTransform<T>> locals,
                                              RotationForm form = RotationForm::cross_products);

/// A_j from B_j [#joints]. Errors NOT_FINITE, SINGULAR_BIND at "bind[j]".
template <class T>
Expected<std::vector<Affine<T>>> inverse_bind(const std::vector<Affine<T>>& bind,
                                              InverseOrder order = InverseOrder::inverse_then_product);

/// M_j from W_j and A_j [#joints], matrices or rigid motions. Error COUNT_MISMATCH.
template <class T, template <class> class Map>
Expected<std::vector<Map<T>>> palette(const std::vector<Map<T>>& world,
                                      const std::vector<Map<T>>& inverse_binds);

}  // namespace bindpose::hierarchy
