// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Weights and rigid bones found otherwise, or written otherwise.
#include <algorithm>
#include <cmath>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/decompositions.h"

namespace bindpose::conformance {
namespace {

template <class Change>
Damaged with_decomposition_rows(const Question& question, const ArraySet& right, std::string_view name,
                                std::size_t width, Change change) {
  if (!is_decomposition(question)) return std::nullopt;
  return with_answer_rows(right, {name}, width, change);
}

Damaged bones_by_example(const Question& question, const ArraySet& right) {
  if (!is_decomposition(question)) return std::nullopt;
  const Array& M = *right.find("example_palettes");
  const std::size_t J = M.shape[0], P = M.shape[1];
  return with_answer_rows(right, {"example_palettes"}, 12, [&](double* row, std::size_t i) {
    const auto from = M.reals().begin() + static_cast<std::ptrdiff_t>(12 * (i % J * P + i / J));
    std::copy(from, from + 12, row);
  });
}

Changed one_round_less(const Question& question) {
  if (!is_decomposition(question)) return std::nullopt;
  const std::int32_t rounds = question.arrays.find("round_count")->integers()[0];
  if (rounds == 0) return std::nullopt;
  Changed changed = question;
  changed->arrays.put({"round_count", {1}, Array::Integers{rounds - 1}});
  return changed;
}

/// rho multiplied by the root of a count.
template <std::size_t (*count)(const Question& question)>
Damaged residual_of(const Question& question, const ArraySet& right) {
  return with_decomposition_rows(question, right, "residual", 1, [&](double* rho, std::size_t) {
    *rho *= std::sqrt(static_cast<double>(count(question)));
  });
}
std::size_t distances_of(const Question& question) {
  return question.arrays.find("example_positions")->reals().size() / 3;
}
Damaged residual_by_number(const Question& question, const ArraySet& right) {
  return with_decomposition_rows(question, right, "residual", 1,
                                 [](double* rho, std::size_t) { *rho /= std::sqrt(3.0); });
}
Damaged rotations_inverted(const Question& question, const ArraySet& right) {
  return with_decomposition_rows(question, right, "example_palettes", 12, &transpose_linear);
}

template <DecompositionWay::Weights weights>
Computed weighed_otherwise(const Question& question) {
  return decomposed_by(question, {.weights = weights});
}
template <DecompositionWay::Cut cut>
Computed cut_otherwise(const Question& question) {
  return decomposed_by(question, {.cut = cut});
}
template <DecompositionWay::Bone bone>
Computed bone_otherwise(const Question& question) {
  return decomposed_by(question, {.bone = bone});
}
Computed bones_stale(const Question& question) {
  return decomposed_by(question, {.stale = true});
}
Computed weights_last(const Question& question) {
  return decomposed_by(question, {.weights_last = true});
}

constexpr std::string_view ssdr_paper = "Le and Deng 2012";

}  // namespace

BINDPOSE_DEFECTS(examples, skinning_decomposition) {
  return {
      {.id = "ssdr-reflections",
       .sentence = "your output equals what one gets when bones may be reflections: the determinant of U V^T "
                   "is not looked at",
       .symptom = "flat parts turn inside out",
       .source = "Kabsch 1976",
       .formula = &bone_otherwise<DecompositionWay::Bone::reflected>},
      {.id = "ssdr-unsquared",
       .sentence = "your output equals what one gets when the centres of a bone are means by weights instead "
                   "of squared weights",
       .symptom = "bones drift near joints, the residual does not fall",
       .source = ssdr_paper,
       .formula = &bone_otherwise<DecompositionWay::Bone::unsquared>},
      {.id = "ssdr-centre-unscaled",
       .sentence = "your output equals what one gets when the centre of what a bone has to meet is "
                   "subtracted without the vertex's weight",
       .symptom = "bones turn too little or too far near joints",
       .source = ssdr_paper,
       .formula = &bone_otherwise<DecompositionWay::Bone::unscaled>},
      {.id = "ssdr-uncentred",
       .sentence = "your output equals what one gets when a bone's rotation is taken about the origin "
                   "instead of about its centre",
       .symptom = "bones far from the origin hardly turn",
       .source = "(derived)",
       .formula = &bone_otherwise<DecompositionWay::Bone::uncentred>},
      {.id = "ssdr-undetermined-turned",
       .sentence = "your output equals what one gets when bones turn as rounding has it where their vertices "
                   "do not say how: on a line, in one "
                   "point, of hardly any weight",
       .symptom = "thin parts spin from frame to frame",
       .source = "(derived)",
       .formula = &bone_otherwise<DecompositionWay::Bone::unguarded>},
      {.id = "ssdr-whole-target",
       .sentence = "your output equals what one gets when each bone is fitted to the examples themselves, "
                   "not to what the other bones leave",
       .symptom = "blended regions pull both bones towards each other",
       .source = "(derived)",
       .formula = &bone_otherwise<DecompositionWay::Bone::whole>},
      {.id = "ssdr-stale-bones",
       .sentence = "your output equals what one gets when all bones of a round are found beside those of the "
                   "round before",
       .symptom = "the residual swings",
       .source = ssdr_paper,
       .formula = &bones_stale},
      {.id = "ssdr-weights-last",
       .sentence = "your output equals what one gets when a round finds the bones first and then the weights",
       .symptom = "bones that belong to other weights",
       .source = ssdr_paper,
       .formula = &weights_last},
      {.id = "ssdr-normalised-afterwards",
       .sentence = "your output equals what one gets when weights are found without their sum and divided by "
                   "it afterwards",
       .symptom = "vertices between bones are met worse than they could be",
       .source = "(derived)",
       .formula = &weighed_otherwise<DecompositionWay::Weights::normalised>},
      {.id = "ssdr-clamped",
       .sentence = "your output equals what one gets when weights are found without their sign, and what is "
                   "negative is cut off",
       .symptom = "weights of far bones appear and go",
       .source = "(derived)",
       .formula = &weighed_otherwise<DecompositionWay::Weights::clamped>},
      {.id = "ssdr-kept-by-weight",
       .sentence = "your output equals what one gets when the bones with the largest weights are kept "
                   "instead of those with the largest effect",
       .symptom = "another bone than expected is dropped",
       .source = ssdr_paper,
       .formula = &cut_otherwise<DecompositionWay::Cut::by_weight>},
      {.id = "ssdr-cut-renormalised",
       .sentence = "your output equals what one gets when weights of the bones that are kept are divided by "
                   "their sum, not found again",
       .symptom = "vertices with dropped bones jump off the examples",
       .source = ssdr_paper,
       .formula = &cut_otherwise<DecompositionWay::Cut::renormalised>},
      {.id = "ssdr-nothing-cut",
       .sentence =
           "your output equals what one gets when every bone is kept, whatever the number of influences",
       .symptom = "more influences than the engine takes",
       .source = "(derived)",
       .formula = &cut_otherwise<DecompositionWay::Cut::none>},
      {.id = "ssdr-round-short",
       .sentence = "your output equals what one gets after one round less",
       .symptom = "a residual that is larger than need be",
       .source = "(derived)",
       .question = &one_round_less},
      {.id = "ssdr-inverse-rotations",
       .sentence = "your output equals what one gets when the rotations of the bones are written transposed",
       .symptom = "bones turn the wrong way",
       .source = "(derived)",
       .answer = &rotations_inverted},
      {.id = "ssdr-palettes-by-example",
       .sentence = "your output equals what one gets when the bones' matrices are written example by example "
                   "instead of bone by bone",
       .symptom = "bones change places",
       .source = "(derived)",
       .answer = &bones_by_example},
      {.id = "ssdr-residual-summed",
       .sentence = "your output equals what one gets when the residual is the root of the sum of the squared "
                   "distances, not of their mean",
       .symptom = "meshes of more vertices seem to be met worse",
       .source = ssdr_paper,
       .answer = &residual_of<&distances_of>},
      {.id = "ssdr-residual-by-number",
       .sentence = "your output equals what one gets when the residual's mean is taken over coordinates "
                   "instead of over points",
       .symptom = "a residual that is 42 percent too small",
       .source = ssdr_paper,
       .answer = &residual_by_number}};
}

}  // namespace bindpose::conformance
