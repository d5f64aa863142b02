// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/rows.h"
#include "reference/numeric/float32.h"
#include "reference/scenes/crowd.h"

namespace bindpose::samples {

/// A crowd whose weights vary from entry to entry, here and there to 0 or below.
ArraySet multi_weight_question(std::size_t size, Random& random) {
  const scenes::Crowd crowd = scenes::crowd({size, 4, 16}, random);
  Array::Reals weights;
  for (const double w : crowd.influences.weights)
    for (std::size_t e = 0; e < 12; ++e)
      weights.push_back(random.below(8) == 0 ? 0 : to_float32(w * random.uniform(-0.25, 2)));
  ArraySet question = without(scenes::crowd_question(crowd), {"weights"});
  question.add("entry_weights", {size, crowd.influences.width, 12}, std::move(weights));
  return question;
}

}  // namespace bindpose::samples
