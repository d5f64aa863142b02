// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/face/facs.h"

#include "reference/morph/shared/dense_answer.h"

namespace bindpose::face {
namespace facs_question {

Declaration declaration() {
  return {
      .inputs = mesh_arrays() +
                ArrayList{integer("action_units", "a_i", "T", "number of the action unit that target i shows")
                              .not_empty(),
                          integer("scores", "s_i", "T", "its strength: 0 absent, 1 = A .. 5 = E")
                              .asked_instead_of("emotion")
                              .within(0, 5),
                          integer("emotion", "", "1",
                                  "0 anger, 1 sadness, 2 disgust, 3 surprise, 4 fear, 5 happiness")
                              .optional()
                              .within(0, 5),
                          real("strength", "e", "1", "strength of the expression: 0 none, 1 full").finite()} +
                morph::displacement_arrays(),
      .stages = {real("target_weights", "phi_i", "T", "weight of target i")},
      .outputs = surface_arrays(),
      .options = {morph::normalisations.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::vector<int> s =
      in.has("emotion") ? scores_of(static_cast<Emotion>(in.integer("emotion")), in.integers("action_units"))
                        : in.integers("scores");
  const std::vector<T> phi = facs(s, in.number("strength"));
  Result<T> result = morph::dense_answer(in, morph::read_targets(in, phi));
  result.arrays.insert(result.arrays.begin(), {"target_weights", {phi.size()}, phi});
  return result;
}

}  // namespace facs_question

BINDPOSE_IMPLEMENT(facs)

}  // namespace bindpose::face
