// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/question.h"
#include "reference/numeric/float32.h"
#include "reference/samples/example_poses.h"
#include "reference/scenes/scene.h"

namespace bindpose::samples {

/// Vertices under three of five joints in four poses, moved to within a centimetre of where random weights take them; one in eight not moved.
ArraySet direct_weights_question(std::size_t size, Random& random) {
  constexpr std::size_t joints = 5, slots = 3, poses = 4;
  std::vector<Affine<double>> palettes;
  for (std::size_t i = 0; i < poses * joints; ++i) {
    const Quat<double> turn = random.rotation();
    const Vec3<double> shift = random.point(0.5);
    palettes.push_back(scenes::to_float32(Affine<double>{rotation_matrix(turn), shift}));
  }
  Array::Reals rest, before, examples(3 * poses * size);
  Array::Integers slot_joints, moved;
  for (std::size_t v = 0; v < size; ++v) {
    const Vec3<double> p = random.point(2);
    rest.insert(rest.end(), p.begin(), p.end());
    const double a = random.unit(), b = (1 - a) * random.unit();
    const std::size_t first = random.below(joints);
    const double w[slots] = {a, b, 1 - a - b};
    for (std::size_t i = 0; i < slots; ++i) {
      slot_joints.push_back(static_cast<std::int32_t>((first + i) % joints));
      before.push_back(i == 0 ? 0.5 : 0.25);
    }
    for (std::size_t k = 0; k < poses; ++k) {
      Vec3<double> y = random.point(0.01);
      for (std::size_t i = 0; i < slots; ++i)
        y += w[i] * (palettes[k * joints + (first + i) % joints] * p);
      for (std::size_t c = 0; c < 3; ++c)
        examples[3 * (k * size + v) + c] = to_float32(y[static_cast<Eigen::Index>(c)]);
    }
  }
  for (std::size_t i = 0; i < poses * size; ++i)
    moved.push_back(random.below(8) == 0 ? 0 : 1);
  ArraySet question;
  question.add("positions", {size, 3}, std::move(rest));
  question.add("joints", {size, slots}, std::move(slot_joints));
  question.add("weights", {size, slots}, std::move(before));
  question.add("example_positions", {poses, size, 3}, std::move(examples));
  question.add("moved", {poses, size}, std::move(moved));
  question.add("stiffness", {1}, Array::Reals{0.125});
  std::vector<Affine<double>> by_joint;
  for (std::size_t j = 0; j < joints; ++j)
    for (std::size_t k = 0; k < poses; ++k)
      by_joint.push_back(palettes[k * joints + j]);
  add_example_palettes(question, joints, by_joint);
  return question;
}

}  // namespace bindpose::samples
