// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: engines' conventions about joints: whether a joint's scale shears its children, whether rotations are
// normalised, whether matrices are decomposed.
//
// Formula. Without shear, rotation and scale are accumulated separately:
//   s_j = s_p * s_jl        by components
//   q_j = q_p q_jl
//   t_j = q_p(s_p * t_jl) + t_p
//   W_j = (R(q_j) diag(s_j) | t_j)
// A joint given as a matrix (C | t) is decomposed into t, s_c = |c-th column of C|, R = C diag(s)^-1.
//
// Source. OGRE 1.12, Node::updateFromParentImpl; three.js r170, Matrix4.decompose; K. Shoemake, Quaternions, 1994 (the
// quaternion of a matrix).
#pragma once

#include <algorithm>

#include "reference/hierarchy/fk_quaternion.h"
#include "reference/model/pose.h"

namespace bindpose::hierarchy {

enum class ScaleInheritance { with_shear, without_shear };
inline const Choice<ScaleInheritance> scale_inheritances{
    .name = "scale_inheritance",
    .values = {{"with-shear", ScaleInheritance::with_shear},
               {"without-shear", ScaleInheritance::without_shear}},
    .meaning = "whether joints inherit matrices, or rotation and scale separately",
    .only_pose = true,
    .only_declared = true};

enum class RotationLength { as_given, kept_unit };
inline const Choice<RotationLength> rotation_lengths{
    .name = "rotations",
    .values = {{"as-given", RotationLength::as_given}, {"kept-unit", RotationLength::kept_unit}},
    .meaning = "whether a joint's quaternion is normalised before use",
    .only_pose = true,
    .only_declared = true};

enum class MatrixJoints { as_given, decomposed };
inline const Choice<MatrixJoints> matrix_joints{
    .name = "matrix_joints",
    .values = {{"as-given", MatrixJoints::as_given}, {"decomposed", MatrixJoints::decomposed}},
    .meaning = "whether a joint's matrix is used unchanged, or first decomposed",
    .only_pose = true,
    .only_declared = true};

inline OptionList joint_policies() {
  return {scale_inheritances.spec(), rotation_lengths.spec(), matrix_joints.spec()};
}

/// q / |q|. Error NOT_UNIT at `array`.
template <class T>
Expected<void> keep_unit(Quat<T>& q, const char* array) {
  if (!normalize_quaternion(q)) return fail("NOT_UNIT", array, "a rotation of length 0");
  return {};
}

/// t, q(C diag(s)^-1), s: the lengths of C's columns, the first is negative if C mirrors. C's columns are
/// orthogonal and not 0.
template <class T>
Trs<T> decomposed(const Affine<T>& M) {
  using std::sqrt;
  Vec3<T> s;
  for (int c = 0; c < 3; ++c) {
    const Vec3<T> column = M.linear.col(c);
    s[c] = sqrt(T(column.dot(column)));
  }
  if (determinant(M.linear) < T(0)) s[0] = -s[0];
  Mat3<T> R;
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r)
      R(r, c) = M.linear(r, c) / s[c];
  return {M.translation, quaternion_of(R), s};
}

/// True if the matrix is a translation, rotation and scale within float32 accuracy, and no scale is 0.
template <class T>
bool is_decomposable(const Affine<T>& M) {
  const Mat3<double> C = M.linear.unaryExpr([](const T& x) { return to_double(x); });
  const Mat3<double> G = C.transpose() * C;
  const double off = std::max({std::fabs(G(0, 1)), std::fabs(G(0, 2)), std::fabs(G(1, 2))});
  return is_invertible(C) && off <= 0x1p-16 * G.trace();
}

/// World transforms W_j of joints with parents p(j) and local transforms jl, without shear; metres [#joints].
template <class T>
std::vector<Affine<T>> world_without_shear(const std::vector<int>& p, const std::vector<Trs<T>>& jl) {
  std::vector<Vec3<T>> s(jl.size());
  std::vector<Rigid<T>> local(jl.size());
  for (const std::size_t j : topological_order(p)) {
    const Vec3<T> s_p = p[j] < 0 ? Vec3<T>::Ones().eval() : s[static_cast<std::size_t>(p[j])];
    s[j] = s_p.cwiseProduct(jl[j].scale);
    local[j] = {jl[j].rotation, s_p.cwiseProduct(jl[j].translation)};
  }
  std::vector<Affine<T>> W;
  for (const Rigid<T>& world : world_transforms(p, local, RotationForm::cross_products))
    W.push_back({rotation_matrix(world.rotation) * s[W.size()].asDiagonal(), world.translation});
  return W;
}

}  // namespace bindpose::hierarchy
