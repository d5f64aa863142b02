// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/rigid_palette.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "reference/model/checks.h"
#include "reference/numeric/stored.h"

namespace bindpose::skinning {

void add_rigids(ArraySet& question, const std::string& name, const std::vector<Rigid<double>>& motions) {
  Array::Reals rotations, translations;
  for (const Rigid<double>& motion : motions) {
    for (const double x : motion.rotation.coeffs())
      rotations.push_back(to_float32(x));
    for (const double x : motion.translation)
      translations.push_back(to_float32(x));
  }
  question.add(name + "_rotations", {motions.size(), 4}, std::move(rotations));
  question.add(name + "_translations", {motions.size(), 3}, std::move(translations));
}

template <class T>
Quat<T> quaternion_from_matrix(const Mat3<T>& R) {
  using std::sqrt;
  const T one(1), two(2);
  const T trace = R(0, 0) + R(1, 1) + R(2, 2);
  // 4 w^2 = 1 + trace, 4 x_k^2 = 1 + 2 R_kk - trace: the values decide which is the largest, and any of two
  // nearly equal ones will do.
  int k = 0;
  for (int i = 1; i < 3; ++i)
    if (to_double(R(i, i)) > to_double(R(k, k))) k = i;
  if (to_double(trace) >= to_double(R(k, k))) {
    const T s = stored(T(two * sqrt(T(one + trace))));  // 4 w
    return quaternion_xyzw<T>((R(2, 1) - R(1, 2)) / s, (R(0, 2) - R(2, 0)) / s, (R(1, 0) - R(0, 1)) / s,
                              s / T(4));
  }
  const int l = (k + 1) % 3, m = (k + 2) % 3;
  const T s = stored(T(two * sqrt(T(one + R(k, k) - R(l, l) - R(m, m)))));  // 4 x_k
  Quat<T> q;
  q.coeffs()[k] = s / T(4);
  q.coeffs()[l] = (R(k, l) + R(l, k)) / s;
  q.coeffs()[m] = (R(k, m) + R(m, k)) / s;
  q.w() = (R(m, l) - R(l, m)) / s;
  return q;
}

namespace {

template <class Derived>
auto value_of(const Eigen::MatrixBase<Derived>& x) {
  return x.unaryExpr([](const Tracked& entry) { return entry.value(); }).eval();
}

/// What rounding to the nearest number of the format may change in x, once.
Tracked rounded_input(double x) {
  const Precision& precision = Tracked::precision();
  return Tracked::uncertain(x, precision.unit / 2 * std::fabs(x));
}

/// `x` with the error that another form of the same number adds.
Tracked widened(const Tracked& x, const Tracked& other) {
  return Tracked::uncertain(x.value(), x.error() + other.error() + std::fabs(other.value() - x.value()));
}

}  // namespace

Rigid<Tracked> in_any_form(const Rigid<Tracked>& motion) {
  const Vec4<double> q = value_of(motion.rotation.coeffs());
  const Vec3<double> t = value_of(motion.translation);
  const Quat<double> exact(q);
  // Rows: the entries are rounded, the subject makes a quaternion of them, of either sign.
  const Mat3<Tracked> R = rotation_matrix(exact).unaryExpr(&rounded_input);
  Vec4<Tracked> from_rows = quaternion_from_matrix<Tracked>(R).coeffs();
  const Vec4<double> found = value_of(from_rows);
  if (found[0] * q[0] + found[1] * q[1] + found[2] * q[2] + found[3] * q[3] < 0) from_rows = -from_rows;
  // Dual quaternion: d = (t, 0) q / 2 rounded, t = 2 d q* computed.
  const Quat<double> half(0, t[0] / 2, t[1] / 2, t[2] / 2);
  const Quat<double> d = bindpose::quaternion_product(half, exact);
  const Quat<Tracked> dual(Vec4<Tracked>(d.coeffs().unaryExpr(&rounded_input)));
  const Quat<Tracked> real(Vec4<Tracked>(q.cast<Tracked>()));
  const Quat<Tracked> from_dual = bindpose::quaternion_product(dual, bindpose::conjugate(real));
  Rigid<Tracked> covered = motion;
  for (int i = 0; i < 4; ++i)
    covered.rotation.coeffs()[i] = widened(motion.rotation.coeffs()[i], from_rows[i]);
  for (int i = 0; i < 3; ++i)
    covered.translation[i] = widened(motion.translation[i], Tracked(2) * from_dual.vec()[i]);
  return covered;
}

namespace {

/// Joints that some vertex pulls on; all of them without influences.
Expected<std::vector<char>> used_joints(const Influences* influences, std::size_t joint_count) {
  if (influences == nullptr) return std::vector<char>(joint_count, 1);
  std::vector<char> used(joint_count, 0);
  for (std::size_t i = 0; i < influences->joints.size(); ++i) {
    if (influences->joints[i] >= joint_count)
      return fail("INDEX_RANGE", fmt::format("joints[{}, {}]", i / influences->width, i % influences->width),
                  fmt::format("joint {} of {}", influences->joints[i], joint_count));
    if (influences->weights[i] != 0) used[influences->joints[i]] = 1;
  }
  return used;
}

Expected<void> validate(const Vec4<double>& q, const Vec3<double>& t, const std::string& name,
                        std::size_t joint) {
  if (auto ok = bindpose::require_unit(q, fmt::format("{}_rotations[{}]", name, joint)); !ok) return ok;
  if (bindpose::all_finite(t)) return {};
  return fail("NOT_FINITE", fmt::format("{}_translations[{}]", name, joint), "expected finite numbers");
}

}  // namespace

template <class T>
Expected<std::vector<Rigid<T>>> read_rigids(const ArraySet& question, const std::string& name,
                                            const Influences* influences) {
  const auto rotations = question.require_reals(name + "_rotations", {ArraySet::any, 4});
  if (!rotations) return tl::unexpected(rotations.error());
  const std::size_t count = (*rotations)->shape[0];
  const auto translations = question.require_reals(name + "_translations", {count, 3});
  if (!translations) return tl::unexpected(translations.error());
  const auto used = used_joints(influences, count);
  if (!used) return tl::unexpected(used.error());
  std::vector<Rigid<T>> motions(count);
  for (std::size_t j = 0; j < count; ++j) {
    const auto ok =
        validate(read_row<double, 4>(**rotations, j), read_row<double, 3>(**translations, j), name, j);
    if (!ok && (*used)[j] != 0) return tl::unexpected(ok.error());
    if (!ok) continue;
    motions[j] = {Quat<T>(read_row<T, 4>(**rotations, j)), read_row<T, 3>(**translations, j)};
  }
  return motions;
}

#define BINDPOSE_INSTANTIATE(T)                                                             \
  template Quat<T> quaternion_from_matrix(const Mat3<T>&);                                  \
  template Expected<std::vector<Rigid<T>>> read_rigids(const ArraySet&, const std::string&, \
                                                       const Influences*);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::skinning
