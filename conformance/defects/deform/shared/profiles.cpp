// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Tapers and twists: what is keyed along the axis, and what it does to directions.
#include <algorithm>
#include <numbers>

#include "conformance/defects/shared/deformers.h"
#include "reference/deform/taper.h"
#include "reference/deform/twist.h"

namespace bindpose::conformance {
namespace {

using bindpose::deform::Form, bindpose::deform::Profile, bindpose::deform::ProfilePoint;

/// "factors", "angles", or nothing.
const char* keyed_array(const Question& question) {
  if (!question.arrays.has("heights")) return nullptr;
  return question.arrays.has("factors") ? "factors" : "angles";
}

/// reshape(vertex, f at it) of a taper's or a twist's question.
template <class Reshape>
Computed by_profile(const Question& question, const char* keyed, Reshape reshape) {
  if (!question.arrays.has("heights") || !question.arrays.has(keyed)) return cannot_be_made();
  return read_and(question, [&](const Inputs<double>& in) {
    const Profile<double> f{in.numbers("heights"), in.numbers(keyed)};
    return reshaped_in_space(in, [&](const DeformedVertex& v) {
      return reshape(v, bindpose::deform::profile_at<double>(f, v.x[2], Form::quaternion));
    });
  });
}

/// The outermost lines go on.
Changed beyond_the_keys(const Question& question) {
  const char* keyed = keyed_array(question);
  if (keyed == nullptr || question.arrays.find("heights")->shape[0] < 2) return std::nullopt;
  Question changed = question;
  Array::Reals z = question.arrays.find("heights")->reals(), f = question.arrays.find(keyed)->reals();
  const std::size_t last = z.size() - 1;
  constexpr double far = 1024;
  const double before = (f[1] - f[0]) / (z[1] - z[0]),
               after = (f[last] - f[last - 1]) / (z[last] - z[last - 1]);
  f.push_back(f[last] + far * after);
  z.push_back(z[last] + far);
  f.insert(f.begin(), f[0] - far * before);
  z.insert(z.begin(), z[0] - far);
  changed.arrays.put({"heights", {z.size()}, z});
  changed.arrays.put({keyed, {f.size()}, f});
  return changed;
}

Computed taper_without_slope(const Question& question) {
  return by_profile(question, "factors", [](const DeformedVertex& v, const ProfilePoint<double>& r) {
    return bindpose::deform::taper<double>(v, {r.value, 0});
  });
}

Computed twist_without_slope(const Question& question) {
  return by_profile(question, "angles", [](const DeformedVertex& v, const ProfilePoint<double>& theta) {
    return bindpose::deform::twist<double>(v, {theta.value, 0});
  });
}

/// The whole vertex is scaled, along the axis as well.
Computed scaled_along_axis(const Question& question) {
  return by_profile(question, "factors", [](const DeformedVertex& v, const ProfilePoint<double>& r) {
    DeformedVertex scaled = bindpose::deform::taper<double>(v, r);
    scaled.x[2] *= r.value;
    return scaled;
  });
}

/// Of the keys around a vertex the lower one, as it is.
Computed stepped(const Question& question) {
  const char* keyed = keyed_array(question);
  if (keyed == nullptr) return cannot_be_made();
  return read_and(question, [&](const Inputs<double>& in) {
    const std::vector<double> z = in.numbers("heights"), f = in.numbers(keyed);
    return reshaped_in_space(in, [&](const DeformedVertex& v) {
      const auto above = static_cast<std::size_t>(std::upper_bound(z.begin(), z.end(), v.x[2]) - z.begin());
      const ProfilePoint<double> held{f[above == 0 ? 0 : above - 1], 0};
      return question.arrays.has("factors") ? bindpose::deform::taper<double>(v, held)
                                            : bindpose::deform::twist<double>(v, held);
    });
  });
}

Changed with_angles(const Question& question, double factor) {
  return with_array(question, "angles", [factor](Array::Reals& angles) {
    for (double& angle : angles)
      angle *= factor;
  });
}

/// J^-1 m, where J^-T m is wanted: the opposite twist, at the twisted point, carries a direction by J^-1.
Computed normals_turned_back(const Question& question) {
  return by_profile(question, "angles", [](const DeformedVertex& v, const ProfilePoint<double>& theta) {
    DeformedVertex twisted = bindpose::deform::twist<double>(v, theta), back = twisted;
    back.t = v.n;
    twisted.n = bindpose::deform::twist<double>(back, {-theta.value, -theta.slope}).t;
    return twisted;
  });
}

}  // namespace

BINDPOSE_DEFECTS(deform, profiles) {
  return {
      {.id = "deform-beyond-keys",
       .sentence =
           "your output equals what one gets when a taper or a twist goes on beyond its heights; it stays as "
           "it is at the last one",
       .symptom = "what lies beyond the deformer grows without end, or turns inside out",
       .source = "(derived)",
       .question = &beyond_the_keys},
      {.id = "deform-held-between-keys",
       .sentence =
           "your output equals what one gets when a taper or a twist changes at its heights alone, not "
           "between them",
       .symptom = "steps instead of a slope",
       .source = "(derived)",
       .formula = &stepped},
      {.id = "taper-slope-ignored",
       .sentence =
           "your positions are right, but directions are those of a scale by the same factor everywhere: the "
           "factor's derivative is missing",
       .symptom = "a cone is lit like a cylinder",
       .source = "Barr 1984, (derived)",
       .formula = &taper_without_slope},
      {.id = "twist-slope-ignored",
       .sentence = "your positions are right, but directions are turned alone: the derivative of the angle "
                   "is missing",
       .symptom = "a twisted bar is lit as if its slices were turned one by one",
       .source = "Barr 1984, (derived)",
       .formula = &twist_without_slope},
      {.id = "taper-along-axis",
       .sentence = "your output equals what one gets when a taper scales along its axis, too",
       .symptom = "the tapered end is shorter",
       .source = "(derived)",
       .formula = &scaled_along_axis},
      {.id = "twist-in-degrees",
       .sentence =
           "your output equals what one gets when a twist's angles are taken for degrees; they are radians",
       .symptom = "hardly any twist",
       .source = "(derived)",
       .question = [](const Question& question) { return with_angles(question, std::numbers::pi / 180); }},
      {.id = "twist-clockwise",
       .sentence = "your output equals what one gets when a twist turns the other way round",
       .symptom = "screws have the other thread",
       .source = "(derived)",
       .question = [](const Question& question) { return with_angles(question, -1); }},
      {.id = "twist-normals-backwards",
       .sentence =
           "your positions and tangents are right, but normals are twisted the other way: the inverse of the "
           "Jacobian without its transpose",
       .symptom = "light runs against the twist",
       .source = "(derived)",
       .formula = &normals_turned_back},
  };
}

}  // namespace bindpose::conformance
