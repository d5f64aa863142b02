// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/question.h"
#include "reference/samples/example_poses.h"
#include "reference/scenes/scene.h"

namespace bindpose::samples {

/// Twelve to sixteen examples of vertices under two of three joints, which turn any way in each; no vertex is near the planes of the axes, so
/// that its columns count.
ArraySet multi_weight_fit_question(std::size_t size, Random& random) {
  constexpr std::size_t joints = 3, slots = 2;
  const std::size_t count = 12 + random.below(5);
  Array::Reals positions, examples;
  Array::Integers slot_joints;
  for (std::size_t v = 0; v < size; ++v) {
    for (int c = 0; c < 3; ++c) {
      const double side = random.below(2) == 0 ? -1 : 1;
      positions.push_back(side * random.uniform(0.5, 2));
    }
    const std::size_t first = random.below(joints);
    slot_joints.push_back(static_cast<std::int32_t>(first));
    slot_joints.push_back(static_cast<std::int32_t>((first + 1) % joints));
  }
  std::vector<Affine<double>> palettes;
  for (std::size_t i = 0; i < joints * count; ++i) {
    const Quat<double> turn = random.rotation();
    const Vec3<double> shift = random.point(1);
    palettes.push_back(scenes::to_float32(Affine<double>{rotation_matrix(turn), shift}));
  }
  for (std::size_t i = 0; i < 3 * count * size; ++i)
    examples.push_back(random.uniform(-2, 2));
  ArraySet question;
  question.add("positions", {size, 3}, std::move(positions));
  question.add("joints", {size, slots}, std::move(slot_joints));
  question.add("example_positions", {count, size, 3}, std::move(examples));
  add_example_palettes(question, joints, palettes);
  return question;
}

}  // namespace bindpose::samples
