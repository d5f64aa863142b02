// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/face/shared/emotions.h"
#include "reference/model/question.h"
#include "reference/morph/shared/targets.h"
#include "reference/numeric/float32.h"
#include "reference/samples/morph_targets.h"
#include "reference/scenes/crowd.h"

namespace bindpose::samples {

/// By scores or by an emotion, units of the table among others.
ArraySet facs_question(std::size_t size, Random& random) {
  const Mesh base = scenes::crowd({.vertices = size}, random).mesh;
  const std::size_t count = sample_target_count(size, random);
  ArraySet question;
  add_mesh(question, base);
  morph::add_targets(question, base, std::vector<double>(count, 0), sample_targets(count, size, random));
  question.remove("target_weights");
  Array::Integers units, scores;
  for (std::size_t i = 0; i < count; ++i) {
    units.push_back(face::action_units[random.below(face::action_units.size())].number);
    scores.push_back(static_cast<std::int32_t>(random.below(6)));
  }
  question.add("action_units", {count}, std::move(units));
  if (random.below(2) == 0)
    question.add("scores", {count}, std::move(scores));
  else
    question.add("emotion", {1}, Array::Integers{static_cast<std::int32_t>(random.below(6))});
  question.add("strength", {1}, Array::Reals{to_float32(random.uniform(0, 1.25))});
  return question;
}

}  // namespace bindpose::samples
