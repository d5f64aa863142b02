// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: checks on transforms, and the tolerance for the length of a rotation.
#pragma once

#include <fmt/format.h>

#include "reference/model/pose.h"
#include "reference/model/rig.h"
#include "reference/numeric/scalar.h"

namespace bindpose {

/// How far a rotation's length may be from 1: glTF may store rotations in only 8 bits, whose rounding moves
/// the length by up to 2 / 127 / 2 per axis; the Khronos validator uses the same order of magnitude.
constexpr double unit_tolerance = 0.02;

template <class Vector>
bool all_finite(const Vector& x) {
  for (Eigen::Index i = 0; i < x.size(); ++i)
    if (!std::isfinite(to_double(x.coeff(i)))) return false;
  return true;
}

template <class T>
bool all_finite(const Affine<T>& x) {
  return all_finite(Eigen::Matrix<T, 9, 1>(x.linear.reshaped())) && all_finite(x.translation);
}

/// Length of a quaternion, for messages and tolerances.
template <class T>
double length_of(const Vec4<T>& q) {
  double squared = 0;
  for (int i = 0; i < 4; ++i)
    squared += to_double(q[i]) * to_double(q[i]);
  return std::sqrt(squared);
}

/// Errors NOT_FINITE, NOT_UNIT at `where`.
template <class T>
Expected<void> require_unit(const Vec4<T>& q, const std::string& where) {
  if (!all_finite(q)) return fail("NOT_FINITE", where, "expected finite numbers");
  const double length = length_of(q);
  if (!(std::fabs(length - 1) <= unit_tolerance))
    return fail("NOT_UNIT", where, fmt::format("a quaternion of length {:.9g}", length));
  return {};
}

/// Errors NOT_FINITE, NOT_UNIT with the joint.
template <class T>
Expected<void> validate(const LocalTransform<T>& local, std::size_t joint) {
  const auto finite = [&](bool ok, const char* name) -> Expected<void> {
    if (ok) return {};
    return fail("NOT_FINITE", fmt::format("{}[{}]", name, joint), "expected finite numbers");
  };
  if (local.is_matrix) return finite(all_finite(local.matrix), "local_matrices");
  if (auto ok = finite(all_finite(local.trs.translation), "local_translations"); !ok) return ok;
  if (auto ok = finite(all_finite(local.trs.scale), "local_scales"); !ok) return ok;
  return require_unit<T>(local.trs.rotation.coeffs(), fmt::format("local_rotations[{}]", joint));
}

/// A hierarchy and a local transform per joint. Errors INDEX_RANGE, CYCLE, COUNT_MISMATCH, NOT_FINITE,
/// NOT_UNIT.
template <class T>
Expected<void> validate(const std::vector<int>& parents, const std::vector<LocalTransform<T>>& locals) {
  Skeleton skeleton;
  skeleton.parents = parents;
  if (auto ok = bindpose::validate(skeleton); !ok) return ok;
  if (locals.size() != parents.size())
    return fail("COUNT_MISMATCH", "locals",
                fmt::format("{} local transforms, expected {}", locals.size(), parents.size()));
  for (std::size_t j = 0; j < locals.size(); ++j)
    if (auto ok = validate(locals[j], j); !ok) return ok;
  return {};
}

}  // namespace bindpose
