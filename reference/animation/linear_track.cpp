// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/linear_track.h"

#include <cassert>

#include "reference/animation/lerp.h"
#include "reference/animation/shared/track.h"
#include "reference/animation/shared/track_question.h"
#include "reference/animation/slerp.h"
#include "reference/numeric/scalar.h"

namespace bindpose::animation {

template <class T>
std::vector<T> linear_value(const Track& track, double t, LinearForm form) {
  const auto [k, between] = find_key(track.times, t);
  std::vector<T> v = key_row<T>(track, k);
  if (!between) return v;
  const std::vector<T> next = key_row<T>(track, k + 1);
  const T u = key_parameter<T>(track.times, k, t);
  if (track.rotation) {
    const auto angle = form == LinearForm::arccosine ? AngleForm::arccosine : AngleForm::half_angle;
    const Vec4<T> q = slerp<T>(Vec4<T>(v.data()), Vec4<T>(next.data()), u, angle);
    return {q[0], q[1], q[2], q[3]};
  }
  const auto order = form == LinearForm::one_product ? LerpForm::one_product : LerpForm::two_products;
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] = lerp<T>(v[i], next[i], u, order);
  return v;
}

template <class T>
Expected<std::vector<T>> linear_track(const Track& track, double t, LinearForm form) {
  assert(track.interpolation == Interpolation::linear);
  if (auto ok = validate(track); !ok) return tl::unexpected(ok.error());
  return linear_value<T>(track, t, form);
}

namespace {

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {
      {"formulation",
       {"two-products", "one-product", "arccosine"},  // as in LinearForm
       OptionSpec::Kind::formulation,
       "how numbers and rotations are interpolated",
       3}};
  return declared;
}

struct LinearTrack {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto form = choice_index(options(), chosen, "formulation");
    if (!form) return tl::unexpected(form.error());
    return answer_track<T>(question, Interpolation::linear, [&](const Track& track, double t) {
      return linear_value<T>(track, t, static_cast<LinearForm>(*form));
    });
  }
};

}  // namespace

Implementation linear_track_implementation() {
  return implement<LinearTrack>(options());
}

#define BINDPOSE_INSTANTIATE(T)                                                     \
  template Expected<std::vector<T>> linear_track(const Track&, double, LinearForm); \
  template std::vector<T> linear_value(const Track&, double, LinearForm);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::animation
