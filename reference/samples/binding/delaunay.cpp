// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/numbers_of.h"
#include "reference/model/question.h"
#include "reference/numeric/float32.h"
#include "reference/numeric/random.h"

namespace bindpose::samples {

/// Vertices around a row of pivots, no five on a sphere.
ArraySet delaunay_question(std::size_t size, Random& random) {
  constexpr std::size_t joints = 8;
  std::vector<Vec3<double>> positions, pivots;
  for (std::size_t j = 0; j < joints; ++j) {
    pivots.push_back(random.point(0.25));
    pivots.back()[1] = to_float32(random.uniform(0, 0.5) + static_cast<double>(j));
  }
  for (std::size_t v = 0; v < size; ++v) {
    const Vec3<double> out = random.direction();
    positions.emplace_back(out[0], random.uniform(-0.5, joints), out[2]);
  }
  ArraySet question;
  question.add("positions", {size, 3}, numbers_of(positions));
  question.add("pivots", {joints, 3}, numbers_of(pivots));
  return question;
}

}  // namespace bindpose::samples
