// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Weights of targets that are changed, or do not arrive.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "conformance/defects/shared/target_rows.h"
#include "reference/model/question.h"

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

/// Targets whose weight is below that, of either sign, left out.
Changed small_left_out(const Question& question, double smallest) {
  return with_target_weights(question, [smallest](Array::Reals& phi) {
    for (double& w : phi)
      if (std::fabs(w) < smallest) w = 0;
  });
}

Changed shifted(const Question& question) {
  return with_target_weights(question,
                             [](Array::Reals& phi) { std::rotate(phi.begin(), phi.begin() + 1, phi.end()); });
}

/// Of targets whose weights keyframes move: change(the values of the keyframes, whether they are cubic).
template <class Change>
Changed with_weight_keys(const Question& question, Change change) {
  const Array* tracks = question.arrays.find("tracks");
  if (tracks == nullptr || !question.arrays.has("target_weights")) return std::nullopt;
  Question changed = question;
  for (std::size_t i = 0; i < tracks->shape[0]; ++i)
    if (tracks->integers()[3 * i + 1] == static_cast<int>(TrackOfJoint::Path::weights)) {
      change(*changed.arrays.find(fmt::format("track_{}_values", i)));
      return changed;
    }
  return std::nullopt;
}

/// The weights stay those of the mesh.
Changed keys_ignored(const Question& question) {
  const Array* weights = question.arrays.find("target_weights");
  return with_weight_keys(question, [weights](Array& keys) {
    const Array::Reals& phi = weights->reals();
    Array::Reals& values = std::get<Array::Reals>(keys.data);
    for (std::size_t n = 0; n < values.size(); ++n)
      values[n] = keys.shape.size() == 3 && n / phi.size() % 3 != 1 ? 0 : phi[n % phi.size()];
  });
}

/// All keys of the first target, then all of the second.
Changed keys_by_target(const Question& question) {
  return with_weight_keys(question, [](Array& keys) {
    Array::Reals& values = std::get<Array::Reals>(keys.data);
    const Array::Reals given = values;
    const std::size_t targets = keys.shape.back(), rows = given.size() / targets;
    for (std::size_t n = 0; n < given.size(); ++n)
      values[n] = given[n % targets * rows + n / targets];
  });
}

/// Of cubic keys: in-tangent, value, out-tangent of the first target, then those of the second.
Changed tangents_beside_values(const Question& question) {
  bool any = false;
  const Changed changed = with_weight_keys(question, [&any](Array& keys) {
    if (keys.shape.size() != 3) return;
    any = true;
    Array::Reals& values = std::get<Array::Reals>(keys.data);
    const Array::Reals given = values;
    const std::size_t targets = keys.shape[2];
    for (std::size_t n = 0; n < given.size(); ++n) {
      const std::size_t key = n / (3 * targets), part = n / targets % 3, target = n % targets;
      values[n] = given[key * 3 * targets + 3 * target + part];
    }
  });
  return any ? changed : std::nullopt;
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
      {.id = "small-targets-dropped",
       .sentence =
           "your output equals what one gets when targets whose weights are below a tenth are left out",
       .symptom = "a face pops as an expression begins and ends",
       .source = "(derived)",
       .question = [](const Question& question) { return small_left_out(question, 0.1); }},
      {.id = "tiny-targets-dropped",
       .sentence = "your output equals what one gets when targets whose weights are below a ten-thousandth "
                   "are left out",
       .symptom = "what many faint targets add up to is missing",
       .source = "(derived)",
       .question = [](const Question& question) { return small_left_out(question, 1e-4); }},
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
      {.id = "morph-keys-ignored",
       .sentence =
           "your output equals what one gets when keyframes do not move the weights of targets, which "
           "stay those of the mesh",
       .symptom = "the body moves and the face does not",
       .source = "three.js#11796, godot#120561, glTFast#531",
       .question = &keys_ignored},
      {.id = "morph-keys-by-target",
       .sentence = "your output equals what one gets when keyframes of weights are read target by target; "
                   "they stand key by key",
       .symptom = "shapes flicker through each other",
       .source = "(derived)",
       .question = &keys_by_target},
      {.id = "morph-keys-beside-tangents",
       .sentence =
           "your output equals what one gets when a cubic key of weights is read as in-tangent, value "
           "and out-tangent of each target; it holds all in-tangents, all values, all out-tangents",
       .symptom = "several shapes on a spline jump, a single one does not",
       .source = "glTF 2.0, section 3.11; (derived)",
       .question = &tangents_beside_values},
      {.id = "morph-nan-times-zero",
       .sentence = "your output is not a number where a target of weight 0 holds NaN: 0 times NaN is NaN",
       .symptom = "vertices vanish because of a shape that does not show",
       .source = "three.js#2059, (derived)",
       .answer = &nan_target_times_zero},
  };
}

}  // namespace bindpose::conformance
