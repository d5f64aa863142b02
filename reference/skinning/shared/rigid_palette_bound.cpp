// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/rigid_palette_bound.h"

#include "reference/skinning/shared/rigid_palette.h"

namespace bindpose::skinning {
namespace {

template <class Derived>
auto value_of(const Eigen::MatrixBase<Derived>& x) {
  return x.unaryExpr([](const Tracked& entry) { return entry.value(); }).eval();
}

/// Change of x by rounding once to the nearest number of the format.
Tracked rounded_input(double x) {
  const Precision& precision = Tracked::precision();
  return Tracked::uncertain(x, precision.unit / 2 * std::fabs(x));
}

/// `x` with the error of another form of the same number added.
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
  Vec4<Tracked> from_rows = quaternion_of<Tracked>(R).coeffs();
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

}  // namespace bindpose::skinning
