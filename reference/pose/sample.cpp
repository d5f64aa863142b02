// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/pose/sample.h"

#include <utility>

#include "reference/core/scalar.h"

namespace bindpose::pose {

std::vector<int> sample_parents(std::size_t joint_count, Random& random) {
  std::vector<int> place(joint_count);  // place[i]: the index given to the i-th joint made
  for (std::size_t i = 0; i < joint_count; ++i) {
    place[i] = static_cast<int>(i);
    std::swap(place[i], place[random.below(i + 1)]);
  }
  std::vector<int> parents(joint_count, -1);
  for (std::size_t i = 1; i < joint_count; ++i)
    if (random.below(8) != 0) parents[static_cast<std::size_t>(place[i])] = place[random.below(i)];
  return parents;
}

Trs<double> sample_rigid(Random& random) {
  Trs<double> trs;
  trs.translation = random.point(1.0);
  trs.rotation = random.rotation();
  return trs;
}

Trs<double> sample_trs(Random& random) {
  Trs<double> trs = sample_rigid(random);
  for (int i = 0; i < 3; ++i)
    trs.scale[i] = random.uniform(0.5, 1.5);
  if (random.below(8) == 0) trs.scale[0] = -trs.scale[0];
  return trs;
}

Affine<double> sample_affine(Random& random) {
  Affine<double> map = affine_from_trs(sample_trs(random));
  map.linear = map.linear.unaryExpr(&to_float32).eval();
  return map;
}

}  // namespace bindpose::pose
