// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The right input, evaluated with another method.
#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"
#include "reference/algorithms.h"

namespace bindpose::conformance {
namespace {

/// Adds the smoothed weights of direct delta mush: the last moment of each slot.
void weigh_by_moments(ArraySet& arrays) {
  const Array* omegas = arrays.find("omegas");
  if (omegas == nullptr) return;
  Array weights{"weights", arrays.find("joints")->shape, Array::Reals{}};
  for (std::size_t i = 9; i < omegas->reals().size(); i += 10)
    std::get<Array::Reals>(weights.data).push_back(omegas->reals()[i]);
  arrays.put(std::move(weights));
}

Changed lbs_instead(const Question& question) {
  const auto* algorithm = question.algorithm;
  const bool is_surface = algorithm->family == "surface" && algorithm->id != "ddm.omegas";
  if ((algorithm->family != "skinning" && !is_surface) || algorithm->id == "lbs") return std::nullopt;
  Question changed = question;
  changed.algorithm = find_algorithm("lbs");
  changed.options = {};
  if (is_surface) {
    weigh_by_moments(changed.arrays);
    return changed;
  }
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
  changed.arrays.add(prefix == "palette" ? "palette" : "inverse_binds", {rotations->shape[0], 3, 4},
                     std::move(matrices));
  return changed;
}

/// Dual quaternion blending instead of linear blending.
Changed collapse_repaired(const Question& question) {
  const Affines palette = palette_of(question);
  if (question.algorithm->id != "lbs" || palette.empty()) return std::nullopt;
  Question changed = question;
  changed.algorithm = find_algorithm("dqs");
  changed.options = {};
  changed.level = Level::palette;
  changed.arrays = without(question.arrays, {"local_", "inverse_bind", "palette", "track", "time"});
  Array::Reals rotations(4 * palette.size()), translations;
  for (std::size_t j = 0; j < palette.size(); ++j) {
    const auto& [C, t] = palette[j];
    put_quaternion(rotations.data() + 4 * j, Quat<double>(C));
    translations.insert(translations.end(), t.begin(), t.end());
  }
  changed.arrays.add("palette_rotations", {palette.size(), 4}, std::move(rotations));
  changed.arrays.add("palette_translations", {palette.size(), 3}, std::move(translations));
  declare_computed(changed, {"palette_rotations", "palette_translations"});
  return changed;
}

Changed one_iteration_less(const Question& question) {
  Question changed = question;
  Array::Integers* iterations = integers_of(changed.arrays, "iterations");
  if (iterations == nullptr || iterations->front() < 1) return std::nullopt;
  --iterations->front();
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
      {.id = "lbs-collapse-called-bug",
       .sentence =
           "your output equals that of dual quaternions: do not repair the volume that linear blending loses",
       .symptom = "a twisted limb keeps its radius; by the formula it shrinks to |cos(a / 2)|",
       .source = "playcanvas#3643, three.js#20324, godot-proposals#9235",
       .question = &collapse_repaired},
      {.id = "iteration-missing",
       .when = "one iteration fewer is made than requested",
       .symptom = "chains end before their goals, surfaces are less smooth",
       .question = &one_iteration_less},
  };
}

}  // namespace bindpose::conformance
