// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/cubicspline_track.h"

#include <cassert>
#include <cmath>

#include "reference/animation/shared/track.h"
#include "reference/animation/shared/track_question.h"
#include "reference/numeric/scalar.h"

namespace bindpose::animation {
namespace {

/// What v_k, b_k, v_k+1, a_k+1 are multiplied by, the tangents' interval apart.
template <class T>
struct Hermite {
  T v0, b0, v1, a1;
};

template <class T>
Hermite<T> hermite(const T& u, HermiteForm form) {
  const T one(1), two(2), three(3);
  if (form == HermiteForm::factored) {
    const T w = one - u;
    return {(one + two * u) * (w * w), u * (w * w), (u * u) * (three - two * u), (u * u) * (u - one)};
  }
  const T u2 = u * u;
  const T u3 = u2 * u;
  return {two * u3 - three * u2 + one, u3 - two * u2 + u, three * u2 - two * u3, u3 - u2};
}

/// x / |x|; zero where |x| is.
template <class T>
void normalize(std::vector<T>& x) {
  using std::sqrt;
  T squared(0);
  for (const T& number : x)
    squared += number * number;
  const T length = sqrt(squared);
  for (T& number : x)
    number = length == T(0) ? T(0) : T(number / length);
}

}  // namespace

template <class T>
std::vector<T> cubicspline_value(const Track& track, double t, HermiteForm form) {
  const auto [k, between] = find_key(track.times, t);
  std::vector<T> x = key_row<T>(track, k);
  if (between) {
    const std::vector<T> v0 = x, b0 = key_row<T>(track, k, 2);
    const std::vector<T> v1 = key_row<T>(track, k + 1), a1 = key_row<T>(track, k + 1, 0);
    const T d = elapsed<T>(track.times[k], track.times[k + 1]);
    const Hermite<T> h = hermite<T>(key_parameter<T>(track.times, k, t), form);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = stored(T(h.v0 * v0[i] + d * h.b0 * b0[i] + h.v1 * v1[i] + d * h.a1 * a1[i]));
  }
  if (track.rotation) normalize(x);
  return x;
}

template <class T>
Expected<std::vector<T>> cubicspline_track(const Track& track, double t, HermiteForm form) {
  assert(track.interpolation == Interpolation::cubicspline);
  if (auto ok = validate(track); !ok) return tl::unexpected(ok.error());
  return cubicspline_value<T>(track, t, form);
}

namespace {

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {{"formulation",
                                                    {"powers", "factored"},  // as in HermiteForm
                                                    OptionSpec::Kind::formulation,
                                                    "how the polynomials are evaluated",
                                                    2}};
  return declared;
}

struct CubicsplineTrack {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto form = choice_index(options(), chosen, "formulation");
    if (!form) return tl::unexpected(form.error());
    return answer_track<T>(question, Interpolation::cubicspline, [&](const Track& track, double t) {
      return cubicspline_value<T>(track, t, static_cast<HermiteForm>(*form));
    });
  }
};

}  // namespace

Implementation cubicspline_track_implementation() {
  return implement<CubicsplineTrack>(options());
}

#define BINDPOSE_INSTANTIATE(T)                                                           \
  template Expected<std::vector<T>> cubicspline_track(const Track&, double, HermiteForm); \
  template std::vector<T> cubicspline_value(const Track&, double, HermiteForm);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::animation
