// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The way from key to key not at constant speed, and keys that are not read.
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <utility>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/interpolation.h"
#include "reference/animation/pose_loop.h"
#include "reference/model/groups.h"
#include "reference/model/surface.h"

namespace bindpose::conformance {
namespace {

/// How far on the way, of how much of the time.
using Ease = double (*)(double u);

double smoothstep(double u) {
  return u * u * (3 - 2 * u);
}
double along_cosine(double u) {
  return (1 - std::cos(std::numbers::pi * u)) / 2;
}
double ever_faster(double u) {
  return u * u;
}

Computed eased_loop(const Question& question, Ease ease) {
  const Between at = between_loop_keys(question, phase_in_loop(question));
  return read_and(question, [&](const Inputs<double>& in) -> Result<double> {
    const bindpose::animation::Segment<double> segment{at.from, at.to, ease(at.u)};
    const auto translations = translations_at(groups<3>(in, "translations"), segment);
    const auto rotations = rotations_at(groups<4>(in, "rotations"), segment);
    return {{to_result_array<double, 3>("translations", translations),
             rotation_array<double>("rotations", rotations)},
            {}};
  });
}

/// Of tracks of numbers and rotations, of the keys of vertices: the right answer at the time at which it is as far on its way.
Computed eased(const Question& question, Ease ease) {
  if (question.algorithm->id == "anim.pose-loop") return eased_loop(question, ease);
  const bool is_track = question.algorithm->id == "anim.linear";
  if (!is_track && question.algorithm->id != "anim.vertex") return cannot_be_made();
  const Array::Reals& keys = question.arrays.find(is_track ? "times" : "key_times")->reals();
  const Changed changed = with_rows(question, {"t", "time"}, 1, [&](double* t, std::size_t) {
    const Between at = between_keys(keys, *t);
    *t = keys[at.from] + ease(at.u) * (keys[at.to] - keys[at.from]);
  });
  if (!changed) return cannot_be_made();
  return changed->algorithm->implementation.in_double(changed->arrays, changed->options);
}

constexpr std::size_t keys_read = 8;

/// [outer, keys, inner]: of the keys the first eight.
Array first_keys(const Array& given, std::size_t axis) {
  const auto product = [&](std::size_t first, std::size_t last) {
    const auto begin = given.shape.begin();
    return std::accumulate(begin + static_cast<std::ptrdiff_t>(first),
                           begin + static_cast<std::ptrdiff_t>(last), std::size_t{1}, std::multiplies{});
  };
  const std::size_t outer = product(0, axis), inner = product(axis + 1, given.shape.size());
  Array::Reals kept;
  for (std::size_t o = 0; o < outer; ++o) {
    const auto begin = given.reals().begin() + static_cast<std::ptrdiff_t>(o * given.shape[axis] * inner);
    kept.insert(kept.end(), begin, begin + static_cast<std::ptrdiff_t>(keys_read * inner));
  }
  Shape shape = given.shape;
  shape[axis] = keys_read;
  return {given.name, std::move(shape), std::move(kept)};
}

Changed later_keys_unread(const Question& question) {
  const bool is_of_vertices = question.arrays.has("key_times");
  const Array* times = question.arrays.find(is_of_vertices ? "key_times" : "times");
  if (times == nullptr || times->shape[0] <= keys_read) return std::nullopt;
  Question changed = question;
  for (const auto& [name, axis] :
       {std::pair{"times", 0U}, std::pair{"values", 0U}, std::pair{"translations", 0U},
        std::pair{"rotations", 0U}, std::pair{"key_times", 0U}, std::pair{"key_positions", 1U},
        std::pair{"key_normals", 1U}})
    if (const Array* given = question.arrays.find(name)) changed.arrays.put(first_keys(*given, axis));
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(animation, keys) {
  return {
      {.id = "eased-keys",
       .sentence =
           "your output equals what one gets when the way from key to key begins and ends slowly, by 3 u^2 - "
           "2 u^3; it is to go at constant speed",
       .symptom = "motion halts for a moment at each key",
       .source = "(derived)",
       .formula = [](const Question& question) { return eased(question, &smoothstep); }},
      {.id = "eased-keys",
       .sentence =
           "your output equals what one gets when the way from key to key begins and ends slowly, along a "
           "cosine; it is to go at constant speed",
       .symptom = "motion halts for a moment at each key",
       .source = "(derived)",
       .formula = [](const Question& question) { return eased(question, &along_cosine); }},
      {.id = "eased-keys",
       .sentence =
           "your output equals what one gets when the way from key to key begins slowly and ends fast, by "
           "u^2; it is to go at constant speed",
       .symptom = "motion halts for a moment after each key",
       .source = "(derived)",
       .formula = [](const Question& question) { return eased(question, &ever_faster); }},
      {.id = "first-eight-keys",
       .sentence = "your output equals what one gets when the first eight keys are read and no more",
       .symptom = "long clips stand still after their first moments",
       .source = "(derived)",
       .question = &later_keys_unread},
  };
}

}  // namespace bindpose::conformance
