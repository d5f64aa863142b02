// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a surface and a skeleton, for weights that depend on the whole surface. A seam's copies of a vertex are one vertex.
#pragma once

#include "reference/binding/shared/bone_segments.h"
#include "reference/binding/shared/mesh_areas.h"
#include "reference/binding/shared/welded_vertices.h"
#include "reference/numeric/linear_system.h"
#include "reference/surface/shared/laplacian.h"

namespace bindpose::binding {

/// positions, triangles, parents, pivots.
ArrayList mesh_with_bones_arrays();

template <class T>
struct MeshWithBones {
  std::vector<Vec3<T>> x;
  std::vector<std::uint32_t> places;  ///< the first vertex at each position
  std::vector<Triangle> triangles;    ///< between those
  Bones<T> bones;
  surface::Laplacian<T> L;  ///< cotangent Laplacian
};
/// Errors NO_BONE, DEGENERATE_TRIANGLE.
template <class T>
Expected<MeshWithBones<T>> read_mesh_with_bones(const Inputs<T>& in) {
  BINDPOSE_TRY(const Mesh mesh, read_mesh(in.arrays()));
  BINDPOSE_TRY(auto given, require_triangles(in.arrays(), mesh.vertex_count()));
  BINDPOSE_TRY(auto bones, bone_segments<T>(in.template rows<3>("pivots"), in.integers("parents")));
  std::vector<std::uint32_t> places = places_of(mesh.positions);
  std::vector<Triangle> triangles = between_places(std::move(given), places);
  BINDPOSE_TRY(auto L,
               surface::laplacian<T>(mesh.positions, triangles, surface::LaplacianWeights::cotangent));
  return MeshWithBones<T>{in.template rows<3>("positions"), std::move(places), std::move(triangles),
                          std::move(bones), std::move(L)};
}

/// Checks that every connected part of the surface has a vertex with a bone. Error ISLAND_WITHOUT_BONE.
template <class T>
Expected<void> require_on_every_island(const MeshWithBones<T>& q, std::vector<bool> has, const char* what) {
  for (std::size_t v = 0; v < has.size(); ++v)
    if (q.places[v] != v) has[v] = true;
  return require_on_every_island(q.L.neighbours, has, what);
}

/// Equations omit duplicate vertices.
template <class T>
void hold_copies(const MeshWithBones<T>& q, std::vector<bool>& is_fixed) {
  for (std::size_t v = 0; v < is_fixed.size(); ++v)
    if (q.places[v] != v) is_fixed[v] = true;
}
/// Copies the weights of a vertex to its duplicates.
template <class T>
DynamicMatrix<T> for_all_copies(const MeshWithBones<T>& q, DynamicMatrix<T> W) {
  for (std::size_t v = 0; v < q.places.size(); ++v)
    if (q.places[v] != v)
      W.row(static_cast<Eigen::Index>(v)) = W.row(static_cast<Eigen::Index>(q.places[v])).eval();
  return W;
}

}  // namespace bindpose::binding
