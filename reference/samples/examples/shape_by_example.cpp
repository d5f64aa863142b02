// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/question.h"
#include "reference/samples/example_poses.h"
#include "reference/scenes/scene.h"

namespace bindpose::samples {

/// At palette level, with two to four examples.
ArraySet shape_by_example_question(std::size_t size, Random& random) {
  constexpr std::size_t joints = 16;
  const std::size_t count = 2 + random.below(3);
  const scenes::Crowd crowd = sample_gentle_crowd(size, joints, random);
  ArraySet question;
  add_influences(question, crowd.influences);
  add_affines(question, "palette", crowd.palette);
  add_sample_examples(question, count, size, joints, random);
  Array::Reals normals, weights(count);
  for (std::size_t i = 0; i < count * size; ++i) {
    // Those of one vertex lean the same way, so that they do not cancel.
    const Vec3<double> n =
        scenes::to_float32(Vec3<double>(0.25 * random.direction() + Vec3<double>::UnitY()));
    normals.insert(normals.end(), n.begin(), n.end());
  }
  for (double& a : weights)
    a = random.uniform(0.125, 1);
  question.add("example_normals", {count, size, 3}, std::move(normals));
  question.add("example_weights", {count}, std::move(weights));
  return question;
}

}  // namespace bindpose::samples
