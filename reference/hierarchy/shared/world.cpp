// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/shared/world.h"

#include <fmt/format.h>

#include "reference/model/checks.h"

namespace bindpose::hierarchy {

namespace {

/// q / |q| of every joint that has a quaternion. Error NOT_UNIT.
template <class T>
Expected<void> keep_all_unit(std::vector<LocalTransform<T>>& locals) {
  for (LocalTransform<T>& local : locals)
    if (!local.is_matrix) BINDPOSE_CHECK(keep_unit(local.trs.rotation, "local_rotations"));
  return {};
}

/// Error NOT_APPLICABLE.
template <class T>
Expected<void> decompose(std::vector<LocalTransform<T>>& locals) {
  for (std::size_t j = 0; j < locals.size(); ++j) {
    if (!locals[j].is_matrix) continue;
    if (!is_decomposable(locals[j].matrix))
      return fail("NOT_APPLICABLE", fmt::format("local_matrices[{}]", j),
                  "not a translation, rotation and scale, or a scale is 0");
    locals[j] = {false, decomposed(locals[j].matrix), {}};
  }
  return {};
}

template <class T>
Expected<void> apply_joint_policies(const std::vector<int>& parents, std::vector<LocalTransform<T>>& locals,
                                    RotationLength length, MatrixJoints matrices) {
  BINDPOSE_CHECK(validate(parents, locals));
  if (matrices == MatrixJoints::decomposed) BINDPOSE_CHECK(decompose(locals));
  if (length == RotationLength::kept_unit) BINDPOSE_CHECK(keep_all_unit(locals));
  return {};
}

}  // namespace

template <class T>
Expected<void> apply_joint_policies(const Inputs<T>& in, std::vector<LocalTransform<T>>& locals) {
  return apply_joint_policies(in.integers("parents"), locals, in.chosen(rotation_lengths),
                              in.chosen(matrix_joints));
}

template <class T>
Expected<std::vector<Affine<T>>> fk_matrix(const std::vector<int>& parents,
                                           std::vector<LocalTransform<T>> locals,
                                           ScaleInheritance inheritance, RotationLength length,
                                           MatrixJoints matrices) {
  BINDPOSE_CHECK(apply_joint_policies(parents, locals, length, matrices));
  if (inheritance == ScaleInheritance::with_shear) return world_transforms(parents, local_transforms(locals));
  std::vector<Trs<T>> trs;
  for (std::size_t j = 0; j < locals.size(); ++j) {
    if (locals[j].is_matrix)
      return fail("NOT_APPLICABLE", fmt::format("local_matrices[{}]", j),
                  "without shear, a joint needs translation, rotation and scale");
    trs.push_back(locals[j].trs);
  }
  return world_without_shear(parents, trs);
}

template <class T>
Expected<std::vector<Affine<T>>> fk_matrix(const Inputs<T>& in, std::vector<LocalTransform<T>> locals) {
  return fk_matrix<T>(in.integers("parents"), std::move(locals), in.chosen(scale_inheritances),
                      in.chosen(rotation_lengths), in.chosen(matrix_joints));
}

template <class T>
Expected<std::vector<Rigid<T>>> fk_quaternion(const std::vector<int>& parents,
                                              const std::vector<LocalTransform<T>>& locals,
                                              RotationForm form) {
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

template <class T>
Expected<std::vector<Rigid<T>>> fk_quaternion(const Inputs<T>& in, std::vector<LocalTransform<T>> locals,
                                              RotationForm form) {
  if (in.chosen(rotation_lengths) == RotationLength::kept_unit) BINDPOSE_CHECK(keep_all_unit(locals));
  return fk_quaternion<T>(in.integers("parents"), locals, form);
}

template <class T>
Expected<std::vector<Affine<T>>> inverse_bind(const std::vector<Affine<T>>& bind, InverseOrder order) {
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

#define BINDPOSE_INSTANTIATE(T)                                                                            \
  template Expected<void> apply_joint_policies(const Inputs<T>&, std::vector<LocalTransform<T>>&);         \
  template Expected<std::vector<Affine<T>>> fk_matrix(const std::vector<int>&,                             \
                                                      std::vector<LocalTransform<T>>, ScaleInheritance,    \
                                                      RotationLength, MatrixJoints);                       \
  template Expected<std::vector<Affine<T>>> fk_matrix(const Inputs<T>&, std::vector<LocalTransform<T>>);   \
  template Expected<std::vector<Rigid<T>>> fk_quaternion(                                                  \
      const std::vector<int>&, const std::vector<LocalTransform<T>>&, RotationForm);                       \
  template Expected<std::vector<Rigid<T>>> fk_quaternion(const Inputs<T>&, std::vector<LocalTransform<T>>, \
                                                         RotationForm);                                    \
  template Expected<std::vector<Affine<T>>> inverse_bind(const std::vector<Affine<T>>&, InverseOrder);     \
  template Expected<std::vector<Affine<T>>> palette(const std::vector<Affine<T>>&,                         \
                                                    const std::vector<Affine<T>>&);                        \
  template Expected<std::vector<Rigid<T>>> palette(const std::vector<Rigid<T>>&,                           \
                                                   const std::vector<Rigid<T>>&);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::hierarchy
