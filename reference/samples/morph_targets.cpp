// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/morph_targets.h"

#include "reference/numeric/float32.h"

namespace bindpose::samples {
namespace {

constexpr double farthest = 0.25;         // metres along each axis
constexpr double most_turned = 0.015625;  // largest change of a direction's numbers

/// A row whose first three numbers are randomly displaced, rounded to float32.
template <class Row>
Row displaced(Row row, double half, Random& random) {
  row.template head<3>() += random.point(half);
  return row.unaryExpr([](double x) { return bindpose::to_float32(x); });
}

}  // namespace

std::size_t sample_target_count(std::size_t vertices, Random& random) {
  return 1 + random.below(vertices > 10000 ? 4 : 12);
}

std::vector<double> sample_target_weights(std::size_t count, Random& random) {
  std::vector<double> weights(count);
  for (double& w : weights)
    w = random.below(4) == 0 ? 0 : random.uniform(-0.5, 1.5);
  return weights;
}

std::vector<MorphTarget> sample_targets(std::size_t count, std::size_t vertices, Random& random) {
  std::vector<MorphTarget> targets(count);
  for (MorphTarget& target : targets)
    for (std::size_t v = 0; v < vertices; ++v) {
      target.positions.push_back(random.point(farthest));
      target.normals.push_back(random.point(most_turned));
      target.tangents.push_back(random.point(most_turned));
    }
  return targets;
}

std::vector<Mesh> sample_shapes(std::size_t count, const Mesh& base, Random& random) {
  std::vector<Mesh> shapes(count, base);
  for (Mesh& shape : shapes)
    for (std::size_t v = 0; v < base.vertex_count(); ++v) {
      if (random.below(4) != 0) continue;
      shape.positions[v] = displaced(base.positions[v], farthest, random);
      if (!base.normals.empty()) shape.normals[v] = displaced(base.normals[v], most_turned, random);
      if (!base.tangents.empty()) shape.tangents[v] = displaced(base.tangents[v], most_turned, random);
    }
  return shapes;
}

}  // namespace bindpose::samples
