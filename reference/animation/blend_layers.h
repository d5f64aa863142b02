// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Layered blending of poses: the kernel. The page is reference/animation/blend_layers.md.
#pragma once

#include "reference/animation/quaternion_blend.h"
#include "reference/animation/shared/unit.h"
#include "reference/numeric/steps.h"

namespace bindpose::animation {

template <class T>
T sum_of(const std::vector<T>& w) {
  T sum(0);
  for (const T& w_i : w)
    sum += w_i;
  return sum;
}

/// One joint: layers and w [#layers], its rest transform, the threshold h > 0.
template <class T>
Trs<T> blend_layers(std::vector<Trs<T>> layers, std::vector<T> w, const Trs<T>& rest, const T& h,
                    BlendForm form = BlendForm::sum_then_normalise) {
  const T W = sum_of(w), w_0 = greater_of<T>(stored(T(h - W)), T(0));
  layers.push_back(rest);
  w.push_back(w_0);
  const T total = stored(sum_of(w));
  if (form == BlendForm::weights_first)
    for (T& w_i : w)
      w_i /= total;
  Vec3<T> t = Vec3<T>::Zero(), s = Vec3<T>::Zero();
  Vec4<T> q = Vec4<T>::Zero();
  for (std::size_t i = 0; i < w.size(); ++i) {
    if (w[i] == T(0) && i + 1 < w.size()) continue;  // the last weight may be 0 only by rounding
    t += w[i] * layers[i].translation;
    const Vec4<T> q_i = layers[i].rotation.coeffs();
    q += (T(q.dot(q_i)) < T(0) ? T(-w[i]) : w[i]) * q_i;
    s += w[i] * layers[i].scale;
  }
  const T divisor = form == BlendForm::weights_first ? T(1) : total;
  return {t / divisor, Quat<T>(normalized(stored_entries(q))), s / divisor};
}

}  // namespace bindpose::animation
