// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Keys searched, clamped or unpacked wrongly.
#include <algorithm>
#include <cmath>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/interpolation.h"
#include "reference/algorithms.h"

namespace bindpose::conformance {
namespace {

const Array* key_times(const Question& question) {
  const Array* keys = question.arrays.find("times");
  return keys != nullptr ? keys : question.arrays.find("key_times");
}

/// change(double& t, const Array::Reals& keys) of every time that is asked for.
template <class Change>
Changed with_times(const Question& question, Change change) {
  const Array* keys = key_times(question);
  if (keys == nullptr) return std::nullopt;
  return with_rows(question, {"t", "time"}, 1, [&](double* t, std::size_t) { change(*t, keys->reals()); });
}

Changed end_returns_start(const Question& question) {
  return with_times(question, [](double& t, const Array::Reals& keys) {
    if (t >= keys.back()) t = keys.front();
  });
}

Changed nearest_key(const Question& question) {
  return with_times(question, [](double& t, const Array::Reals& keys) {
    t = *std::ranges::min_element(keys, {}, [t](double key) { return std::fabs(key - t); });
  });
}

/// Within a thousandth of a second.
Changed snapped_to_keys(const Question& question) {
  return with_times(question, [](double& t, const Array::Reals& keys) {
    for (const double key : keys)
      if (std::fabs(key - t) < 1e-3) t = key;
  });
}

/// Rows of the answer whose time matches hold nothing: zeros.
template <class Match>
Damaged without_rows(const Question& question, const ArraySet& right, Match match) {
  const Array* keys = key_times(question);
  const Array* times = question.arrays.find("t");
  if (times == nullptr) times = question.arrays.find("time");
  if (keys == nullptr || times == nullptr) return std::nullopt;
  ArraySet damaged = right;
  for (const Array& array : right) {
    Array::Reals& values = *reals_of(damaged, array.name);
    const std::size_t width = values.size() / times->reals().size();
    for (std::size_t i = 0; i < times->reals().size(); ++i)
      if (match(times->reals()[i], keys->reals()))
        std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(i * width), width, 0.0);
  }
  return damaged;
}

Damaged nothing_before_first(const Question& question, const ArraySet& right) {
  return without_rows(question, right, [](double t, const Array::Reals& keys) { return t < keys.front(); });
}

Damaged single_key_ignored(const Question& question, const ArraySet& right) {
  return without_rows(question, right, [](double, const Array::Reals& keys) { return keys.size() == 1; });
}

/// By nlerp, a key that is hit or held stays as long as it is.
Damaged nlerp_keys_as_given(const Question& question, const ArraySet& right) {
  const auto rule = question.options.find("rotation_interpolation");
  if (question.algorithm->id != "anim.linear" || rule == question.options.end() || rule->second != "nlerp" ||
      question.arrays.find("is_rotation")->integers()[0] == 0)
    return std::nullopt;
  const Array::Reals &keys = key_times(question)->reals(), &times = question.arrays.find("t")->reals();
  const Array::Reals& given = question.arrays.find("values")->reals();
  ArraySet damaged = right;
  Array::Reals& values = *reals_of(damaged, "values");
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Between at = between_keys(keys, times[i]);
    if (at.u == 0) std::copy_n(&given[4 * at.from], 4, &values[4 * i]);
  }
  return damaged;
}

/// Halfway between two keys, the interval before the right one is taken and left at its end.
Changed interval_too_early(const Question& question) {
  return with_times(question, [](double& t, const Array::Reals& keys) {
    const Between at = between_keys(keys, t);
    if (at.from > 0) t = keys[at.from];
  });
}

Changed as_even(const Question& question) {
  const Array* keys = key_times(question);
  if (keys == nullptr) return std::nullopt;
  const Array::Reals& t = keys->reals();
  return with_rows(question, {"times", "key_times"}, 1, [&](double* key, std::size_t k) {
    if (t.size() > 1)
      *key = t.front() + (t.back() - t.front()) * static_cast<double>(k) / static_cast<double>(t.size() - 1);
  });
}

Changed key_by_key(const Question& question) {
  if (question.algorithm->id != "anim.vertex") return std::nullopt;
  Question changed = question;
  for (const char* name : {"key_positions", "key_normals"}) {
    const Array* given = question.arrays.find(name);
    if (given == nullptr) continue;
    const std::size_t vertices = given->shape[0], keys = given->shape[1];
    Array::Reals& read = *reals_of(changed.arrays, name);
    for (std::size_t v = 0; v < vertices; ++v)
      for (std::size_t k = 0; k < keys; ++k)
        for (std::size_t c = 0; c < 3; ++c)
          read[(v * keys + k) * 3 + c] = given->reals()[(k * vertices + v) * 3 + c];
  }
  return changed;
}

Changed normalised_first(const Question& question) {
  return with_rows(question, {"key_normals"}, 3, [](double* row, std::size_t) {
    Eigen::Map<Vec3<double>> n(row);
    if (!n.isZero()) n.normalize();
  });
}

/// change(in-tangent, value, out-tangent, seconds before, seconds after) of every number of every key.
template <class Change>
Changed with_tangents(const Question& question, Change change) {
  if (question.algorithm->id != "anim.cubicspline") return std::nullopt;
  Question changed = question;
  const Array::Reals& t = question.arrays.find("times")->reals();
  Array::Reals& values = *reals_of(changed.arrays, "values");
  const std::size_t width = question.arrays.find("values")->shape[2];
  for (std::size_t k = 0; k < t.size(); ++k)
    for (std::size_t c = 0; c < width; ++c) {
      double* in = values.data() + 3 * k * width + c;
      change(in[0], in[width], in[2 * width], k > 0 ? t[k] - t[k - 1] : 1,
             k + 1 < t.size() ? t[k + 1] - t[k] : 1);
    }
  return changed;
}

Changed tangents_unscaled(const Question& question) {
  return with_tangents(question, [](double& in, double&, double& out, double before, double after) {
    in /= before;
    out /= after;
  });
}

Changed tangents_swapped(const Question& question) {
  return with_tangents(question,
                       [](double& in, double&, double& out, double, double) { std::swap(in, out); });
}

Changed spline_of_numbers(const Question& question) {
  if (question.algorithm->id != "anim.cubicspline" || !holds_rotations(question)) return std::nullopt;
  Question changed = question;
  changed.arrays.put({"is_rotation", {1}, Array::Integers{0}});
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(animation, tracks) {
  return {
      {.id = "end-returns-start",
       .sentence =
           "your output equals what one gets when a time at or after the last key gives the first key",
       .symptom = "the character snaps to its first pose on the last frame",
       .source = "raylib#6048, filament#8287, libgdx#5508, moai#673",
       .question = &end_returns_start},
      {.id = "nlerp-keys-as-given",
       .sentence =
           "your output equals what one gets when rotations are normalised between keys and not on them",
       .symptom = "parts change their size for a moment at each key",
       .source = "(derived)",
       .answer = &nlerp_keys_as_given},
      {.id = "no-clamp-before-first",
       .sentence = "your output is empty before the first key; the first key holds there",
       .symptom = "a flash of the default pose at the beginning",
       .source = "com.unity.cloud.gltfast#50, urho3d#1199",
       .answer = &nothing_before_first},
      {.id = "single-key",
       .sentence = "your output is empty for a track of one key; it holds for ever",
       .symptom = "a joint stays in its default pose",
       .source = "glTF-Blender-IO#417, rock-raiders-web#30",
       .answer = &single_key_ignored},
      {.id = "key-search",
       .sentence = "your output equals what one gets when the search for a time ends one interval too early",
       .symptom = "from the second interval on, motion stands still and then jumps",
       .source = "playcanvas#3170, epicfight#2254, bevy#11306",
       .question = &interval_too_early},
      {.id = "nearest-key",
       .sentence = "your output equals what one gets when the nearest key is taken, without interpolation",
       .symptom = "motion jerks halfway between keys",
       .source = "(derived)",
       .question = &nearest_key},
      {.id = "times-near-keys-snapped",
       .sentence =
           "your output equals what one gets when a time within a thousandth of a second of a key is taken "
           "to be the key's",
       .symptom = "motion stands still for a moment at each key",
       .source = "(derived)",
       .question = &snapped_to_keys},
      {.id = "vertex-keys-as-even",
       .sentence = "your output equals what one gets when keys are taken to be evenly spaced",
       .symptom = "motion is too fast in one interval and too slow in the next",
       .source = "(derived)",
       .question = &as_even},
      {.id = "vertex-key-layout",
       .sentence = "your output equals what one gets when the vertices of a key are taken to lie side by "
                   "side; the keys "
                   "of a vertex do",
       .symptom = "the mesh is a heap of triangles",
       .source = "(derived)",
       .question = &key_by_key},
      {.id = "normal-normalised-first",
       .sentence = "your output equals what one gets when the normals of the keys are brought to length 1 "
                   "before they are "
                   "interpolated",
       .symptom = "light moves unevenly between two keys",
       .source = "glTF#2161, godot#55812",
       .question = &normalised_first},
      {.id = "cubic-no-dt",
       .sentence = "your output equals what one gets when tangents are not multiplied by the seconds between "
                   "their keys",
       .symptom = "motion overshoots between close keys",
       .source = "Blender-Exporter#90, glTF#1055, glTF#1411",
       .question = &tangents_unscaled},
      {.id = "cubic-layout",
       .sentence = "your output equals what one gets when in-tangents and out-tangents are swapped",
       .symptom = "motion swings back before each key",
       .source = "playcanvas-gltf#43, Vulkan-glTF-PBR#25, glTF-Blender-IO#361",
       .question = &tangents_swapped},
      {.id = "cubic-quat-not-normalised",
       .sentence =
           "your output equals what one gets when the rotations of a spline are not brought back to length 1",
       .symptom = "the mesh is squashed while it turns",
       .source = "three.js#22339",
       .question = &spline_of_numbers},
  };
}

}  // namespace bindpose::conformance
