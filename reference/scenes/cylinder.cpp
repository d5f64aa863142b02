// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/cylinder.h"

#include <numbers>

#include "reference/numeric/portable_angle.h"

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
      const Vec3<double> n(portable_cos(phi), portable_sin(phi), 0);
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

Mesh cylinder_example(const CylinderPose& pose, const CylinderShape& shape) {
  const Scene scene = cylinder(0, 0, shape);
  Mesh mesh = scene.rig.mesh;
  const Vec3<double> elbow(0, 0, shape.length / 2);
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const double share = scene.rig.influences.weights[2 * v + 1];
    const Quat<double> turn = rotation_about(Vec3<double>::UnitX(), share * pose.elbow) *
                              rotation_about(Vec3<double>::UnitZ(), share * pose.twist);
    Vec4<double>& t = mesh.tangents[v];
    const Vec3<double> along = to_float32(Vec3<double>(turn * t.head<3>()));
    mesh.positions[v] = to_float32(Vec3<double>(elbow + turn * (mesh.positions[v] - elbow)));
    mesh.normals[v] = to_float32(Vec3<double>(turn * mesh.normals[v]));
    t = {along[0], along[1], along[2], t[3]};
  }
  return mesh;
}

std::vector<CylinderPose> cylinder_example_poses() {
  return {{},
          {degrees(60), 0},
          {degrees(90), 0},
          {0, degrees(90)},
          {0, degrees(-150)},
          {degrees(60), degrees(90)}};
}

}  // namespace bindpose::scenes
