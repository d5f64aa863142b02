// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/question.h"
#include "reference/scenes/crowd.h"

namespace bindpose::samples {

/// Weights of a slot: 3 rows of 4.
constexpr std::size_t entry_count = 12;

/// A crowd whose weights vary from entry to entry, here and there to 0 or below.
ArraySet multi_weight_question(std::size_t size, Random& random) {
  const scenes::Crowd crowd = scenes::crowd({size, 4, 16}, random);
  Array::Reals weights;
  for (const double w : crowd.influences.weights)
    for (std::size_t e = 0; e < entry_count; ++e)
      weights.push_back(random.below(8) == 0 ? 0 : to_float32(w * random.uniform(-0.25, 2)));
  ArraySet question;
  add_mesh(question, crowd.mesh);
  question.add("joints", {size, crowd.influences.width},
               Array::Integers(crowd.influences.joints.begin(), crowd.influences.joints.end()));
  question.add("entry_weights", {size, crowd.influences.width, entry_count}, std::move(weights));
  add_affines(question, "palette", crowd.palette);
  return question;
}

}  // namespace bindpose::samples
