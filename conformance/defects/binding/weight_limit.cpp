// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Other joints kept, or their weights left as they were.
#include <algorithm>
#include <vector>

#include "conformance/defects/shared/change.h"

namespace bindpose::conformance {
namespace {

bool is_limit(const Question& question) {
  return question.algorithm->id == "weights.limit";
}

/// Slots beyond the first k dropped.
Changed first_slots(const Question& question) {
  if (!is_limit(question)) return std::nullopt;
  const auto k = static_cast<std::size_t>(question.arrays.find("influence_count")->integers()[0]);
  return with_weights(question, [k](double* row, std::size_t slots) {
    std::fill(row + std::min(k, slots), row + slots, 0.0);
  });
}

/// Each slot a joint of its own: all but the largest slot of a joint are dropped.
Changed slots_apart(const Question& question) {
  if (!is_limit(question)) return std::nullopt;
  const Array::Integers& joints = question.arrays.find("joints")->integers();
  std::size_t at = 0;
  return with_weights(question, [&](double* row, std::size_t slots) {
    const std::vector<double> given(row, row + slots);
    for (std::size_t i = 0; i < slots; ++i)
      for (std::size_t other = 0; other < slots; ++other)
        if (joints[at + i] == joints[at + other] &&
            (given[other] > given[i] || (given[other] == given[i] && other < i)))
          row[i] = 0;
    at += slots;
  });
}

Changed one_less(const Question& question) {
  if (!is_limit(question)) return std::nullopt;
  const std::int32_t k = question.arrays.find("influence_count")->integers()[0];
  if (k == 1) return std::nullopt;
  Changed changed = question;
  changed->arrays.put({"influence_count", {1}, Array::Integers{k - 1}});
  return changed;
}

/// The joints' numbers, the slots' order, turned round.
Computed last_of_equals(const Question& question) {
  if (!is_limit(question)) return cannot_be_made();
  return read_and(question, [&](const Inputs<double>& in) -> Computed {
    Question other = question;
    const bool by_joint = !question.options.contains("tie") || question.options.at("tie") == "lower-joint";
    const auto J = static_cast<std::int32_t>(in.extent("J"));
    const auto K = static_cast<std::ptrdiff_t>(in.extent("K"));
    Array::Integers& joints = *integers_of(other.arrays, "joints");
    if (by_joint)
      for (std::int32_t& j : joints)
        j = J - 1 - j;
    if (Array::Reals* weights = reals_of(other.arrays, "weights"); !by_joint && weights != nullptr)
      for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(joints.size()); i += K) {
        std::reverse(joints.begin() + i, joints.begin() + i + K);
        std::reverse(weights->begin() + i, weights->begin() + i + K);
      }
    BINDPOSE_TRY(Result<double> result,
                 question.algorithm->implementation.in_double(other.arrays, question.options));
    if (!by_joint) return result;
    std::vector<double>& w = result.arrays.front().values;
    for (auto row = w.begin(); row != w.end(); row += J)
      std::reverse(row, row + J);
    return result;
  });
}

Damaged kept_as_given(const Question& question, const ArraySet& right) {
  if (!is_limit(question)) return std::nullopt;
  const Array& joints = *question.arrays.find("joints");
  const Array* weights = question.arrays.find("weights");
  const std::size_t K = joints.shape[1], J = right.find("joint_weights")->shape[1];
  return with_answer_rows(right, {"joint_weights"}, J, [&](double* row, std::size_t v) {
    std::vector<double> given(J, 0);
    for (std::size_t i = v * K; i < (v + 1) * K; ++i)
      given[static_cast<std::size_t>(joints.integers()[i])] += weights == nullptr ? 1 : weights->reals()[i];
    for (std::size_t j = 0; j < J; ++j)
      row[j] = row[j] == 0 ? 0 : given[j];
  });
}

}  // namespace

BINDPOSE_DEFECTS(binding, weight_limit) {
  return {{.id = "limit-first-slots",
           .sentence =
               "your output equals what one gets when the first influences are kept instead of the strongest",
           .symptom = "joints that carry a vertex are gone, its neighbour's are not",
           .source = "three.js#33085, AtomicGameEngine#246",
           .question = &first_slots},
          {.id = "limit-not-renormalised",
           .sentence =
               "your output equals what one gets when the weights that are kept are not divided by their sum",
           .symptom = "vertices shrink towards the origin",
           .source = "three-gltf-viewer#113, filament#4236",
           .answer = &kept_as_given},
          {.id = "limit-one-less",
           .sentence = "your output equals what one gets when one influence less is kept",
           .symptom = "a joint's weak influence is gone",
           .source = "(derived)",
           .question = &one_less},
          {.id = "limit-slots-apart",
           .sentence = "your output equals what one gets when slots of one joint are compared one by one, "
                       "and one of them is kept",
           .symptom = "vertices that list a joint twice lose it",
           .source = "(derived)",
           .question = &slots_apart},
          {.id = "limit-last-of-equals",
           .sentence = "your output equals what one gets when of joints that weigh the same the last is kept",
           .symptom = "either side of a symmetric mesh keeps another joint",
           .source = "(derived)",
           .formula = &last_of_equals}};
}

}  // namespace bindpose::conformance
