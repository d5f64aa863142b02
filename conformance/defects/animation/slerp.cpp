// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Rotations interpolated the long way round, without a sign, or with an arccosine of more than 1.
#include <algorithm>
#include <cmath>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/interpolation.h"

namespace bindpose::conformance {
namespace {

/// Whatever the signs are.
Vec4<double> long_path(const Vec4<double>& a, const Vec4<double>& b, double u) {
  const double angle = 2 * std::atan2((b - a).norm(), (b + a).norm());  // also where it is nearly half a turn
  if (std::sin(angle) < 1e-9) return (1 - u) * a + u * b;
  return (std::sin((1 - u) * angle) * a + std::sin(u * angle) * b) / std::sin(angle);
}

/// Ends that are nearly parallel are interpolated linearly, before a look at their signs.
Vec4<double> shortcut_without_sign(const Vec4<double>& a, const Vec4<double>& b, double u) {
  if (std::fabs(a.dot(b)) < 0.9995) return slerp(a, b, u);
  return ((1 - u) * a + u * b).normalized();
}

/// Ends up to 18 degrees apart as quaternions, 36 as rotations, are interpolated linearly and normalised.
Vec4<double> nlerp_when_close(const Vec4<double>& a, const Vec4<double>& b, double u) {
  const double dot = a.dot(b), sign = dot < 0 ? -1 : 1;
  if (std::fabs(dot) < 0.95) return slerp(a, b, u);
  return ((1 - u) * a + u * sign * b).normalized();
}

/// In float32, where a quaternion's dot product with itself may exceed 1.
Vec4<double> unclamped_arccosine(const Vec4<double>& a, const Vec4<double>& b, double u) {
  const Vec4<float> p = a.cast<float>(), q = b.cast<float>();
  const float dot = p.dot(q), sign = dot < 0 ? -1.0F : 1.0F, angle = std::acos(sign * dot);
  const auto t = static_cast<float>(u);
  return ((std::sin((1 - t) * angle) * p + sign * std::sin(t * angle) * q) / std::sin(angle)).cast<double>();
}

Vec4<double> nlerp_without_sign(const Vec4<double>& a, const Vec4<double>& b, double u) {
  return ((1 - u) * a + u * b).normalized();
}

}  // namespace

BINDPOSE_DEFECTS(animation, slerp) {
  return {
      {.id = "slerp-long-path",
       .sentence = "your output equals what one gets when a rotation takes the long way round: where the dot "
                   "product of "
                   "the ends is below 0, one of them is to be negated",
       .symptom = "a limb sweeps round by 330 degrees",
       .source = "glTF#1395, mathgl#90, graphene#157, ultraviolet#152, fastgltf#108",
       .formula = [](const Question& question) { return rotations_by(question, long_path); }},
      {.id = "lerp-fallback-no-sign",
       .sentence =
           "your output equals what one gets when nearly equal rotations are interpolated linearly without a "
           "look at their signs",
       .symptom = "a jolt of one frame where keys are nearly equal",
       .source = "filament#3478",
       .formula = [](const Question& question) { return rotations_by(question, shortcut_without_sign); }},
      {.id = "slerp-close-as-nlerp",
       .sentence =
           "your output equals what one gets when rotations up to 36 degrees apart are interpolated linearly "
           "and normalised; only for far smaller ones float32 does not tell the difference",
       .symptom = "small turns are a little slow at their ends",
       .source = "(derived)",
       .formula = [](const Question& question) { return rotations_by(question, nlerp_when_close); }},
      {.id = "slerp-nan",
       .sentence = "your output is not a number where two rotations are equal: the arccosine of a dot "
                   "product above 1, or "
                   "a division by the sine of 0",
       .symptom = "a joint and all below it vanish",
       .source = "playcanvas#39, magnum#117, filament#1757, hlslpp#68",
       .formula = [](const Question& question) { return rotations_by(question, unclamped_arccosine); }},
      {.id = "nlerp-no-sign",
       .sentence =
           "your output equals what one gets when normalised linear interpolation does not look at the signs",
       .symptom = "a limb sweeps round the long way, fast in the middle",
       .source = "glTF#2073, glTFast#250",
       .formula = [](const Question& question) { return rotations_by(question, nlerp_without_sign); }},
  };
}

}  // namespace bindpose::conformance
