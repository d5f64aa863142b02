// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a mesh at hand, without a question around it, as the loop over its vertices takes it: every number is exact.
#pragma once

#include <vector>

#include "reference/skinning/shared/skinned_mesh.h"

namespace bindpose::skinning {

template <class T, template <class> class Map>
SkinnedMesh<T, Map> exact_mesh(const Mesh& mesh, const Influences& slots, const std::vector<Map<T>>& M) {
  SkinnedMesh<T, Map> q{mesh, slots};
  for (const Vec3<double>& x : mesh.positions)
    q.x.push_back(x.cast<T>());
  for (const Vec3<double>& n : mesh.normals)
    q.n.push_back(n.cast<T>());
  for (const Vec4<double>& t : mesh.tangents)
    q.t.push_back(t.cast<T>());
  q.weights.assign(slots.weights.begin(), slots.weights.end());
  q.M = M;
  return q;
}

}  // namespace bindpose::skinning
