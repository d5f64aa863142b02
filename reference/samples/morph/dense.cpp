// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/question.h"
#include "reference/morph/shared/targets.h"
#include "reference/samples/morph_targets.h"
#include "reference/scenes/crowd.h"

namespace bindpose::samples {

ArraySet dense_question(std::size_t size, Random& random) {
  const Mesh base = scenes::crowd({.vertices = size}, random).mesh;
  const std::size_t count = sample_target_count(size, random);
  const std::vector<double> weights = sample_target_weights(count, random);
  ArraySet question;
  add_mesh(question, base);
  morph::add_targets(question, base, weights, sample_targets(count, size, random));
  return question;
}

}  // namespace bindpose::samples
