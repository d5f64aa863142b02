// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/palette_form.h"

#include <cassert>
#include <cmath>

#include "reference/numeric/rigid.h"

namespace bindpose::gpu {
namespace {

bool is_rotation(const Mat3<double>& C) {
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      if (!(std::fabs(C.col(a).dot(C.col(b)) - (a == b ? 1 : 0)) <= rigid_tolerance)) return false;
  return determinant(C) > 0;
}

/// For a rotation up to rounding; w is not negative.
Quat<double> unit_quaternion_of(const Mat3<double>& C) {
  const Quat<double> q = quaternion_of(C).normalized();
  return q.w() < 0 ? Quat<double>(-q.coeffs()) : q;
}

void write(const Quat<double>& q, std::span<float> to) {
  const std::array<double, 4> xyzw = {q.x(), q.y(), q.z(), q.w()};
  std::transform(xyzw.begin(), xyzw.end(), to.begin(), [](double x) { return static_cast<float>(x); });
}

/// q and t, or the dual quaternion of both.
void write_pair(PaletteForm form, const Quat<double>& q, const Quat<double>& t, std::span<float> to) {
  Quat<double> second = t;
  if (form == PaletteForm::dual_quaternion) {
    second = t * q;
    second.coeffs() *= 0.5;
  }
  write(q, to.first(4));
  write(second, to.last(4));
}

}  // namespace

bool write_joint(PaletteForm form, std::span<const double, 12> joint, std::span<float> to) {
  assert(to.size() == 4 * rows_of(form));
  if (form == PaletteForm::rows_3x4) {
    std::transform(joint.begin(), joint.end(), to.begin(), [](double x) { return static_cast<float>(x); });
    return true;
  }
  Mat3<double> C;
  C << joint[0], joint[1], joint[2], joint[4], joint[5], joint[6], joint[8], joint[9], joint[10];
  if (!is_rotation(C)) return false;
  write_pair(form, unit_quaternion_of(C), quaternion_xyzw<double>(joint[3], joint[7], joint[11], 0), to);
  return true;
}

void write_joint(PaletteForm form, std::span<const double, 4> q, std::span<const double, 3> t,
                 std::span<float> to) {
  assert(to.size() == 4 * rows_of(form));
  const Quat<double> rotation = quaternion_xyzw<double>(q[0], q[1], q[2], q[3]);
  if (form != PaletteForm::rows_3x4)
    return write_pair(form, rotation, quaternion_xyzw<double>(t[0], t[1], t[2], 0), to);
  const Mat3<double> R = rotation_matrix(rotation);
  for (int r = 0; r < 3; ++r) {
    const auto row = to.subspan(4 * static_cast<std::size_t>(r), 4);
    for (int c = 0; c < 3; ++c)
      row[static_cast<std::size_t>(c)] = static_cast<float>(R(r, c));
    row[3] = static_cast<float>(t[static_cast<std::size_t>(r)]);
  }
}

}  // namespace bindpose::gpu
