// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/crowd.h"

#include <algorithm>

#include "reference/model/question.h"
#include "reference/scenes/scene.h"

namespace bindpose::scenes {
namespace {

constexpr double half_width = 2;  // metres

/// count random multiples of 2^-16 that sum to 1: the gaps between count - 1 random cuts of [0, 1].
std::vector<double> random_weights(std::size_t count, Random& random) {
  std::vector<std::uint64_t> cuts = {0, 65536};
  for (std::size_t i = 1; i < count; ++i)
    cuts.push_back(random.below(65537));
  std::sort(cuts.begin(), cuts.end());
  std::vector<double> weights;
  for (std::size_t i = 0; i < count; ++i)
    weights.push_back(static_cast<double>(cuts[i + 1] - cuts[i]) * 0x1p-16);
  return weights;
}

Affine<double> random_joint(Random& random, bool mirrored) {
  Trs<double> trs;
  trs.rotation = random.rotation();
  for (int axis = 0; axis < 3; ++axis)
    trs.scale[axis] = random.uniform(0.75, 1.25);
  if (mirrored) trs.scale[0] = -trs.scale[0];
  trs.translation = random.point(2 * half_width);
  return to_float32(affine_from_trs(trs));
}

}  // namespace

Crowd crowd(const CrowdShape& shape, Random& random) {
  Crowd crowd;
  crowd.influences.width = shape.influences;
  for (std::size_t j = 0; j < shape.joints; ++j)
    crowd.palette.push_back(random_joint(random, shape.mirrored && j % 2 == 1));
  for (std::size_t v = 0; v < shape.vertices; ++v) {
    const Vec3<double> x = random.point(half_width);
    crowd.mesh.positions.push_back(to_float32(Vec3<double>(x + shape.distance * Vec3<double>::UnitX())));
    crowd.mesh.normals.push_back(random.direction());
    const Vec3<double> t = random.direction();
    crowd.mesh.tangents.emplace_back(t[0], t[1], t[2], random.below(2) == 0 ? 1 : -1);
    for (const double w : random_weights(shape.influences, random)) {
      crowd.influences.joints.push_back(static_cast<std::uint32_t>(random.below(shape.joints)));
      crowd.influences.weights.push_back(w);
    }
  }
  return crowd;
}

ArraySet crowd_question(const Crowd& crowd) {
  ArraySet question;
  add_mesh(question, crowd.mesh);
  add_influences(question, crowd.influences);
  add_affines(question, "palette", crowd.palette);
  return question;
}

ArraySet sample_skinning(std::size_t size, Random& random) {
  return crowd_question(crowd({.vertices = size}, random));
}

ArraySet sample_rigid(std::size_t size, Random& random) {
  return crowd_question(crowd({.vertices = size, .influences = 1}, random));
}

}  // namespace bindpose::scenes
