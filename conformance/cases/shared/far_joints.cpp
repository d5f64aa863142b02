// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/far_joints.h"

#include <algorithm>

namespace bindpose::conformance {
namespace {

constexpr std::size_t rings_per_joint = 2, sides_of_hose = 3, rings_kept = 4;
using Joints = std::array<std::size_t, 4>;

bool is_kept(std::size_t v, const Joints& joints) {
  const std::size_t ring = v / sides_of_hose;
  return std::ranges::any_of(joints, [ring](std::size_t j) {
    return ring >= j * rings_per_joint && ring < j * rings_per_joint + rings_kept;
  });
}

/// The scene, reduced to the sections that begin at these joints.
scenes::Scene thinned(scenes::Scene scene, const Joints& joints) {
  const Rig given = std::move(scene.rig);
  Rig& rig = scene.rig;
  rig = {};
  rig.skeleton = given.skeleton;
  rig.influences.width = given.influences.width;
  std::vector<std::optional<std::uint32_t>> place(given.mesh.vertex_count());
  for (std::size_t v = 0; v < place.size(); ++v) {
    if (!is_kept(v, joints)) continue;
    place[v] = static_cast<std::uint32_t>(rig.mesh.positions.size());
    rig.mesh.positions.push_back(given.mesh.positions[v]);
    rig.mesh.normals.push_back(given.mesh.normals[v]);
    rig.mesh.tangents.push_back(given.mesh.tangents[v]);
    for (std::size_t i = v * rig.influences.width; i < (v + 1) * rig.influences.width; ++i) {
      rig.influences.joints.push_back(given.influences.joints[i]);
      rig.influences.weights.push_back(given.influences.weights[i]);
    }
  }
  for (const Triangle& t : given.mesh.triangles)
    if (place[t[0]] && place[t[1]] && place[t[2]])
      rig.mesh.triangles.push_back({*place[t[0]], *place[t[1]], *place[t[2]]});
  return scene;
}

}  // namespace

MakeScene far_joints() {
  return [] {
    return thinned(scenes::hose(scenes::degrees(20), scenes::degrees(15),
                                {.joints = 300, .rings_per_joint = rings_per_joint, .sides = sides_of_hose}),
                   {64, 128, 256, 298});
  };
}

MakeScene joints_beyond_half_floats() {
  return [] {
    return thinned(scenes::hose(scenes::degrees(1), scenes::degrees(1),
                                {.joints = 2060, .rings_per_joint = rings_per_joint, .sides = sides_of_hose}),
                   {1023, 2046, 2049, 2056});
  };
}

SceneVariation other_far_joints() {
  return {"hose.joints-262", "Few vertices, whose joint indices have seven, eight and nine bits.", true, [] {
            return thinned(
                scenes::hose(scenes::degrees(-35), scenes::degrees(25),
                             {.joints = 262, .rings_per_joint = rings_per_joint, .sides = sides_of_hose}),
                {70, 130, 200, 259});
          }};
}

}  // namespace bindpose::conformance
