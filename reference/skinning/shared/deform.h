// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the loop over a mesh's vertices that all skinning methods share.
#pragma once

#include <cstddef>
#include <string>

#include "reference/model/rig.h"
#include "reference/model/surface.h"
#include "reference/skinning/shared/vertex.h"

namespace bindpose::skinning {

template <class T>
Vertex<T> rest_vertex(const Mesh& mesh, std::size_t v) {
  Vertex<T> rest;
  rest.x = mesh.positions[v].template cast<T>();
  if (!mesh.normals.empty()) rest.n = mesh.normals[v].template cast<T>();
  if (!mesh.tangents.empty()) rest.t = mesh.tangents[v].template head<3>().template cast<T>();
  return rest;
}

/// d / |d|. Zero where there is a reason why not, or where d has no direction: `zero` says so. Both are noted.
template <class T>
Vec3<T> unit_row(Vec3<T> d, const std::string& why_not, Undefined zero, std::vector<Undefined>& undefined) {
  if (!why_not.empty()) {
    undefined.push_back({zero.array, zero.row, why_not});
    return Vec3<T>::Zero();
  }
  if (!normalize(d)) undefined.push_back(std::move(zero));
  return d;
}

/// Appends row v of the surface, its directions normalized, and notes what is undefined there. A tangent's handedness
/// passes through.
template <class T>
void append_vertex(const Mesh& mesh, std::size_t v, const DeformedVertex<T>& y, Surface<T>& surface) {
  const bool there = y.undefined.empty();
  surface.positions.push_back(y.x);
  if (!there) surface.undefined.push_back({"positions", v, y.undefined});
  if (!mesh.normals.empty())
    surface.normals.push_back(unit_row<T>(y.n, there ? y.undefined_normal : y.undefined,
                                          {"normals", v, "ZERO_NORMAL"}, surface.undefined));
  if (mesh.tangents.empty()) return;
  const Vec3<T> t = unit_row<T>(y.t, y.undefined, {"tangents", v, "ZERO_TANGENT"}, surface.undefined);
  surface.tangents.push_back({t[0], t[1], t[2], there ? T(mesh.tangents[v][3]) : T(0)});
}

/// Moves every vertex by move(v, Vertex<T> at rest) -> DeformedVertex<T>.
template <class T, class Move>
Surface<T> deform(const Mesh& mesh, Move move) {
  Surface<T> surface;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v)
    append_vertex<T>(mesh, v, move(v, rest_vertex<T>(mesh, v)), surface);
  return surface;
}

}  // namespace bindpose::skinning
