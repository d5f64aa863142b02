// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for inverse bind matrices. Varied: rotation, scale, mirroring, shear and the distance
// from the origin.
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::hierarchy {
namespace {

ArraySet question_of(const std::vector<Affine<double>>& bind) {
  ArraySet question;
  add_affines(question, "bind", bind);
  return question;
}

/// Twelve joints with increasing rotations about different axes, a scale and an offset.
ArraySet turned(const Vec3<double>& scale, const Vec3<double>& offset) {
  std::vector<Affine<double>> bind;
  for (int j = 0; j < 12; ++j) {
    const auto i = static_cast<double>(j);
    bind.push_back(
        affine_from_trs(Trs<double>{offset + Vec3<double>(0.5 * i, 2 - i, 0.25 * i),
                                    Quat<double>(rotation({0.3, 1 - 0.25 * i, 0.2}, 20 + 30 * i)), scale}));
  }
  return question_of(bind);
}

ArraySet sheared() {
  Affine<double> B;
  B.linear << 1, 0.5, 0.25, 0, 2, -0.75, 0.125, 0, 0.5;
  B.translation = {3, -2, 1};
  return question_of({B, B * B, B * B * B});
}

}  // namespace

void inverse_bind_cases(std::vector<Case>& cases) {
  using V = Vec3<double>;
  const PoseCases add(cases, "inverse_bind");
  add("joints.turned", "Rotated bind frames: transposing only the rotation is not enough.", turned,
      V(1, 1, 1), V(0, 0, 0));
  add("joints.scaled", "Non-uniform scale: the transpose differs from the inverse.", turned, V(2, 0.5, 1),
      V(0, 0, 0));
  add("joints.mirrored", "A mirrored frame: the sign of the determinant must survive.", turned, V(-1, 1, 1),
      V(0, 0, 0));
  add("joints.mirrored-uneven", "Mirrored frames with non-uniform scale.", turned, V(1.25, 0.5, -2),
      V(1, 0, 0));
  add("joints.sheared", "Matrices that cannot be split into rotation and scale.", sheared);
  add("joints.far", "A kilometre from the origin, where translations dwarf rotations.", turned, V(1, 1, 1),
      V(1000, 0, -500));
  add("joints.small", "Centimetre units: a determinant of 1e-6 is not singular.", turned, V(0.01, 0.01, 0.01),
      V(0, 0, 0));
  add("joints.tiny", "Millimetre units: a determinant of 1e-9 is not singular.", turned,
      V(0.001, 0.001, 0.001), V(0, 0, 0));
}

}  // namespace bindpose::conformance::hierarchy
