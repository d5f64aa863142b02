// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The right question, answered by another method.
#include "conformance/defects/shared/change.h"
#include "reference/algorithms.h"

namespace bindpose::conformance {
namespace {

/// A method that blends rigid motions, asked as linear blending of their matrices.
Changed lbs_instead(const Question& question) {
  const auto* algorithm = question.algorithm;
  if (algorithm->family != "skinning" || algorithm->id == "lbs") return std::nullopt;
  Question changed = question;
  const std::string prefix = question.arrays.has("palette_rotations") ? "palette" : "inverse_bind";
  const Array* rotations = question.arrays.find(prefix + "_rotations");
  const Array* translations = question.arrays.find(prefix + "_translations");
  if (rotations == nullptr || translations == nullptr || question.arrays.has("palette_stretches"))
    return std::nullopt;
  Array::Reals matrices(rotations->shape[0] * 12);
  for (std::size_t j = 0; j < rotations->shape[0]; ++j) {
    const double* t = translations->reals().data() + 3 * j;
    put_affine(matrices.data() + 12 * j,
               {quaternion_at(rotations->reals().data() + 4 * j).toRotationMatrix(), {t[0], t[1], t[2]}});
  }
  changed.algorithm = find_algorithm("lbs");
  changed.options = {};
  changed.arrays.add(prefix == "palette" ? "palette" : "inverse_binds", {rotations->shape[0], 3, 4},
                     std::move(matrices));
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(general, methods) {
  return {
      {.id = "lbs-instead",
       .sentence = "your output equals what one gets with linear blending of matrices",
       .symptom = "the mesh loses volume where joints bend and twist",
       .source = "playcanvas#3643, three.js#20324",
       .question = &lbs_instead},
  };
}

}  // namespace bindpose::conformance
