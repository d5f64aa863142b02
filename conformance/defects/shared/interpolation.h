// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the steps of key interpolation, for defects of single steps.
#pragma once

#include "conformance/defects/defect.h"

namespace bindpose::conformance {

/// Two keys and the fraction between them, for one row of the output.
struct Between {
  std::size_t from = 0, to = 0;
  double u = 0;
};
/// Finds the keys around a time, clamped; exactly on a key, `from` is that key and u is 0.
Between between_keys(const Array::Reals& keys, double t);

/// For an input of anim.pose-loop, the seconds since its period began.
double phase_in_loop(const Question& question);
/// The keys of a loop around a phase, by the input's before_first_key.
Between between_loop_keys(const Question& question, double phase);

/// An input of interp.slerp, interp.nlerp, interp.lerp, or of anim.linear, as rows a, b, t: the input itself, or
/// one for interp.slerp or interp.lerp. Nothing for another algorithm's.
Changed as_rows(const Question& question);

/// The result of an interpolation rule on an input of anim.pose-loop with one key pose. Nothing for other algorithms.
using Interpolate = Vec4<double> (*)(const Vec4<double>& a, const Vec4<double>& b, double u);
Changed as_one_key_pose(const Question& question, Interpolate rule);

}  // namespace bindpose::conformance
