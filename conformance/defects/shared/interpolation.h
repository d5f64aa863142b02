// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: parts of key interpolation, for defects of single steps.
#pragma once

#include "conformance/defects/defect.h"

namespace bindpose::conformance {

/// Two keys and the fraction between them, for one row of the output.
struct Between {
  std::size_t from = 0, to = 0;
  double u = 0;
};
/// Finds the keys around a time, clamped. Exactly on a key, `from` is this key and u is 0.
Between between_keys(const Array::Reals& keys, double t);

/// For an input of anim.pose-loop: seconds since its period began.
double phase_in_loop(const Question& question);
/// The keys of a loop around a phase, by the input's before_first_key.
Between between_loop_keys(const Question& question, double phase);

/// An input with rows a, b, t: for interp.slerp, interp.nlerp and interp.lerp the input itself, for
/// anim.linear an input for interp.slerp or interp.lerp. Nothing for other algorithms.
Changed as_rows(const Question& question);

/// Applies an interpolation rule to an input of anim.pose-loop: an input with one key pose. Nothing
/// for other algorithms.
using Interpolate = Vec4<double> (*)(const Vec4<double>& a, const Vec4<double>& b, double u);
Changed as_one_key_pose(const Question& question, Interpolate rule);

}  // namespace bindpose::conformance
