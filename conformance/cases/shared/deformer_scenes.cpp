// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/deformer_scenes.h"

#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance {

Mesh deformer_mesh() {
  constexpr int count = 17;
  Random random("a mesh for deformers");
  Mesh mesh;
  for (int v = 0; v < count; ++v) {
    const double x = random.uniform(-2, 2);
    mesh.positions.emplace_back(x, 0.25 * (5 * v % count) - 2, 0.25 * v - 2);
    mesh.normals.push_back(random.direction());
    const Vec3<double> t = random.direction();
    mesh.tangents.emplace_back(t[0], t[1], t[2], v % 2 == 0 ? 1 : -1);
  }
  return mesh;
}

Mesh without_directions(Mesh mesh) {
  mesh.normals.clear();
  mesh.tangents.clear();
  return mesh;
}

Mesh without_tangents(Mesh mesh) {
  mesh.tangents.clear();
  return mesh;
}

Mesh with_other_lengths(Mesh mesh) {
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const double f = v % 2 == 0 ? 2 : 0.5;
    mesh.normals[v] *= f;
    mesh.tangents[v].head<3>() *= f;
  }
  return mesh;
}

Mesh with_zero_directions(Mesh mesh) {
  mesh.normals[0].setZero();
  mesh.tangents[1].head<3>().setZero();
  return mesh;
}

Standing askew() {
  return {{0.25, -0.5, 0.125}, rotation({1, 2, 3}, 50)};
}

Standing far_away() {
  return {{100, -60, 30}, rotation({3, -1, 2}, 110)};
}

ArraySet with_reals(ArraySet question, const char* name, const Array::Reals& values) {
  question.put({name, {values.size()}, values});
  return question;
}

ArraySet around(const Mesh& mesh, const Standing& standing) {
  ArraySet question;
  add_mesh(question, mesh);
  question.add("deformer_origin", {3}, Array::Reals(standing.origin.begin(), standing.origin.end()));
  question.add("deformer_rotation", {4}, Array::Reals(standing.rotation.begin(), standing.rotation.end()));
  return question;
}

}  // namespace bindpose::conformance
