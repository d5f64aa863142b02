// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Other colours, or colours encoded.
#include "reference/binding/weight_colours.h"

#include <cmath>

#include "conformance/defects/shared/change.h"

namespace bindpose::conformance {
namespace {

bool is_colours(const Question& question) {
  return question.algorithm->id == "weights.colours";
}

template <class Change>
Damaged with_colours(const Question& question, const ArraySet& right, Change change) {
  if (!is_colours(question)) return std::nullopt;
  return with_answer_rows(right, {"colours"}, 3, [&](double* c, std::size_t) { change(c); });
}

Damaged inverted(const Question& question, const ArraySet& right) {
  return with_colours(question, right, [](double* c) {
    for (int i = 0; i < 3; ++i)
      c[i] = 1 - c[i];
  });
}
Damaged blue_first(const Question& question, const ArraySet& right) {
  return with_colours(question, right, [](double* c) { std::swap(c[0], c[2]); });
}
Damaged encoded(const Question& question, const ArraySet& right) {
  return with_colours(question, right, [](double* c) {
    for (int i = 0; i < 3; ++i)
      c[i] = c[i] <= 0.0031308 ? 12.92 * c[i] : 1.055 * std::pow(c[i], 1 / 2.4) - 0.055;
  });
}

/// Hues at even distances, in the order of the joints.
Changed hue_by_number(const Question& question) {
  if (!is_colours(question) || question.arrays.has("joint_colours")) return std::nullopt;
  Changed changed = question;
  const std::int32_t J = question.arrays.find("joint_count")->integers()[0];
  Array::Reals colours;
  for (std::int32_t j = 0; j < J; ++j) {
    const Vec3<double> c = bindpose::binding::colour_of(static_cast<double>(j) / J);
    colours.insert(colours.end(), c.begin(), c.end());
  }
  changed->arrays.put({"joint_colours", {static_cast<std::size_t>(J), 3}, std::move(colours)});
  return changed;
}

Changed next_joint(const Question& question) {
  if (!is_colours(question) || !question.arrays.has("shown_joint")) return std::nullopt;
  Changed changed = question;
  const std::int32_t J = question.arrays.find("joint_count")->integers()[0];
  std::int32_t& shown = (*integers_of(changed->arrays, "shown_joint"))[0];
  shown = (shown + 1) % J;
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(binding, weight_colours) {
  return {
      {.id = "colours-inverted",
       .sentence = "your output equals what one gets when 0 is white and 1 is black",
       .symptom = "the joint's own part is dark",
       .source = "(derived)",
       .answer = &inverted},
      {.id = "colours-bgr",
       .sentence = "your output equals what one gets when red and blue are exchanged",
       .symptom = "the first joint is blue",
       .source = "(derived)",
       .answer = &blue_first},
      {.id = "colours-encoded",
       .sentence = "your output equals what one gets when colours are encoded as sRGB",
       .symptom = "weak weights look strong",
       .source = "(derived)",
       .answer = &encoded},
      {.id = "colours-hue-by-number",
       .sentence = "your output equals what one gets when hues follow the joints' numbers at even distances",
       .symptom = "neighbouring joints can hardly be told apart",
       .source = "(derived)",
       .question = &hue_by_number},
      {.id = "colours-next-joint",
       .sentence = "your output equals what one gets when the weight of the next joint is shown",
       .symptom = "the grey lies on the neighbouring limb",
       .source = "(derived)",
       .question = &next_joint}};
}

}  // namespace bindpose::conformance
