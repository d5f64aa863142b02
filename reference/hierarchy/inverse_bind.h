// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: inverse bind matrices - from the world at bind time into every joint's space.
//
// Formula. B_j = (C | t):
//   A_j = B_j^-1 = (C^-1 | -C^-1 t),   C^-1 = cof(C)^T / det(C)       matrix form
//   A_j = (q^-1, -q^-1(t)),            q^-1 the conjugate              rigid form
// The formulations are one result computed in different orders:
//   inverse-then-product      C^-1 first, then -(C^-1 t)
//   adjugate-then-divide      -(cof(C)^T t) / det(C), the division last
//
// Source. Cramer's rule: R. A. Horn, C. R. Johnson, Matrix Analysis, 2nd ed. 2013, section 0.8. glTF 2.0,
// section 3.7.3 (skins, inverseBindMatrices). Deviation: none.
//
// Symbols.
//   B_j        world_from_joint at bind time, array "bind" [J, 3, 4], rows (C | t)
//   C, t       linear part [3, 3], translation [3] metres
//   cof, det   cofactor matrix, determinant
//   A_j        joint_from_world at bind time, array "inverse_binds" [J, 3, 4]
//   q          unit quaternion (x, y, z, w) of a rigid B_j
//
// Requires. Finite numbers (NOT_FINITE); an invertible C (SINGULAR_BIND, with the joint): in double precision
// |det C| > 2^-40 |c_0| |c_1| |c_2|, the product of its columns' lengths, which is what |det C| is at right
// angles.
//
// Degenerate. Scale, shear and mirroring are inverted exactly like rotations. A joint scaled to 0 has no
// inverse and is rejected. The nearer to singular, the larger the error of any float32 inverse, and the bound
// with it. The rigid form takes a quaternion as unit; one of another length is not inverted but conjugated.
#pragma once

#include <string_view>
#include <vector>

#include "reference/model/algorithm.h"
#include "reference/model/error.h"
#include "reference/numeric/rigid.h"
#include "reference/numeric/transform.h"

namespace bindpose::hierarchy {

enum class InverseOrder { inverse_then_product, adjugate_then_divide };

/// The option "formulation", its values in InverseOrder's order.
inline std::vector<OptionSpec> inverse_orders(std::string_view when_divided) {
  return {{"formulation",
           {"inverse-then-product", "adjugate-then-divide"},
           OptionSpec::Kind::formulation,
           when_divided,
           2}};
}

/// bind: B_j [#joints]. Returns A_j [#joints].
template <class T>
Expected<std::vector<Affine<T>>> inverse_bind(const std::vector<Affine<T>>& bind,
                                              InverseOrder order = InverseOrder::inverse_then_product);

/// The inverse of a rigid motion.
template <class T>
Rigid<T> inverse_bind(const Rigid<T>& bind);

}  // namespace bindpose::hierarchy
