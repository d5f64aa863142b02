// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a bound on a blend of layers that covers both formulations.
//
// Formula. Weights divided first are off by 2.5 u each; a sum divided afterwards is not. If terms cancel, dividing
// first loses more. Each number is bounded by the larger error of both (Tracked::either).
#pragma once

#include "reference/animation/blend_layers.h"
#include "reference/numeric/settle.h"

namespace bindpose::animation {

/// blend_layers(); only Tracked has a bound, which this widens.
template <class T>
Trs<T> bounded_blend(const std::vector<Trs<T>>& layers, const std::vector<T>& w, const Trs<T>& rest,
                     const T& h, BlendForm form) {
  return blend_layers(layers, w, rest, h, form);
}
template <>
inline Trs<Tracked> bounded_blend(const std::vector<Trs<Tracked>>& layers, const std::vector<Tracked>& w,
                                  const Trs<Tracked>& rest, const Tracked& h, BlendForm) {
  const auto settled_blend = [&](BlendForm form) {
    return settled<Tracked>([&] { return blend_layers(layers, w, rest, h, form); },
                            [](Trs<Tracked>& joint) {
                              Vec4<Tracked>& q = joint.rotation.coeffs();
                              return std::vector<Tracked*>{&q[0], &q[1], &q[2], &q[3]};
                            });
  };
  Trs<Tracked> blend = settled_blend(BlendForm::sum_then_normalise);
  const Trs<Tracked> other = settled_blend(BlendForm::weights_first);
  for (int c = 0; c < 3; ++c) {
    blend.translation[c] = Tracked::either(blend.translation[c], other.translation[c]);
    blend.scale[c] = Tracked::either(blend.scale[c], other.scale[c]);
  }
  for (int c = 0; c < 4; ++c)
    blend.rotation.coeffs()[c] = Tracked::either(blend.rotation.coeffs()[c], other.rotation.coeffs()[c]);
  return blend;
}

}  // namespace bindpose::animation
