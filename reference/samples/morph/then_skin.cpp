// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/morph/shared/targets.h"
#include "reference/samples/morph_targets.h"
#include "reference/scenes/crowd.h"

namespace bindpose::samples {

/// At palette level, for linear blending.
ArraySet then_skin_question(std::size_t size, Random& random) {
  const scenes::Crowd crowd = scenes::crowd({.vertices = size}, random);
  const std::size_t count = sample_target_count(size, random);
  const std::vector<double> weights = sample_target_weights(count, random);
  ArraySet question = scenes::crowd_question(crowd);
  morph::add_targets(question, crowd.mesh, weights, sample_targets(count, size, random));
  return question;
}

}  // namespace bindpose::samples
