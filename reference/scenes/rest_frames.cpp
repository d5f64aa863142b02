// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/rest_frames.h"

#include <cassert>

namespace bindpose::scenes {

std::size_t RestFrames::add(int parent, const Vec3<double>& position, const Quat<double>& rotation) {
  parents.push_back(parent);
  positions.push_back(position);
  rotations.push_back(rotation);
  return parents.size() - 1;
}

Quat<double> slanted_frame(double angle) {
  return rotation_about({0.3, 1, 0.2}, degrees(angle));
}

Scene scene_at_rest(Mesh mesh, Influences influences, const RestFrames& rest) {
  Scene scene;
  scene.rig.mesh = std::move(mesh);
  scene.rig.influences = std::move(influences);
  scene.rig.skeleton.parents = rest.parents;
  scene.pose.locals.resize(rest.parents.size());
  for (std::size_t j = 0; j < rest.parents.size(); ++j) {
    Trs<double>& local = scene.pose.locals[j].trs;
    local.translation = rest.positions[j];
    local.rotation = rest.rotations[j];
    if (const int p = rest.parents[j]; p >= 0) {
      const auto parent = static_cast<std::size_t>(p);
      const Quat<double> parent_from_mesh = rest.rotations[parent].conjugate();
      local.translation = parent_from_mesh * (rest.positions[j] - rest.positions[parent]);
      local.rotation = parent_from_mesh * rest.rotations[j];
    }
    local.translation = to_float32(local.translation);
    local.rotation = to_float32(local.rotation);
  }
  const auto bound = bind_at_rest(scene.rig, scene.pose.locals);
  assert(bound);
  static_cast<void>(bound);
  return scene;
}

void turn_joint(Scene& scene, const RestFrames& rest, std::size_t joint, const Quat<double>& turn) {
  Quat<double>& local = scene.pose.locals[joint].trs.rotation;
  const Quat<double>& mesh_from_joint = rest.rotations[joint];
  local = to_float32(Quat<double>(local * mesh_from_joint.conjugate() * turn * mesh_from_joint));
}

}  // namespace bindpose::scenes
