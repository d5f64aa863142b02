// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/pivot_questions.h"
#include "reference/samples/spherical_examples.h"

namespace bindpose::samples {

/// At palette level, forks of three joints each, with one to four examples of a joint above each fork.
ArraySet spherical_joint_by_example_question(std::size_t size, Random& random) {
  ArraySet question = sample_forks(size, 3, random);
  const std::size_t J = question.find("parents")->shape[0], P = 1 + random.below(4);
  std::vector<std::vector<bindpose::Rigid<double>>> motions(P);
  for (std::vector<bindpose::Rigid<double>>& of_example : motions) {
    const Quat<double> common = random.rotation();
    for (std::size_t j = 0; j < J; ++j) {
      const Vec3<double> axis = random.direction().normalized();
      const Quat<double> turn(Eigen::AngleAxisd(random.uniform(0, 0.7), axis));
      const Quat<double> q = (turn * common).normalized();
      of_example.push_back({q, random.point(2)});
    }
  }
  // Children of one joint have one support: the first alone has examples.
  Array::Integers counts(J, 0);
  for (std::size_t j = 0; j < J; ++j)
    if (j % 3 == 1) counts[j] = static_cast<std::int32_t>(1 + random.below(P));
  add_spherical_examples(question, motions, counts, random);
  Array::Reals weights(J * P);
  for (double& a : weights)
    a = random.uniform(-0.25, 1);
  question.add("example_weights", {J, P}, std::move(weights));
  return question;
}

}  // namespace bindpose::samples
