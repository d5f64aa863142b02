// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/numbers_of.h"
#include "reference/samples/morph_targets.h"
#include "reference/scenes/crowd.h"
#include "reference/scenes/scene.h"

namespace bindpose::samples {

/// At palette level, a shape up to a quarter of a metre away, driven from -0.5 to 1.5.
ArraySet angle_driven_shape_question(std::size_t size, Random& random) {
  const scenes::Crowd crowd = scenes::crowd({.vertices = size}, random);
  ArraySet question = scenes::crowd_question(crowd);
  const MorphTarget d = sample_targets(1, size, random)[0];
  const auto shape = [](std::vector<Vec3<double>> rows, const std::vector<Vec3<double>>& displacements) {
    for (std::size_t v = 0; v < rows.size(); ++v)
      rows[v] = scenes::to_float32(Vec3<double>(rows[v] + displacements[v]));
    return numbers_of(rows);
  };
  std::vector<Vec3<double>> tangents;
  for (const Vec4<double>& t : crowd.mesh.tangents)
    tangents.emplace_back(t.head<3>());
  question.add("shape_positions", {size, 3}, shape(crowd.mesh.positions, d.positions));
  question.add("shape_normals", {size, 3}, shape(crowd.mesh.normals, d.normals));
  question.add("shape_tangents", {size, 3}, shape(tangents, d.tangents));
  question.add("theta", {1}, Array::Reals{random.uniform(-0.5, 1.5)});
  return question;
}

}  // namespace bindpose::samples
