// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/hose.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bindpose::scenes {

Scene hose(double bend, double twist, const HoseShape& shape) {
  Scene scene;
  Mesh& mesh = scene.rig.mesh;
  Influences& influences = scene.rig.influences;
  influences.width = std::max<std::size_t>(shape.slots, 2);
  const std::size_t rings = (shape.joints - 1) * shape.rings_per_joint + 1;
  for (std::size_t ring = 0; ring < rings; ++ring) {
    const double along = static_cast<double>(ring) / static_cast<double>(shape.rings_per_joint);  // in joints
    const auto lower = std::min(static_cast<std::size_t>(along), shape.joints - 1);
    const auto upper = std::min(lower + 1, shape.joints - 1);
    const double w = dyadic_weight(along - static_cast<double>(lower));
    for (std::size_t side = 0; side < shape.sides; ++side) {
      const double phi = 2 * std::numbers::pi * static_cast<double>(side) / static_cast<double>(shape.sides);
      const Vec3<double> n(std::cos(phi), 0, std::sin(phi));
      mesh.positions.push_back(
          to_float32(Vec3<double>(shape.radius * n + Vec3<double>(0, shape.spacing * along, 0))));
      mesh.normals.push_back(to_float32(n));
      mesh.tangents.emplace_back(0, 1, 0, side % 2 == 0 ? 1 : -1);
      std::vector<std::uint32_t> joints(influences.width, 0);
      std::vector<double> weights(influences.width, 0);
      // Used slots are the first and the last, so that skipping or dropping a slot shows.
      joints.front() = static_cast<std::uint32_t>(lower);
      weights.front() = 1 - w;
      joints.back() = static_cast<std::uint32_t>(upper);
      weights.back() = w;
      influences.joints.insert(influences.joints.end(), joints.begin(), joints.end());
      influences.weights.insert(influences.weights.end(), weights.begin(), weights.end());
    }
  }

  const Vec3<double> step(0, shape.spacing, 0);
  const Quat<double> turn = to_float32(Quat<double>(rotation_about(Vec3<double>::UnitX(), bend) *
                                                    rotation_about(Vec3<double>::UnitY(), twist)));
  scene.rig.skeleton.inverse_binds.resize(shape.joints);
  scene.pose.locals.resize(shape.joints);
  for (std::size_t j = 0; j < shape.joints; ++j) {
    scene.rig.skeleton.parents.push_back(static_cast<int>(j) - 1);
    scene.rig.skeleton.inverse_binds[j].translation = -static_cast<double>(j) * step;
    scene.pose.locals[j].trs.rotation = turn;
    if (j > 0) scene.pose.locals[j].trs.translation = step;
  }
  return scene;
}

}  // namespace bindpose::scenes
