// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the forms of a palette on the GPU.
//
// Formula. C the rotation of a joint, t its translation, R_rc the numbers of C:
//   4 w v = (R_21 - R_12, R_02 - R_20, R_10 - R_01, 1 + R_00 + R_11 + R_22)
//   if the trace is the largest of trace, R_00, R_11, R_22; otherwise similar formulas for 4 x v,
//   4 y v or 4 z v
//   real = v / |v|, its sign such that w >= 0;  dual = 1/2 (t, 0) real
// in double, then rounded to float32: each number has a relative error of at most 2^-24. C itself was rounded to
// float32, so it is not exactly a rotation: another conforming conversion may differ by a few 2^-24.
//
// Source. S. W. Shepperd, Quaternion from rotation matrix, Journal of Guidance and Control 1(3), 1978; normalizing
// takes the place of its square root. L. Kavan, S. Collins, J. Zara, C. O'Sullivan, Skinning with dual
// quaternions, I3D 2007, section 3 (unit dual quaternion of a rigid transform).
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace bindpose::gpu {

enum class PaletteForm { rows_3x4, quaternion_translation, dual_quaternion };

/// Values of the variant's key "form", by PaletteForm; the macro is "FORM_" and the value in upper case.
constexpr std::array<std::string_view, 3> palette_form_names = {"rows-3x4", "quaternion-translation",
                                                                "dual-quaternion"};

/// vec4 per joint.
constexpr std::size_t rows_of(PaletteForm form) {
  return form == PaletteForm::rows_3x4 ? 3 : 2;
}

/// Largest entry of C^T C - I that counts as rounding. Rounding to float32 leaves up to 2^-23; a few float32
/// multiplications of a palette leave a few times that.
constexpr double rigid_tolerance = 0x1p-20;

/// Writes a joint, rows_of(form) * 4 numbers, in the given form. Returns false and writes nothing if the form
/// needs a rigid transform and the joint is not rigid: C^T C is not I, C mirrors, or holds NaN. joint: three
/// rows (C | t).
[[nodiscard]] bool write_joint(PaletteForm form, std::span<const double, 12> joint, std::span<float> to);

/// Writes a joint given as the unit quaternion q (x, y, z, w), whose sign is kept, and a translation.
void write_joint(PaletteForm form, std::span<const double, 4> q, std::span<const double, 3> t,
                 std::span<float> to);

}  // namespace bindpose::gpu
