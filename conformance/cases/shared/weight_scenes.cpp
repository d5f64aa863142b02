// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/weight_scenes.h"

#include "reference/model/numbers_of.h"
#include "reference/model/question.h"

namespace bindpose::conformance {

ArraySet weighted_vertices(std::size_t slots, Array::Integers joints, Array::Reals weights,
                           std::size_t joint_count) {
  const std::size_t vertices = joints.size() / slots;
  ArraySet question;
  question.add("joint_count", {1}, Array::Integers{static_cast<std::int32_t>(joint_count)});
  question.add("joints", {vertices, slots}, std::move(joints));
  question.add("weights", {vertices, slots}, std::move(weights));
  return question;
}

ArraySet weighted_vertices(const scenes::Scene& scene) {
  ArraySet question;
  question.add("joint_count", {1},
               Array::Integers{static_cast<std::int32_t>(scene.rig.skeleton.joint_count())});
  add_influences(question, scene.rig.influences);
  return question;
}

ArraySet ribbon(Array::Integers joints, std::size_t joint_count) {
  const auto vertices = static_cast<std::uint32_t>(joints.size());
  std::vector<Vec3<double>> x;
  std::vector<Triangle> triangles;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    const double along = v / 2;
    x.emplace_back(along / 8, v % 2 / 4.0, along * along / 1024);
    if (v + 2 >= vertices) continue;
    triangles.push_back(v % 2 == 0 ? Triangle{v, v + 1, v + 2} : Triangle{v + 1, v, v + 2});
  }
  ArraySet question = weighted_vertices(1, std::move(joints), Array::Reals(vertices, 1), joint_count);
  question.add("positions", {vertices, 3}, numbers_of(x));
  add_triangles(question, triangles);
  return question;
}

scenes::Scene with_seam(scenes::Scene scene) {
  Mesh& mesh = scene.rig.mesh;
  Influences& influences = scene.rig.influences;
  const std::size_t given = mesh.positions.size(), K = influences.width;
  for (std::size_t v = 0; v < given; v += 4) {
    mesh.positions.push_back(Vec3<double>(mesh.positions[v]));
    if (!mesh.normals.empty()) mesh.normals.push_back(Vec3<double>(mesh.normals[v]));
    if (!mesh.tangents.empty()) mesh.tangents.push_back(Vec4<double>(mesh.tangents[v]));
    for (std::size_t i = 0; i < K; ++i) {
      influences.joints.push_back(influences.joints[v * K + i]);
      influences.weights.push_back(influences.weights[v * K + K - 1 - i]);
    }
  }
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 2)
    for (std::uint32_t& v : mesh.triangles[t])
      if (v % 4 == 0) v = static_cast<std::uint32_t>(given + v / 4);
  return scene;
}

}  // namespace bindpose::conformance
