// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Morphing and skinning put together in another order, or not at all.
#include <numeric>
#include <string>

#include "conformance/defects/shared/stages.h"
#include "conformance/defects/shared/target_rows.h"
#include "reference/algorithms.h"
#include "reference/model/surface.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

bool is_skinned(const Question& question) {
  return question.algorithm->id == "morph.then-skin";
}

/// The mesh of a question morphed, its directions normalised or not, and not skinned.
Expected<Result<double>> morphed(const Question& question, const char* normalise) {
  return find_algorithm("morph.dense")
      ->implementation.in_double(with_sampled_weights(question).arrays, {{"normalise", normalise}});
}

Computed skin_first(const Question& question) {
  if (!is_skinned(question)) return cannot_be_made();
  Question still = with_sampled_weights(question);
  Array::Reals& phi = *reals_of(still.arrays, "target_weights");
  std::fill(phi.begin(), phi.end(), 0.0);
  BINDPOSE_TRY(Result<double> skinned,
               question.algorithm->implementation.in_double(still.arrays, still.options));
  Question moved = with_sampled_weights(question);  // the skinned mesh as a base
  for (const char* name : {"positions", "normals", "tangents"})
    if (const ResultArray<double>* array = skinned.find(name)) *reals_of(moved.arrays, name) = array->values;
  return morphed(moved, "here");
}

Computed morph_only(const Question& question) {
  if (!is_skinned(question)) return cannot_be_made();
  return morphed(question, "here");
}

/// Displacements carried like points: each takes the translation along.
Changed deltas_as_points(const Question& question) {
  if (!is_skinned(question)) return std::nullopt;
  const Array::Reals phi = with_sampled_weights(question).arrays.find("target_weights")->reals();
  Affines palette = palette_of(question);
  for (Affine<double>& M : palette)
    M.translation *= 1 + std::accumulate(phi.begin(), phi.end(), 0.0);
  return with_palette(question, palette);
}

/// What the skinning makes of directions as they are summed: positions that no joint translates.
Computed directions_as_blended(const Question& question) {
  if (!is_skinned(question)) return cannot_be_made();
  const auto& in_double = question.algorithm->implementation.in_double;
  BINDPOSE_TRY(Result<double> result, in_double(question.arrays, question.options));
  BINDPOSE_TRY(const Result<double> summed, morphed(question, "later"));
  Affines palette = palette_of(question);
  for (Affine<double>& M : palette)
    M.translation.setZero();
  Changed carried = with_palette(question, palette);
  if (!carried || summed.find("normals") == nullptr) return cannot_be_made();
  Array::Reals& phi = *reals_of(carried->arrays, "target_weights");
  std::fill(phi.begin(), phi.end(), 0.0);
  *reals_of(carried->arrays, "positions") = summed.find("normals")->values;
  BINDPOSE_TRY(const Result<double> normals, in_double(carried->arrays, carried->options));
  for (ResultArray<double>& array : result.arrays)
    if (array.name == "normals") array.values = normals.find("positions")->values;
  return result;
}

}  // namespace

BINDPOSE_DEFECTS(morph, then_skin) {
  return {
      {.id = "skin-before-morph",
       .sentence = "your output equals what one gets when displacements are added to the skinned mesh; they "
                   "belong to the mesh "
                   "at rest",
       .symptom = "a smile points along the world's axes when the head turns",
       .source = "glTF#1646, glTF#2044, BabylonJS/Exporters#1023, three.js#8953",
       .formula = &skin_first},
      {.id = "morphed-not-skinned",
       .sentence = "your output equals the morphed mesh: it was not skinned",
       .symptom = "the character stays in its bind pose while its face moves",
       .source = "filament#5104, filament#1440",
       .formula = &morph_only},
      {.id = "delta-transformed-as-point",
       .sentence = "your output equals what one gets when joints translate displacements, too",
       .symptom = "the mesh shifts with every weight",
       .source = "three.js#33350, glTF-Transform#700",
       .question = &deltas_as_points},
      {.id = "morph-normal-as-blended",
       .sentence =
           "your output equals what one gets when morphed normals are not brought to length 1 after skinning",
       .symptom = "over-bright where targets make a normal longer",
       .source = "godot#55812, glTF#2161",
       .formula = &directions_as_blended},
  };
}

}  // namespace bindpose::conformance
