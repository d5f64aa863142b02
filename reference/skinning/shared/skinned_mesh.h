// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an input about a skinned mesh, read at palette or at pose level, and the loop over its vertices.
//
// Formula. A kernel gives a vertex x' and the directions n', t', which are normalized here; the tangent's handedness
// passes through.
#pragma once

#include "reference/skinning/shared/entry.h"
#include "reference/skinning/shared/vertex.h"

namespace bindpose::skinning {

/// The influences of every vertex, their weights on the scalar.
template <class T>
struct WeightedSlots {
  Influences slots;
  std::vector<T> weights = {};         ///< w of every slot, with uncertainty [V * K]
  std::vector<std::size_t> tied = {};  ///< vertices whose used influences are ambiguous, in ascending order
  std::vector<std::size_t> zero_rests = {};  ///< vertices whose implicit last weight is 0
  bool stays = false;                        ///< a vertex without influences is not moved

  bool is_tied(std::size_t v) const { return std::ranges::binary_search(tied, v); }
  /// Why a tied vertex has no output.
  const char* why_tied(std::size_t v) const {
    const auto w = slots.weights.begin() + static_cast<std::ptrdiff_t>(v * slots.width);
    const bool any =
        std::any_of(w, w + static_cast<std::ptrdiff_t>(slots.width), [](double x) { return x != 0; });
    return any ? "TIED_INFLUENCES" : "NO_INFLUENCE";
  }
};

/// Slots with their weights as given. Errors as read_influences().
template <class T>
Expected<WeightedSlots<T>> read_slots(const Inputs<T>& in);

/// Map: Affine, or Rigid if joints only rotate and translate.
template <class T, template <class> class Map>
struct SkinnedMesh : WeightedSlots<T> {
  Mesh mesh = {};
  std::vector<Vec3<T>> x = {};              ///< positions on the scalar, with uncertainty [V]
  std::vector<Vec3<T>> n = {};              ///< normals [V], or none
  std::vector<Vec4<T>> t = {};              ///< tangents and handedness [V], or none
  std::vector<Map<T>> M = {};               ///< M_j, or W_j for parts in their joint's space [J]
  std::vector<ResultArray<T>> stages = {};  ///< come before the surface in the output

  /// Stages that come before all others.
  void put_first(std::vector<ResultArray<T>> arrays) {
    arrays.insert(arrays.end(), stages.begin(), stages.end());
    stages = std::move(arrays);
  }
};

/// read_skinned_mesh<Affine>(in) or read_skinned_mesh<Rigid>(in). Errors as read_palette().
template <template <class> class Map, class T>
Expected<SkinnedMesh<T, Map>> read_skinned_mesh(const Inputs<T>& in,
                                                PaletteKind kind = PaletteKind::skinning_matrices);

/// A mesh of exact numbers that is not read from an input. M: [#joints].
template <class T, template <class> class Map>
SkinnedMesh<T, Map> exact_mesh(const Mesh& mesh, const Influences& slots, const std::vector<Map<T>>& M) {
  SkinnedMesh<T, Map> q{{slots, {slots.weights.begin(), slots.weights.end()}}, mesh};
  for (const Vec3<double>& x : mesh.positions)
    q.x.push_back(x.cast<T>());
  for (const Vec3<double>& n : mesh.normals)
    q.n.push_back(n.cast<T>());
  for (const Vec4<double>& t : mesh.tangents)
    q.t.push_back(t.cast<T>());
  q.M = M;
  return q;
}

/// The input's triangles.
template <class T>
std::vector<Triangle> triangles_of(const Inputs<T>& in) {
  return *require_triangles(in.arrays(), in.extent("V"));
}

/// The influences of vertex v; weights: of every slot [V * K].
template <class T>
std::vector<Influence<T>> influences_of(const Influences& slots, const std::vector<T>& weights,
                                        std::size_t v);

template <class T, template <class> class Map>
RestVertex<T> rest_vertex(const SkinnedMesh<T, Map>& q, std::size_t v);

/// d / |d|; zero if `why_not` gives a reason, or if d has no direction (code `zero`). Records both
/// cases.
template <class T>
Vec3<T> unit_row(Vec3<T> d, const std::string& why_not, Undefined zero, std::vector<Undefined>& undefined);

/// Appends row v of the surface with unit directions, and records undefined values of the row.
template <class T>
void append_vertex(const Mesh& mesh, std::size_t v, const DeformedVertex<T>& y, Surface<T>& surface);

/// Moves every vertex: kernel(RestVertex<T>) -> DeformedVertex<T>, or an error. One open comparison (Branches) is judged
/// both ways; a vertex with several has more than two right outputs, and is not judged.
template <class T, template <class> class Map, class Kernel>
Expected<Surface<T>> deform_vertices(const SkinnedMesh<T, Map>& q, Kernel kernel) {
  Surface<T> surface;
  surface.positions.reserve(q.x.size());
  surface.normals.reserve(q.n.size());
  surface.tangents.reserve(q.t.size());
  for (std::size_t v = 0; v < q.mesh.vertex_count(); ++v) {
    const std::uint64_t open = Branches::current().undecided;
    BINDPOSE_TRY(DeformedVertex<T> y, Expected<DeformedVertex<T>>(q.is_tied(v) ? no_answer<T>(q.why_tied(v))
                                                                               : kernel(rest_vertex(q, v))));
    if (Branches::current().undecided > open + 1) leave_undecided(y);
    append_vertex(q.mesh, v, y, surface);
  }
  return surface;
}

/// The output of a kernel that moves each vertex.
template <class T, template <class> class Map, class Kernel>
Expected<Result<T>> deform(const SkinnedMesh<T, Map>& q, Kernel kernel) {
  BINDPOSE_TRY(const Surface<T> surface, deform_vertices(q, kernel));
  Result<T> result{q.stages, {}};
  append_surface(result, surface);
  return result;
}

/// The kernel's result; a vertex without influence keeps its position, or has no output: NO_INFLUENCE.
template <class T, class Kernel>
Expected<DeformedVertex<T>> influenced(const RestVertex<T>& rest, Kernel kernel) {
  if (!rest.influences.empty()) return kernel(rest);
  return rest.stays ? at_rest(rest) : no_answer<T>("NO_INFLUENCE");
}

/// The output of a kernel that moves each vertex that has an influence.
template <class T, template <class> class Map, class Kernel>
Expected<Result<T>> deform_influenced(const SkinnedMesh<T, Map>& q, Kernel kernel) {
  return deform(q, [&](const RestVertex<T>& rest) { return influenced(rest, kernel); });
}

}  // namespace bindpose::skinning
