// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Weight that passes on otherwise than in a straight line.
#include <algorithm>

#include "conformance/defects/shared/change.h"

namespace bindpose::conformance {
namespace {

bool is_falloff(const Question& question) {
  return question.algorithm->id == "weights.linear-falloff";
}

/// change(u) of how much of the weight is beyond each joint.
template <class Change>
Damaged with_ramps(const Question& question, const ArraySet& right, Change change) {
  if (!is_falloff(question)) return std::nullopt;
  const std::size_t J = right.find("joint_weights")->shape[1];
  return with_answer_rows(right, {"joint_weights"}, J, [&](double* row, std::size_t) {
    double beyond = 1, before = 1;
    for (std::size_t j = 0; j < J; ++j) {
      beyond = j + 1 == J ? 0 : beyond - row[j];
      const double u = change(beyond);
      row[j] = before - u;
      before = u;
    }
  });
}

Damaged smooth_step(const Question& question, const ArraySet& right) {
  return with_ramps(question, right, [](double u) { return u * u * (3 - 2 * u); });
}
Damaged nearest_joint(const Question& question, const ArraySet& right) {
  return with_ramps(question, right, [](double u) { return u < 0.5 ? 0.0 : 1.0; });
}
Damaged weights_of_each_other(const Question& question, const ArraySet& right) {
  if (!is_falloff(question)) return std::nullopt;
  const std::size_t J = right.find("joint_weights")->shape[1];
  return with_answer_rows(right, {"joint_weights"}, J, [&](double* row, std::size_t) {
    for (std::size_t j = 0; j + 1 < J; ++j)
      if (row[j] != 0 && row[j + 1] != 0) return std::swap(row[j], row[j + 1]);
  });
}

Changed half_stretch(const Question& question) {
  if (!is_falloff(question)) return std::nullopt;
  return with_rows(question, {"falloff"}, 1, [](double* h, std::size_t) { *h /= 2; });
}

Changed other_form(const Question& question) {
  if (!is_falloff(question) || !question.arrays.has("falloff")) return std::nullopt;
  Changed changed = question;
  changed->options["form"] =
      question.options.contains("form") && question.options.at("form") == "cylinder" ? "hose" : "cylinder";
  return changed;
}

/// Joints at even distances between the first and the last.
Changed even_joints(const Question& question) {
  if (!is_falloff(question)) return std::nullopt;
  const Array::Reals p = question.arrays.find("pivots")->reals();
  const std::size_t last = p.size() / 3 - 1;
  return with_rows(question, {"pivots"}, 3, [&](double* row, std::size_t j) {
    const double part = last == 0 ? 0 : static_cast<double>(j) / static_cast<double>(last);
    for (std::size_t c = 0; c < 3; ++c)
      row[c] = (1 - part) * p[c] + part * p[3 * last + c];
  });
}

}  // namespace

BINDPOSE_DEFECTS(binding, linear_falloff) {
  return {
      {.id = "falloff-smooth",
       .sentence = "your output equals what one gets with u^2 (3 - 2 u) in the place of the straight line u",
       .symptom = "bends are sharper in their middle",
       .source = "(derived)",
       .answer = &smooth_step},
      {.id = "falloff-nearest",
       .sentence = "your output equals what one gets when the weight jumps from a joint to the next half way",
       .symptom = "creases where the mesh should bend",
       .source = "(derived)",
       .answer = &nearest_joint},
      {.id = "falloff-swapped",
       .sentence = "your output equals what one gets when a joint and the next have each other's weight",
       .symptom = "the mesh folds back on itself at every joint",
       .source = "(derived)",
       .answer = &weights_of_each_other},
      {.id = "falloff-half-stretch",
       .sentence = "your output equals what one gets when the falloff is taken for the whole stretch around "
                   "a joint, not for half of it",
       .symptom = "bends that are too tight",
       .source = "(derived)",
       .question = &half_stretch},
      {.id = "falloff-other-form",
       .sentence =
           "your output equals what one gets when a hose is weighed as a cylinder, or a cylinder as a hose",
       .symptom = "the whole bone bends instead of its end",
       .source = "(derived)",
       .question = &other_form},
      {.id = "falloff-even-joints",
       .sentence = "your output equals what one gets when the joints are taken to be at even distances",
       .symptom = "bends beside the joints of uneven chains",
       .source = "(derived)",
       .question = &even_joints}};
}

}  // namespace bindpose::conformance
