// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/model/numbers_of.h"
#include "reference/model/question.h"
#include "reference/numeric/random.h"
#include "reference/scenes/scene.h"

namespace bindpose::samples {

/// Five joints in a row, the third of which twists the bone before it, and vertices between two or three of them.
ArraySet links_question(std::size_t size, Random& random) {
  constexpr std::size_t joints = 5, slots = 3;
  std::vector<Vec3<double>> pivots, positions;
  Array::Reals rotations, ranges, weights;
  Array::Integers slot_joints;
  for (std::size_t j = 0; j < joints; ++j) {
    pivots.push_back(
        scenes::to_float32(Vec3<double>(Vec3<double>(0, static_cast<double>(j), 0) + random.point(0.25))));
    const Vec4<double> q = random.rotation().coeffs();
    for (const double number : Vec4<double>(q[3] < 0 ? Vec4<double>(-q) : q))
      rotations.push_back(number);
    ranges.push_back(random.uniform(0.25, 4));
  }
  for (std::size_t v = 0; v < size; ++v) {
    const std::size_t first = random.below(joints - 1);
    positions.push_back(random.point(1));
    positions.back()[1] += static_cast<double>(first) + 0.5;
    positions.back() = scenes::to_float32(positions.back());
    const double a = scenes::dyadic_weight(random.uniform(0.125, 0.5)),
                 b = scenes::dyadic_weight(random.uniform(0.125, 0.375));
    for (const double w : {a, b, 1 - a - b})
      weights.push_back(w);
    for (std::size_t i = 0; i < slots; ++i)
      slot_joints.push_back(static_cast<std::int32_t>(std::min(first + i, joints - 1)));
  }
  ArraySet question;
  question.add("parents", {joints}, Array::Integers{-1, 0, 1, 2, 3});
  question.add("pivots", {joints, 3}, numbers_of(pivots));
  question.add("rotations", {joints, 4}, std::move(rotations));
  question.add("ranges", {joints}, std::move(ranges));
  question.add("twist_joints", {joints}, Array::Integers{0, 0, 2, 0, 0});
  question.add("positions", {size, 3}, numbers_of(positions));
  question.add("joints", {size, slots}, std::move(slot_joints));
  question.add("weights", {size, slots}, std::move(weights));
  return question;
}

}  // namespace bindpose::samples
