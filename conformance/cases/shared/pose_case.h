// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: helpers for cases of transforms and keyframes: small, at pose level, golden.
#pragma once

#include "conformance/cases/shared/scene_case.h"
#include "reference/model/numbers_of.h"

namespace bindpose::conformance {

/// Appends cases <family>.<stem>.<name>.pose.f32 to a list.
class PoseCases {
 public:
  PoseCases(std::vector<Case>& cases, std::string stem) : cases_(cases), stem_(std::move(stem)) {}

  /// name: scene and variation, "bar.shuffled". `ask` makes the input from the arguments.
  template <class Ask, class... Arguments>
  Case& operator()(const std::string& name, const std::string& purpose, Ask ask,
                   Arguments... arguments) const {
    return add_case(cases_, scene_case(stem_, name, {}, Level::pose), purpose,
                    [=] { return ask(arguments...); });
  }

 private:
  std::vector<Case>& cases_;
  std::string stem_;
};

using Locals = std::vector<LocalTransform<double>>;

/// Adds parents and local transforms: the given ones, or the bar's.
ArraySet hierarchy_question(const std::vector<int>& parents, const Locals& locals);
ArraySet bar_question(const scenes::BarVariation& variation);

/// Parents of a chain of joints.
std::vector<int> in_a_row(std::size_t joints);

/// Local transforms that do not commute: increasing rotations about different axes, non-uniform
/// scales.
Locals skew_locals(std::size_t joints);

/// (x, y, z, w) of the rotation by an angle about an axis, float32-representable.
Vec4<double> rotation(const Vec3<double>& axis, double degrees);

/// An input for an interpolation: rows a, rows b, a parameter per row.
ArraySet rotation_rows(const std::vector<Vec4<double>>& a, const std::vector<Vec4<double>>& b,
                       const std::vector<double>& t);

/// An input between two rotations that differ by `degrees` about the same axis, at every sixteenth,
/// with either sign of the quaternion.
ArraySet rotation_sweep(double degrees, double sign_a, double sign_b);

/// Sets the policies of the last case, which then has no golden file.
inline void by(Case& c, const Options& policies) {
  c.options = policies;
  c.golden = false;
}

/// Every 16th from 0 to 1.
std::vector<double> sixteenths();

/// Times before the first and after the last key, between keys, at each key, and one float32 step
/// before and after it.
std::vector<double> probing_times(const std::vector<double>& keys);

/// Keys that start after 0 and are unevenly spaced.
inline std::vector<double> uneven_keys() {
  return {0.5, 0.75, 1.25};
}

/// Inputs for a track at its keys' probing_times(): of numbers, whose width follows from their
/// count; of rotations, at the uneven keys. Cubic: in-tangent, value, out-tangent of each key.
ArraySet numbers_question(Interpolation interpolation, const std::vector<double>& times,
                          const std::vector<double>& values);
ArraySet rotations_question(Interpolation interpolation, const std::vector<Vec4<double>>& values);
/// An input of rotations at other keys.
ArraySet rotations_question_at(Interpolation interpolation, const std::vector<double>& times,
                               const std::vector<Vec4<double>>& values);

/// An input of numbers, a few microseconds and half a millisecond before and after each key.
ArraySet numbers_beside_keys(Interpolation interpolation, const std::vector<double>& times,
                             const std::vector<double>& values);

/// Samples the track of an input at NaN and between keys, in turn.
void at_no_time(ArraySet& question);

}  // namespace bindpose::conformance
