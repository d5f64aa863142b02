// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/numbers_of.h"
#include "reference/numeric/float32.h"
#include "reference/numeric/transform.h"
#include "reference/scenes/scene.h"

namespace bindpose::samples {

/// Vertices around a slanted chain of four joints, from twelve vertices on of twelve; some beyond either end.
ArraySet linear_falloff_question(std::size_t size, Random& random) {
  const std::size_t joints = size < 12 ? 4 : 12;
  const Vec3<double> start = random.point(1), step = random.direction();
  std::vector<Vec3<double>> pivots, x;
  for (std::size_t j = 0; j < joints; ++j)
    pivots.push_back(
        scenes::to_float32(Vec3<double>(start + (static_cast<double>(j) + random.uniform(0, 0.5)) * step)));
  for (std::size_t v = 0; v < size; ++v) {
    const Vec3<double> around = start + random.uniform(-1, static_cast<double>(joints)) * step;
    x.push_back(scenes::to_float32(Vec3<double>(around + random.point(0.5))));
  }
  ArraySet question;
  question.add("positions", {size, 3}, numbers_of(x));
  question.add("pivots", {joints, 3}, numbers_of(pivots));
  return question;
}

}  // namespace bindpose::samples
