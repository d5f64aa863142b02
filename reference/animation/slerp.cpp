// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/slerp.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "reference/animation/shared/interpolation.h"
#include "reference/model/surface.h"

namespace bindpose::animation {
namespace {

template <class T>
T length(const Vec4<T>& v) {
  using std::sqrt;
  return sqrt(v.dot(v));
}

/// w_0 and w_1.
template <class T>
struct ArcWeights {
  T w0;
  T w1;
};

// sin((1 - t) theta) / sin(theta), sin(t theta) / sin(theta)
template <class T>
ArcWeights<T> arc_weights(const Vec4<T>& q0, const Vec4<T>& q1, const T& dot, const T& t, AngleForm form) {
  using std::acos, std::atan2, std::sin;
  const T one(1);
  const T theta = form == AngleForm::arccosine ? T(acos(dot < one ? dot : one))
                                               : T(T(2) * atan2(length<T>(q1 - q0), length<T>(q1 + q0)));
  if (theta == T(0)) return {one - t, t};
  const T sine = sin(theta);
  return {sin(T((one - t) * theta)) / sine, sin(T(t * theta)) / sine};
}

/// sin(s theta) / sin(theta) with a bound that knows how little a wrong theta matters.
///
/// |dw / dtheta| <= theta / 4 for 0 <= s <= 1 and theta <= pi / 2, and theta^2 changes by at most pi for a
/// unit of cos(theta): an error of the cosine moves w by at most pi / 8 of it, however inaccurate theta
/// itself becomes. |dw / ds| = theta cos(s theta) / sin(theta) <= pi / 2. On top come the roundings of the
/// product, two sines and a quotient. A sine of a flushed angle is off by less than the square root of the
/// smallest number.
Tracked sine_ratio(const Tracked& s, double theta, double cosine_error) {
  const double w = theta == 0 ? s.value() : std::sin(s.value() * theta) / std::sin(theta);
  const Precision& precision = Tracked::precision();
  const double roundings = 1 + 2 * Tracked::transcendental_ulp + Tracked::division_ulp;
  // The angle's own rounding, relative: a root in each length, a quotient of lengths, an arctangent or
  // arccosine.
  const double angle = (2 * Tracked::sqrt_ulp + 4 + Tracked::transcendental_ulp) * theta * theta / 4;
  return Tracked::uncertain(w, std::numbers::pi / 8 * cosine_error + std::numbers::pi / 2 * s.error() +
                                   precision.unit * (roundings * std::fabs(w) + angle) +
                                   std::sqrt(precision.smallest));
}

/// Both formulations' bound, so one for all.
template <>
ArcWeights<Tracked> arc_weights(const Vec4<Tracked>& q0, const Vec4<Tracked>& q1, const Tracked& dot,
                                const Tracked& t, AngleForm) {
  const auto value = [](const Tracked& x) { return x.value(); };
  const Vec4<double> a = q0.unaryExpr(value), b = q1.unaryExpr(value);
  const double theta = 2 * std::atan2((b - a).norm(), (b + a).norm());
  // An arccosine takes the dot product of not quite unit quaternions for the cosine.
  const double cosine_error = dot.error() + std::fabs(a.norm() * b.norm() - 1);
  return {sine_ratio(Tracked(1) - t, theta, cosine_error), sine_ratio(t, theta, cosine_error)};
}

}  // namespace

template <class T>
Vec4<T> slerp(const Vec4<T>& q0, const Vec4<T>& q1, const T& t, AngleForm form) {
  const T dot = q0.dot(q1);
  const bool opposite = dot < T(0);
  const Vec4<T> short_q1 = opposite ? Vec4<T>(-q1) : q1;
  const auto [w0, w1] = arc_weights<T>(q0, short_q1, opposite ? T(-dot) : dot, t, form);
  return w0 * q0 + w1 * short_q1;
}

namespace {

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {{"formulation",
                                                    {"half-angle", "arccosine"},  // as in AngleForm
                                                    OptionSpec::Kind::formulation,
                                                    "how the angle is computed",
                                                    2}};
  return declared;
}

struct Slerp {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto form = choice_index(options(), chosen, "formulation");
    if (!form) return tl::unexpected(form.error());
    const auto rows = InterpolationRows::read(question, 4);
    if (!rows) return tl::unexpected(rows.error());
    if (auto ok = rows->require_rotations(); !ok) return tl::unexpected(ok.error());
    std::vector<Vec4<T>> values;
    for (std::size_t i = 0; i < rows->count(); ++i)
      values.push_back(slerp<T>(read_row<T, 4>(*rows->a, i), read_row<T, 4>(*rows->b, i),
                                read_scalar<T>(*rows->t, i), static_cast<AngleForm>(*form)));
    return Result<T>{{rotation_array<T>("values", values)}, {}};
  }
};

}  // namespace

Implementation slerp_implementation() {
  return implement<Slerp>(options());
}

#define BINDPOSE_INSTANTIATE(T) template Vec4<T> slerp(const Vec4<T>&, const Vec4<T>&, const T&, AngleForm);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::animation
