// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the loop of the methods that blend rigid motions - the palette at either level, then vertex after vertex.
//
// Formula. At palette level M_j = (q_j, t_j) as given, at pose level M_j = W_j A_j. A kernel gives a vertex x' and the
// directions n', t', which are normalized here; the tangent's handedness passes through.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "reference/hierarchy/shared/world.h"
#include "reference/model/question.h"
#include "reference/model/surface.h"
#include "reference/model/try.h"
#include "reference/skinning/shared/deform.h"
#include "reference/skinning/shared/entry.h"
#include "reference/skinning/shared/rigid_palette.h"
#include "reference/skinning/shared/rigid_palette_bound.h"
#include "reference/skinning/shared/rigid_vertex.h"

namespace bindpose::skinning {

/// What becomes of a vertex without influence.
enum class WithoutInfluence {
  no_answer,  ///< NO_INFLUENCE
  empty_sum,  ///< the kernel says
};

template <class T>
RestVertex<T> rest_vertex(const Mesh& mesh, const Influences& influences, std::size_t v) {
  const Vertex<T> at = rest_vertex<T>(mesh, v);
  return {v, at.x, at.n, at.t, influences_of<T>(influences, v), influences.joints[v * influences.width]};
}

/// Says that no float32 arithmetic decides where the vertex goes.
template <class T>
void leave_undecided(DeformedVertex<T>&) {}
inline void leave_undecided(DeformedVertex<Tracked>& y) {
  for (Vec3<Tracked>* numbers : {&y.x, &y.n, &y.t})
    for (Tracked& number : *numbers)
      number = Tracked::uncertain(number.value(), std::numeric_limits<double>::infinity());
}

/// Deforms every vertex: kernel(RestVertex<T>) -> DeformedVertex<T>. One open comparison (Branches) is judged both
/// ways; a vertex with several has more than two right answers, and is not judged.
template <class T, class Kernel>
Surface<T> deform_vertices(const Mesh& mesh, const Influences& influences, Kernel kernel,
                           WithoutInfluence otherwise = WithoutInfluence::no_answer) {
  Surface<T> surface;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const RestVertex<T> rest = rest_vertex<T>(mesh, influences, v);
    const std::uint64_t open = Branches::current().undecided;
    const bool is_lost = rest.influences.empty() && otherwise == WithoutInfluence::no_answer;
    DeformedVertex<T> y = is_lost ? no_answer<T>("NO_INFLUENCE") : kernel(rest);
    if (Branches::current().undecided > open + 1) leave_undecided(y);
    append_vertex<T>(mesh, v, y, surface);
  }
  return surface;
}

/// M_j of a question at either level, in any form (rigid_palette_bound.h). At pose level the stages go to `stages`.
template <class T>
Expected<std::vector<Rigid<T>>> rigid_palette_of(const Inputs<T>& in, std::vector<ResultArray<T>>& stages) {
  std::vector<Rigid<T>> M;
  if (in.level() == Level::palette) {
    BINDPOSE_TRY(M, read_rigids<T>(in.arrays(), "palette"));
  } else {
    const std::vector<int>& parents = in.integers("parents");
    BINDPOSE_TRY(const auto locals, posed_locals<T>(in.arrays(), parents.size()));
    BINDPOSE_TRY(const auto W, hierarchy::fk_quaternion<T>(parents, locals));
    BINDPOSE_TRY(const auto A, read_rigids<T>(in.arrays(), "inverse_bind"));
    BINDPOSE_TRY(M, hierarchy::palette<T>(W, A));
    append_rigids(stages, "world", W);
    append_rigids(stages, "palette", M);
  }
  for (Rigid<T>& M_j : M)
    M_j = in_any_form(M_j);
  return M;
}

/// Answers a question about rigid motions: kernel(RestVertex<T>, M) -> DeformedVertex<T>.
template <class T, class Kernel>
Expected<Result<T>> deform_rigidly(const Inputs<T>& in, Kernel kernel,
                                   WithoutInfluence otherwise = WithoutInfluence::no_answer) {
  Result<T> result;
  BINDPOSE_TRY(const Mesh mesh, read_mesh(in.arrays()));
  BINDPOSE_TRY(const Influences influences, read_influences(in.arrays(), mesh.vertex_count()));
  BINDPOSE_TRY(const std::vector<Rigid<T>> M, rigid_palette_of(in, result.arrays));
  BINDPOSE_CHECK(validate(mesh, influences, M.size()));
  append_surface(
      result, deform_vertices<T>(
                  mesh, influences, [&](const RestVertex<T>& rest) { return kernel(rest, M); }, otherwise));
  return result;
}

/// check(v, influences) -> Expected<void> of every vertex with an influence.
template <class T, class Check>
Expected<void> check_influences(const Inputs<T>& in, Check check) {
  BINDPOSE_TRY(const Influences influences, read_influences(in.arrays(), in.extent("V")));
  for (std::size_t v = 0; v < influences.vertex_count(); ++v)
    if (const auto of_v = influences_of<double>(influences, v); !of_v.empty()) BINDPOSE_CHECK(check(v, of_v));
  return {};
}

}  // namespace bindpose::skinning
