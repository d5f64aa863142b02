// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/bare_meshes.h"

#include <cstdint>
#include <vector>

#include "reference/model/numbers_of.h"
#include "reference/numeric/float32.h"
#include "reference/numeric/transform.h"
#include "reference/scenes/scene.h"

namespace bindpose::samples {

ArraySet sample_bare_mesh(std::size_t size, Random& random) {
  const std::size_t joints = size < 1000 ? 6 : 64;
  Array::Integers parents = {-1};
  std::vector<Vec3<double>> pivots = {random.point(1)}, x;
  for (std::size_t j = 1; j < joints; ++j) {
    const std::size_t parent = random.below(j);
    parents.push_back(static_cast<std::int32_t>(parent));
    pivots.push_back(
        scenes::to_float32(Vec3<double>(pivots[parent] + random.uniform(0.5, 1.5) * random.direction())));
  }
  for (std::size_t v = 0; v < size; ++v) {
    const std::size_t child = 1 + random.below(joints - 1);
    const Vec3<double>&a = pivots[static_cast<std::size_t>(parents[child])], &b = pivots[child];
    x.push_back(
        scenes::to_float32(Vec3<double>(a + random.uniform(0.25, 0.75) * (b - a) + random.point(0.25))));
  }
  ArraySet question;
  question.add("positions", {size, 3}, numbers_of(x));
  question.add("parents", {joints}, std::move(parents));
  question.add("pivots", {joints, 3}, numbers_of(pivots));
  return question;
}

}  // namespace bindpose::samples
