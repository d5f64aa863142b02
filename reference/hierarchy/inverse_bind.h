// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inverse bind matrices: the kernel. The page is reference/hierarchy/inverse_bind.md.
#pragma once

#include "reference/model/declaration.h"
#include "reference/numeric/rigid.h"

namespace bindpose::hierarchy {

enum class InverseOrder { inverse_then_product, adjugate_then_divide };
extern const Choice<InverseOrder> inverse_orders;

/// A_j = B_j^-1 = (C^-1 | -C^-1 t), C^-1 = cof(C)^T / det(C). B: world_from_joint at bind time, metres.
template <class T>
Affine<T> inverse_bind(const Affine<T>& B, InverseOrder order) {
  const Mat3<T> adjugate = cofactor(B.linear).transpose();
  const T det = determinant(B.linear);
  Affine<T> A;
  A.linear = adjugate.unaryExpr([&](const T& entry) -> T { return entry / det; });
  if (order == InverseOrder::inverse_then_product)
    A.translation = -(A.linear * B.translation);
  else
    A.translation = Vec3<T>(-(adjugate * B.translation)).unaryExpr([&](const T& c) -> T { return c / det; });
  return stored_entries(A);
}

/// A_j = (q^-1, -q^-1(t)) of a rigid B_j = (q, t).
template <class T>
Rigid<T> inverse_bind(const Rigid<T>& B) {
  const Quat<T> inverse = conjugate(B.rotation);
  return {inverse, stored_entries(Vec3<T>(-rotate(inverse, B.translation)))};
}

}  // namespace bindpose::hierarchy
