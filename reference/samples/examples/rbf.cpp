// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/example_poses.h"

namespace bindpose::samples {

/// Values of -1 .. 1 at four to six examples, asked for at `size` poses.
ArraySet rbf_question(std::size_t size, Random& random) {
  constexpr std::size_t width = 3, values = 2;
  const std::size_t count = 4 + random.below(3);
  ArraySet question;
  question.add("example_poses", {count, width}, sample_example_poses(count, width, random));
  Array::Reals numbers(count * values);
  for (double& f : numbers)
    f = random.uniform(-1, 1);
  question.add("example_values", {count, values}, numbers);
  Array::Reals poses;
  for (std::size_t q = 0; q < size; ++q) {
    const std::vector<double> row = sample_pose_row(width, random);
    poses.insert(poses.end(), row.begin(), row.end());
  }
  question.add("poses", {size, width}, poses);
  return question;
}

}  // namespace bindpose::samples
