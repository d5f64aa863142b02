// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a question about a skinned mesh and its answer, for the methods that stand on linear blending.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/model/inputs.h"
#include "reference/skinning/shared/blend_linearly.h"

namespace bindpose::surface {

using skinning::rest_vertex, skinning::Vertex;

/// Where a vertex goes. Its directions are of any length: the loop normalizes them.
template <class T>
struct DeformedVertex {
  Vec3<T> x = Vec3<T>::Zero();          ///< x', metres
  Vec3<T> n = Vec3<T>::Zero();          ///< along n'
  Vec3<T> t = Vec3<T>::Zero();          ///< along t'
  std::string_view no_directions = {};  ///< why there is neither normal nor tangent; empty: there are both
  std::string_view undefined = {};      ///< why there is no answer at all; empty: there is one
};

/// A skinned mesh with the question's triangles, where it has them.
template <class T>
struct SkinnedMesh : skinning::MatrixQuestion<T> {
  /// Stages that come before all others.
  void put_first(std::vector<ResultArray<T>> arrays) {
    arrays.insert(arrays.end(), this->stages.begin(), this->stages.end());
    this->stages = std::move(arrays);
  }
};

/// Errors as forward kinematics, keyframes and skinning matrices; COUNT_MISMATCH.
template <class T>
Expected<SkinnedMesh<T>> read_skinned_mesh(const Inputs<T>& in) {
  BINDPOSE_TRY(auto skinned, skinning::read_matrix_question(in));
  SkinnedMesh<T> q{std::move(skinned)};
  BINDPOSE_CHECK(validate(q.mesh, q.slots, q.matrices.size()));
  BINDPOSE_TRY(q.mesh.triangles, read_triangles(in.arrays(), q.mesh.vertex_count()));
  return q;
}

/// sum_i w_i (C_i x + t_i), normals and tangents by sum_i w_i C_i.
template <class T>
Surface<T> blended(const SkinnedMesh<T>& q) {
  return skinning::blend_linearly<T>(q.mesh, q.slots, q.matrices);
}

/// d / |d|; zero, and noted, where there is a reason why not, or `zero` where d has no direction.
template <class T>
Vec3<T> unit_row(Vec3<T> d, std::string_view why_not, Undefined zero, std::vector<Undefined>& undefined) {
  if (!why_not.empty()) {
    d.setZero();
    zero.code = std::string(why_not);
  }
  if (!normalize(d)) undefined.push_back(std::move(zero));
  return d;
}

/// Row v of the surface, which has the rows before it.
template <class T>
void append_vertex(const Mesh& mesh, const DeformedVertex<T>& y, Surface<T>& surface) {
  const std::size_t v = surface.positions.size();
  const std::string_view why_not = y.undefined.empty() ? y.no_directions : y.undefined;
  surface.positions.push_back(y.x);
  if (!y.undefined.empty()) surface.undefined.push_back({"positions", v, std::string(y.undefined)});
  if (!mesh.normals.empty())
    surface.normals.push_back(unit_row<T>(y.n, why_not, {"normals", v, "ZERO_NORMAL"}, surface.undefined));
  if (mesh.tangents.empty()) return;
  const Vec3<T> t = unit_row<T>(y.t, why_not, {"tangents", v, "ZERO_TANGENT"}, surface.undefined);
  surface.tangents.push_back({t[0], t[1], t[2], y.undefined.empty() ? T(mesh.tangents[v][3]) : T(0)});
}

/// Row v of another surface, as it is.
template <class T>
void append_row(const Surface<T>& from, std::size_t v, Surface<T>& surface) {
  surface.positions.push_back(from.positions[v]);
  if (!from.normals.empty()) surface.normals.push_back(from.normals[v]);
  if (!from.tangents.empty()) surface.tangents.push_back(from.tangents[v]);
  for (const Undefined& row : from.undefined)
    if (row.row == v) surface.undefined.push_back(row);
}

template <class T>
Result<T> to_result(const SkinnedMesh<T>& q, const Surface<T>& surface) {
  Result<T> result{q.stages, {}};
  append_surface(result, surface);
  return result;
}

/// The answer where move(v, Vertex<T> at rest) -> DeformedVertex<T> moves each vertex.
template <class T, class Move>
Result<T> deform(const SkinnedMesh<T>& q, Move move) {
  Surface<T> surface;
  for (std::size_t v = 0; v < q.mesh.vertex_count(); ++v)
    append_vertex(q.mesh, move(v, rest_vertex<T>(q.mesh, v)), surface);
  return to_result(q, surface);
}

}  // namespace bindpose::surface
