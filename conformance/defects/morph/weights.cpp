// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Weights of targets that are changed, or do not arrive.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "conformance/defects/shared/target_rows.h"

namespace bindpose::conformance {
namespace {

Changed target_weights_clamped(const Question& question) {
  return with_target_weights(question, [](Array::Reals& phi) {
    for (double& w : phi)
      w = std::clamp(w, 0.0, 1.0);
  });
}

Changed divided_by_sum(const Question& question) {
  return with_target_weights(question, [](Array::Reals& phi) {
    const double sum = std::accumulate(phi.begin(), phi.end(), 0.0);
    for (double& w : phi)
      w = sum == 0 ? w : w / sum;
  });
}

/// The first so many targets that have a weight.
Changed first_kept(const Question& question, std::size_t count) {
  return with_target_weights(question, [count](Array::Reals& phi) {
    std::size_t active = 0;
    for (double& w : phi)
      if (w != 0 && ++active > count) w = 0;
  });
}

Changed shifted(const Question& question) {
  return with_target_weights(question,
                             [](Array::Reals& phi) { std::rotate(phi.begin(), phi.begin() + 1, phi.end()); });
}

Changed all_zero(const Question& question) {
  return with_target_weights(question, [](Array::Reals& phi) { std::fill(phi.begin(), phi.end(), 0.0); });
}

Damaged nan_target_times_zero(const Question& question, const ArraySet& right) {
  const Changed dense = with_dense_targets(question);
  if (!dense) return std::nullopt;
  const Array::Reals& phi = dense->arrays.find("target_weights")->reals();
  ArraySet damaged = right;
  bool any = false;
  for (const Array& array : right) {
    const Array* added = dense->arrays.find("target_" + array.name);
    if (added == nullptr) continue;
    Array::Reals& values = *reals_of(damaged, array.name);
    const std::size_t each = added->reals().size() / phi.size();  // numbers of a target
    const std::size_t width = each / array.shape[0], stride = values.size() / array.shape[0];
    for (std::size_t n = 0; n < added->reals().size(); ++n) {
      if (phi[n / each] != 0 || !std::isnan(added->reals()[n])) continue;
      any = true;
      values[n % each / width * stride + n % width] = std::numeric_limits<double>::quiet_NaN();
    }
  }
  return any ? Damaged(std::move(damaged)) : std::nullopt;
}

}  // namespace

BINDPOSE_DEFECTS(morph, weights) {
  return {
      {.id = "morph-weight-clamped",
       .sentence = "your output equals what one gets when the weights of targets are clamped to 0 .. 1; they "
                   "have no limits",
       .symptom = "overshoot and negative shapes are missing",
       .source = "three.js#23264, godot#36707, sbox#6187, glTF-Blender-IO#1364",
       .question = &target_weights_clamped},
      {.id = "morph-weights-renormalised",
       .sentence = "your output equals what one gets when the weights of targets are divided by their sum; "
                   "each counts for "
                   "itself",
       .symptom = "a second shape weakens the first",
       .source = "(derived)",
       .question = &divided_by_sum},
      {.id = "four-targets",
       .sentence = "your output equals what one gets when the first four targets that have a weight are "
                   "taken and the others "
                   "left out",
       .symptom = "the face snaps, the jaw stays shut",
       .source = "three.js#21521, three-gltf-viewer#186, filament#3961, SharpGLTF#99",
       .question = [](const Question& question) { return first_kept(question, 4); }},
      {.id = "eight-targets",
       .sentence = "your output equals what one gets when the first eight targets that have a weight are "
                   "taken and the others "
                   "left out",
       .symptom = "faces with many shapes at once miss some",
       .source = "three.js#6083, three-gltf-viewer#106, filament#3961",
       .question = [](const Question& question) { return first_kept(question, 8); }},
      {.id = "morph-weights-shifted",
       .sentence = "your output equals what one gets when every target has the weight of the one after it",
       .symptom = "wrong shapes appear",
       .source = "glTF#1344, glTF#1462, filament#2720",
       .question = &shifted},
      {.id = "morph-ignored",
       .sentence = "your output equals what one gets when no target has a weight",
       .symptom = "the face does not move",
       .source = "three.js#11796, cesium#9666, glTFast#531, filament#1846",
       .question = &all_zero},
      {.id = "morph-nan-times-zero",
       .sentence = "your output is not a number where a target of weight 0 holds NaN: 0 times NaN is NaN",
       .symptom = "vertices vanish because of a shape that does not show",
       .source = "three.js#2059, (derived)",
       .answer = &nan_target_times_zero},
  };
}

}  // namespace bindpose::conformance
