// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Keyframes misread.
#include <algorithm>
#include <cmath>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/interpolation.h"

namespace bindpose::conformance {
namespace {

Changed tracks_ignored(const Question& question) {
  if (!question.arrays.has("tracks")) return std::nullopt;
  Question changed = question;
  changed.arrays = without(question.arrays, {"track", "time"});
  return changed;
}

Changed time_zero(const Question& question) {
  return with_rows(question, {"t", "time"}, 1, [](double* t, std::size_t) { *t = 0; });
}

/// Every time is slightly earlier, so a step begins after the time of its key.
Changed after_its_time(const Question& question) {
  return with_rows(question, {"t", "time"}, 1,
                   [](double* t, std::size_t) { *t = std::nextafter(*t, -infinity); });
}

/// Rounds key times to milliseconds; returns nothing if two of them would become equal.
Changed keys_snapped(const Question& question) {
  Question changed = question;
  bool any = false;
  for (const Array& array : question.arrays) {
    if (array.name != "times" && array.name != "key_times" && !array.name.ends_with("_times")) continue;
    Array::Reals& times = *reals_of(changed.arrays, array.name);
    for (double& t : times) {
      const double snapped = std::round(t * 1000) / 1000;
      any = any || snapped != t;
      t = static_cast<float>(snapped);
    }
    if (std::ranges::adjacent_find(times, std::greater_equal<>()) != times.end()) return std::nullopt;
  }
  return any ? Changed(std::move(changed)) : std::nullopt;
}

/// True for one track or one mesh with keys; the tracks of a pose are sampled one by one (in_keyframes()).
bool is_one_track(const Question& question) {
  const ArraySet& arrays = question.arrays;
  return arrays.has("times") || arrays.has("key_times");
}

Changed times_multiplied(const Question& question, std::initializer_list<std::string_view> names, double by) {
  if (!is_one_track(question)) return std::nullopt;
  return with_rows(question, names, 1, [by](double* t, std::size_t) { *t *= by; });
}

Changed begun_again(const Question& question) {
  const ArraySet& arrays = question.arrays;
  if (!is_one_track(question) || arrays.has("period")) return std::nullopt;
  const Array* const keys = arrays.find(arrays.has("times") ? "times" : "key_times");
  const double end = keys->reals().back();
  if (!(end > 0)) return std::nullopt;
  return with_rows(question, {"t", "time"}, 1,
                   [end](double* t, std::size_t) { *t = *t > end ? std::fmod(*t, end) : *t; });
}

/// Linear interpolation of each number.
Changed lerp_as_given(const Question& question) {
  const Changed rows = as_rows(question);
  Changed changed = rows ? asked_of(*rows, "interp.slerp", "interp.lerp") : rows;
  return changed ? changed : asked_of(question, "interp.nlerp", "interp.lerp");
}

/// The same for rotations of equal sign.
Changed lerp_unnormalised(const Question& question) {
  Changed changed = lerp_as_given(question);
  if (!changed) return changed;
  const Array::Reals from = *reals_of(changed->arrays, "a");
  change_rows(changed->arrays, "b", 4, [&from](double* b, std::size_t i) {
    const double* a = from.data() + 4 * i;
    if (a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0)
      for (int c = 0; c < 4; ++c)
        b[c] = -b[c];
  });
  return changed;
}

Vec4<double> nlerp(const Vec4<double>& a, const Vec4<double>& b, double u) {
  const double sign = a.dot(b) < 0 ? -1 : 1;
  return ((1 - u) * a + u * sign * b).normalized();
}

Changed as_nlerp(const Question& question) {
  const Changed rows = as_rows(question);
  return rows ? asked_of(*rows, "interp.slerp", "interp.nlerp") : as_one_key_pose(question, &nlerp);
}

/// The last key of the loop before the time.
Changed loop_as_step(const Question& question) {
  const Between at = between_loop_keys(question, phase_in_loop(question));
  const double key = question.arrays.find("times")->reals()[at.from];
  return with_rows(question, {"t"}, 1, [key](double* t, std::size_t) { *t = key; });
}

/// Replaces linear interpolation by steps; also for interp.lerp, keyed meshes and looped poses.
Changed as_step(const Question& question) {
  if (question.algorithm->id == "interp.lerp")
    return with_rows(question, {"t"}, 1, [](double* t, std::size_t) { *t = std::floor(*t); });
  if (question.algorithm->id == "anim.pose-loop") return loop_as_step(question);
  if (question.algorithm->id != "anim.vertex") return asked_of(question, "anim.linear", "anim.step");
  const Array::Reals& keys = question.arrays.find("key_times")->reals();
  return with_rows(question, {"time"}, 1,
                   [&](double* t, std::size_t) { *t = keys[between_keys(keys, *t).from]; });
}

}  // namespace

BINDPOSE_DEFECTS(general, time) {
  return {
      {.id = "tracks-ignored",
       .when = "the keyframes are ignored",
       .symptom = "the character stands still",
       .source = "godotengine/FBX2glTF#1, Babylon#8637",
       .question = &tracks_ignored},
      {.id = "time-zero",
       .sentence = "your output equals what one gets at the time 0",
       .symptom = "the character holds the first moment of its clip",
       .source = "urho3d#1199",
       .question = &time_zero},
      {.id = "key-after-its-time",
       .when = "a step begins after the time of its key; it begins at this time",
       .symptom = "steps come one frame late",
       .question = &after_its_time},
      {.id = "key-times-snapped",
       .when = "the times of keys are kept as whole milliseconds",
       .symptom = "motion is up to half a millisecond early or late, jerky where keys are close",
       .question = &keys_snapped},
      {.id = "time-in-milliseconds",
       .when = "a time is multiplied by 1000 before it is compared with the keys: both are in seconds",
       .symptom = "the clip is over after its first moments",
       .question =
           [](const Question& question) {
             return times_multiplied(question, {"t", "time"}, 1000);
           }},
      {.id = "time-in-milliseconds",
       .when = "a time is divided by 1000 before it is compared with the keys: both are in seconds",
       .symptom = "the character hardly moves",
       .question =
           [](const Question& question) {
             return times_multiplied(question, {"t", "time"}, 1e-3);
           }},
      {.id = "time-in-milliseconds",
       .when = "the times of keys are multiplied by 1000: they are in seconds, and so are tangents",
       .symptom = "the character hardly moves, and curves overshoot",
       .question =
           [](const Question& question) {
             return times_multiplied(question, {"times", "key_times"}, 1000);
           }},
      {.id = "clip-begins-again",
       .when = "a track begins again after its last key; it holds there",
       .symptom = "the character starts over where its clip has ended",
       .question = &begun_again},
      {.id = "lerp-unnormalised",
       .when = "the four numbers of a rotation are interpolated linearly and not normalised",
       .symptom = "parts shrink on the way between two keys",
       .source = "glTF#2073, glTFast#250",
       .question = &lerp_unnormalised},
      {.id = "lerp-unnormalised",
       .when = "the four numbers of a rotation are interpolated linearly, with the signs that they have, and "
               "not normalised",
       .symptom = "parts shrink to nothing on the way between two keys",
       .question = &lerp_as_given},
      {.id = "nlerp-instead-of-slerp",
       .sentence = "your output equals what one gets with normalised linear interpolation in place of the "
                   "spherical one",
       .symptom = "a turn is slow at its ends and fast in the middle",
       .source = "glTF#2073",
       .question = &as_nlerp},
      {.id = "linear-as-step",
       .when = "a value jumps from key to key",
       .symptom = "motion jerks from key to key",
       .source = "glTF-Blender-IO#417",
       .question = &as_step},
      {.id = "step-as-linear",
       .when = "values are interpolated between keys",
       .symptom = "values that should jump slide",
       .source = "meshoptimizer#380",
       .question = [](const Question& question) { return asked_of(question, "anim.step", "anim.linear"); }},
  };
}

}  // namespace bindpose::conformance
