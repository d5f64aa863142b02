// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/bones.h"
#include "reference/samples/rigid_questions.h"

namespace bindpose::samples {

ArraySet stretchable_twistable_question(std::size_t size, Random& random) {
  ArraySet question = sample_rigid_blend(size, random);
  const std::size_t J = question.find("palette_rotations")->shape[0];
  add_random_bones(question, J, random);
  Array::Reals stretches, twists, e;
  for (std::size_t j = 0; j < J; ++j) {
    for (const double x : random.point(1))
      stretches.push_back(x);
    twists.push_back(random.uniform(-4, 4));
  }
  for (std::size_t i = 0; i < question.find("weights")->reals().size(); ++i)
    e.push_back(random.unit());
  question.add("endpoint_weights", question.find("weights")->shape, std::move(e));
  question.add("stretches", {J, 3}, std::move(stretches));
  question.add("twists", {J}, std::move(twists));
  return question;
}

}  // namespace bindpose::samples
