// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/bones.h"
#include "reference/samples/rigid_questions.h"

namespace bindpose::samples {

/// Vertices of one joint, or of a joint and its parent in either order, under a random hierarchy.
ArraySet swing_twist_question(std::size_t size, Random& random) {
  ArraySet question = sample_rigid_blend(size, random);
  const std::size_t J = question.find("palette_rotations")->shape[0];
  Array::Integers parents(J, -1), joints;
  Array::Reals weights, e;
  for (std::size_t j = 1; j < J; ++j)
    parents[j] = static_cast<std::int32_t>(random.below(j));
  for (std::size_t v = 0; v < size; ++v) {
    const std::size_t j = random.below(J);
    const bool alone = random.below(4) == 0 || parents[j] < 0;
    const double w = alone ? 1 : scenes::dyadic_weight(random.unit());
    const std::pair child{static_cast<std::int32_t>(j), w}, parent{alone ? 0 : parents[j], 1 - w};
    const bool parent_first = random.below(2) == 0;
    for (const auto& [joint, weight] : {parent_first ? parent : child, parent_first ? child : parent}) {
      joints.push_back(joint);
      weights.push_back(weight);
      e.push_back(random.unit());
    }
  }
  question.put({"joints", {size, 2}, std::move(joints)});
  question.put({"weights", {size, 2}, std::move(weights)});
  question.add("parents", {J}, std::move(parents));
  add_random_bones(question, J, random);
  if (random.below(4) != 0) question.add("endpoint_weights", {size, 2}, std::move(e));
  return question;
}

}  // namespace bindpose::samples
