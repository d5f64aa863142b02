// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/tube_with_bones.h"

#include <algorithm>
#include <vector>

#include "reference/model/numbers_of.h"
#include "reference/model/question.h"
#include "reference/scenes/scene.h"
#include "reference/scenes/tube_mesh.h"

namespace bindpose::samples {

ArraySet sample_tube_with_bones(std::size_t size, Random& random) {
  const std::size_t sides = 4, sections = std::clamp<std::size_t>(size / sides, 4, 7);
  const double length = 0.5 * static_cast<double>(sections);
  const scenes::Stop first{{0, 0, 0}, random.uniform(0.375, 0.625), random.uniform(0.375, 0.625)};
  const scenes::Stop last{{0, length, 0}, random.uniform(0.375, 0.625), random.uniform(0.375, 0.625)};
  Mesh mesh;
  scenes::append_tube(mesh, scenes::sections_along({first, last}, {0, 0, 1}, sections),
                      scenes::even_turns(sides));
  for (Vec3<double>& x : mesh.positions)
    x = scenes::to_float32(Vec3<double>(x + random.point(0.0625)));
  std::vector<Vec3<double>> pivots;
  for (const double share : {0.0625, 0.4375, 0.875})
    pivots.push_back(
        scenes::to_float32(Vec3<double>(Vec3<double>(0, share * length, 0) + random.point(0.0625))));
  ArraySet question;
  add_mesh(question, mesh);
  add_triangles(question, mesh.triangles);
  question.add("parents", {pivots.size()}, Array::Integers{-1, 0, 1});
  question.add("pivots", {pivots.size(), 3}, numbers_of(pivots));
  return question;
}

}  // namespace bindpose::samples
