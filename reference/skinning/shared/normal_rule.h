// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: rules for the normal under a matrix that stretches.
#pragma once

#include "reference/model/declaration.h"
#include "reference/numeric/transform.h"

namespace bindpose::skinning {

enum class NormalRule { direction, inverse_transpose, blend_of_inverse_transposes };

/// Normal rules of methods that blend matrices by one weight each.
inline const Choice<NormalRule> normal_rules{
    "normal_rule",
    OptionSpec::Kind::policy,
    {{"direction", NormalRule::direction},
     {"inverse-transpose-of-blend", NormalRule::inverse_transpose},
     {"blend-of-inverse-transposes", NormalRule::blend_of_inverse_transposes}},
    "which matrix carries the normal"};

/// Normal rules of methods that have one matrix per vertex.
inline const Choice<NormalRule> rigid_normal_rules{
    "normal_rule",
    OptionSpec::Kind::policy,
    {{"direction", NormalRule::direction}, {"inverse-transpose", NormalRule::inverse_transpose}},
    "which matrix carries the normal"};

/// How tangents are transformed.
enum class TangentRule { direction, as_normals };
inline const Choice<TangentRule> tangent_rules{
    .name = "tangent_rule",
    .values = {{"direction", TangentRule::direction}, {"as-normals", TangentRule::as_normals}},
    .meaning = "whether a tangent is transformed like positions, which is correct, or like normals",
    .only_declared = true};

/// y = sign(det B) cof(B) n, a positive multiple of B^-T n; false and a zero direction if B is singular.
template <class T>
bool inverse_transpose_of(const Mat3<T>& B, const Vec3<T>& n, Vec3<T>& y) {
  const T det = determinant(B);
  y = cofactor(B) * n;
  if (det < T(0)) y = -y;
  if (det == T(0)) y = Vec3<T>::Zero();
  return det != T(0);
}

}  // namespace bindpose::skinning
