// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/cylinder.h"

#include <cmath>
#include <numbers>

namespace bindpose::scenes {

Scene cylinder(double elbow, double twist, const CylinderShape& shape) {
  Scene scene;
  Mesh& mesh = scene.rig.mesh;
  Influences& influences = scene.rig.influences;
  influences.width = 2;
  const double middle = shape.length / 2;
  for (std::size_t ring = 0; ring < shape.rings; ++ring)
    for (std::size_t side = 0; side < shape.sides; ++side) {
      const double z = shape.length * static_cast<double>(ring) / static_cast<double>(shape.rings - 1);
      const double phi = 2 * std::numbers::pi * static_cast<double>(side) / static_cast<double>(shape.sides);
      const Vec3<double> n(std::cos(phi), std::sin(phi), 0);
      mesh.positions.push_back(to_float32(Vec3<double>(shape.radius * n + Vec3<double>(0, 0, z))));
      mesh.normals.push_back(to_float32(n));
      mesh.tangents.emplace_back(0, 0, 1, side < shape.sides / 2 ? 1 : -1);
      const double lower = dyadic_weight(0.5 + (z - middle) / (2 * shape.falloff));
      influences.joints.insert(influences.joints.end(), {0, 1});
      influences.weights.insert(influences.weights.end(), {1 - lower, lower});
    }
  const auto at = [&](std::size_t ring, std::size_t side) {
    return static_cast<std::uint32_t>(ring * shape.sides + side % shape.sides);
  };
  for (std::size_t ring = 0; ring + 1 < shape.rings; ++ring)
    for (std::size_t side = 0; side < shape.sides; ++side) {
      mesh.triangles.push_back({at(ring, side), at(ring, side + 1), at(ring + 1, side + 1)});
      mesh.triangles.push_back({at(ring, side), at(ring + 1, side + 1), at(ring + 1, side)});
    }

  scene.rig.skeleton.parents = {-1, 0, 1};
  scene.rig.skeleton.names = {"shoulder", "elbow", "wrist"};
  const Vec3<double> along(0, 0, middle);
  scene.rig.skeleton.inverse_binds.resize(3);
  scene.rig.skeleton.inverse_binds[1].translation = -along;
  scene.rig.skeleton.inverse_binds[2].translation = -2 * along;
  scene.pose.locals.resize(3);
  scene.pose.locals[1].trs.translation = along;
  scene.pose.locals[1].trs.rotation = to_float32(Quat<double>(rotation_about(Vec3<double>::UnitX(), elbow) *
                                                              rotation_about(Vec3<double>::UnitZ(), twist)));
  scene.pose.locals[2].trs.translation = along;
  return scene;
}

}  // namespace bindpose::scenes
