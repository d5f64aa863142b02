// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/example_poses.h"

namespace bindpose::samples {

/// At palette level, with two to four examples.
ArraySet pose_space_question(std::size_t size, Random& random) {
  constexpr std::size_t joints = 16;
  const std::size_t count = 2 + random.below(3);
  const scenes::Crowd crowd = sample_gentle_crowd(size, joints, random);
  ArraySet question = scenes::crowd_question(crowd);
  add_sample_examples(question, count, size, joints, random);
  Array::Integers owners;
  for (std::size_t v = 0; v < size; ++v)
    owners.push_back(static_cast<std::int32_t>(crowd.influences.joints[v * crowd.influences.width]));
  Array::Reals weights(size * count);
  for (double& a : weights)
    a = random.uniform(-0.25, 1);
  question.add("owners", {size}, std::move(owners));
  question.add("example_weights", {size, count}, std::move(weights));
  return question;
}

}  // namespace bindpose::samples
