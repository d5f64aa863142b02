// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Normals and tangents that are left behind where positions are right.
#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/linear_blend.h"

namespace bindpose::conformance {
namespace {

/// n' = N n and t' = B t, as long as they come out.
Computed not_renormalised(const Question& question) {
  if (question.algorithm->id != "anim.vertex")
    return deformed_by(question, [](const Blend& blend, const BlendedVertex& rest) -> BlendedVertex {
      return {blend.B * rest.x + blend.t, blend.N * rest.n, blend.B * rest.t};
    });
  // Keyframed normals are interpolated like positions.
  if (!question.arrays.has("key_normals")) return cannot_be_made();
  Question positions = question;
  reals_of(positions.arrays, "key_positions")
      ->assign(question.arrays.find("key_normals")->reals().begin(),
               question.arrays.find("key_normals")->reals().end());
  const auto& in_double = question.algorithm->implementation.in_double;
  BINDPOSE_TRY(Result<double> result, in_double(question.arrays, question.options));
  BINDPOSE_TRY(const Result<double> normals, in_double(positions.arrays, question.options));
  for (ResultArray<double>& array : result.arrays)
    if (array.name == "normals") array.values = normals.find("positions")->values;
  return result;
}

Damaged keeps_rest(const Question& question, const ArraySet& right) {
  ArraySet damaged = right;
  for (const char* name : {"normals", "tangents"})
    if (const Array* rest = question.arrays.find(name)) damaged.put(*rest);
  return damaged;
}

Damaged not_written(const Question&, const ArraySet& right) {
  const auto zero = [](double* x, std::size_t) { *x = 0; };
  return with_answer_rows(right, {"normals", "tangents"}, 1, zero);
}

}  // namespace

BINDPOSE_DEFECTS(general, normals) {
  return {
      {.id = "normal-not-renormalised",
       .sentence = "your normals and tangents have the right directions, but they are not of length 1",
       .symptom = "too bright where joints scale, too dim where they bend",
       .source = "BodySlide#276, filament#4939",
       .formula = &not_renormalised},
      {.id = "normal-not-skinned",
       .sentence = "your positions are right, but normals or tangents are those of the rest pose",
       .symptom = "the light sticks to the bind pose",
       .source = "panda3d-simplepbr#33, raylib#1052",
       .answer = &keeps_rest},
      {.id = "normal-not-written",
       .sentence = "your positions are right, but normals or tangents are all 0",
       .symptom = "the mesh is black",
       .source = "three.js#25902",
       .answer = &not_written},
  };
}

}  // namespace bindpose::conformance
