// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/defects/shared/mesh_edges.h"

#include <algorithm>
#include <numeric>

#include "conformance/defects/shared/change.h"
#include "reference/model/question.h"
#include "reference/model/try.h"

namespace bindpose::conformance {

Expected<surface::Laplacian<double>> laplacian_by(Edges edges, const std::vector<Vec3<double>>& x,
                                                  const std::vector<Triangle>& triangles) {
  using surface::LaplacianWeights;
  const auto weights = edges == Edges::uniform ? LaplacianWeights::uniform : LaplacianWeights::cotangent;
  BINDPOSE_TRY(auto L, surface::laplacian<double>(x, triangles, weights));
  if (edges != Edges::unclamped) return L;
  for (auto& row : L.c)
    std::fill(row.begin(), row.end(), 0.0);
  for (const Triangle& t : triangles)
    for (const auto& [p, v, u] : surface::corners_of(t)) {
      if (surface::names_a_vertex_twice(t)) continue;
      const Vec3<double> a = x[v] - x[p], b = x[u] - x[p];
      L.weight(v, u) += a.dot(b) / a.cross(b).norm();
      L.weight(u, v) += a.dot(b) / a.cross(b).norm();
    }
  return L;
}

Expected<void> tear_seams(bindpose::binding::MeshWithBones<double>& mesh, const Inputs<double>& in) {
  std::iota(mesh.places.begin(), mesh.places.end(), 0U);
  BINDPOSE_TRY(mesh.triangles, require_triangles(in.arrays(), mesh.x.size()));
  BINDPOSE_TRY(mesh.L, laplacian_by(Edges::right, mesh.x, mesh.triangles));
  return {};
}

Damaged strongest_alone(const ArraySet& right) {
  const std::size_t J = right.find("joint_weights")->shape[1];
  return with_answer_rows(right, {"joint_weights"}, J, [J](double* w, std::size_t) {
    const auto largest = std::max_element(w, w + J) - w;
    std::fill(w, w + J, 0.0);
    w[largest] = 1;
  });
}

}  // namespace bindpose::conformance
