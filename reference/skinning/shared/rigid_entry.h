// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how a method that blends rigid motions is asked at palette and at pose level, and how its motion of
// a vertex becomes a surface.
//
// The arrays, by name, beside mesh and influences (reference/core/question.h).
//   palette_rotations [J, 4], palette_translations [J, 3]            palette level: M_j = (q_j, t_j)
//   parents, local_rotations, local_translations, tracks ...         pose level, scales exactly 1, with
//   inverse_bind_rotations [J, 4], inverse_bind_translations [J, 3]  A_j = joint_from_mesh at bind time
//
// Formula. A method gives a vertex a position x' and a rotation q; then n' = normalize(q(n)),
// t' = normalize(q(t)), and the tangent's handedness passes through. A method that stretches by B first has
// n' = normalize(q(sign(det B) cof(B) n)), t' = normalize(q(B t)).
//
// Source. As the methods'.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reference/hierarchy/shared/world.h"
#include "reference/model/question.h"
#include "reference/model/surface.h"
#include "reference/numeric/stored.h"
#include "reference/skinning/shared/entry.h"
#include "reference/skinning/shared/inverse_transpose.h"
#include "reference/skinning/shared/rigid_palette.h"

namespace bindpose::skinning {

/// An influence that pulls: its weight is not 0.
template <class T>
struct Pull {
  std::uint32_t j = 0;
  T w = T(0);
};

/// What a method knows of a vertex.
template <class T>
struct RestVertex {
  std::size_t v = 0;           ///< which one
  Vec3<T> x;                   ///< position at rest, metres
  std::vector<Pull<T>> pulls;  ///< in the order listed, at least one
};

/// What it says of it: where the vertex goes and how its frame turns; or why there is no answer.
template <class T>
struct TurnedVertex {
  Vec3<T> x = Vec3<T>::Zero();
  Quat<T> q = Quat<T>::Identity();      ///< unit
  std::string undefined;                ///< a code such as ZERO_BLEND; empty: there is an answer
  std::optional<Mat3<T>> matrix = {};   ///< turns directions instead of q, where there is one
  std::optional<Mat3<T>> stretch = {};  ///< B, where the method has one

  Vec3<T> turn(const Vec3<T>& y) const { return matrix ? Vec3<T>(*matrix * y) : bindpose::rotate<T>(q, y); }
};

/// The influences of vertex v that pull.
template <class T>
std::vector<Pull<T>> pulls_of(const Influences& influences, std::size_t v) {
  std::vector<Pull<T>> pulls;
  for (std::size_t i = v * influences.width; i < (v + 1) * influences.width; ++i)
    if (influences.weights[i] != 0)
      pulls.push_back({influences.joints[i], static_cast<T>(influences.weights[i])});
  return pulls;
}

/// A direction of row v, turned and normalised; zero and noted as undefined where there is a reason why not.
template <class T>
Vec3<T> place_direction(const TurnedVertex<T>& turned, const Vec3<T>& d, const std::string& why_not,
                        Undefined zero, std::vector<Undefined>& undefined) {
  if (!why_not.empty()) {
    undefined.push_back({zero.array, zero.row, why_not});
    return Vec3<T>::Zero();
  }
  Vec3<T> y = turned.turn(d);
  if (!normalize(y)) undefined.push_back(std::move(zero));
  return y;
}

/// Turns normals and tangents of row v by q and notes rows without an answer.
template <class T>
void place_vertex(const Mesh& mesh, std::size_t v, const TurnedVertex<T>& turned, Surface<T>& surface) {
  const bool there = turned.undefined.empty();
  surface.positions.push_back(turned.x);
  if (!there) surface.undefined.push_back({"positions", v, turned.undefined});
  if (!mesh.normals.empty()) {
    Vec3<T> n = mesh.normals[v].template cast<T>();
    std::string why_not = turned.undefined;
    if (there && turned.stretch && !inverse_transpose_of<T>(*turned.stretch, Vec3<T>(n), n))
      why_not = "SINGULAR_BLEND";
    surface.normals.push_back(
        place_direction<T>(turned, n, why_not, {"normals", v, "ZERO_NORMAL"}, surface.undefined));
  }
  if (mesh.tangents.empty()) return;
  Vec3<T> t = mesh.tangents[v].template head<3>().template cast<T>();
  if (turned.stretch) t = *turned.stretch * Vec3<T>(t);
  t = place_direction<T>(turned, t, turned.undefined, {"tangents", v, "ZERO_TANGENT"}, surface.undefined);
  surface.tangents.push_back({t[0], t[1], t[2], there ? T(mesh.tangents[v][3]) : T(0)});
}

/// Says that no float32 arithmetic decides where the vertex goes.
template <class T>
void leave_undecided(TurnedVertex<T>&) {}
inline void leave_undecided(TurnedVertex<Tracked>& turned) {
  const auto undecided = [](const Tracked& y) {
    return Tracked::uncertain(y.value(), std::numeric_limits<double>::infinity());
  };
  turned.x = turned.x.unaryExpr(undecided).eval();
  turned.q.coeffs() = turned.q.coeffs().unaryExpr(undecided).eval();
  if (turned.matrix) *turned.matrix = turned.matrix->unaryExpr(undecided).eval();
}

/// Moves every vertex by move(RestVertex<T>) -> TurnedVertex<T>; a vertex that nothing pulls on has no
/// answer (NO_INFLUENCE). One open comparison (Branches) is judged both ways; a vertex with several has more
/// than two right answers, and is not judged.
template <class T, class Move>
Surface<T> turn_vertices(const Mesh& mesh, const Influences& influences, Move move) {
  Surface<T> surface;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const RestVertex<T> rest{v, mesh.positions[v].template cast<T>(), pulls_of<T>(influences, v)};
    const std::uint64_t open = Branches::current().undecided;
    TurnedVertex<T> turned;
    if (rest.pulls.empty())
      turned.undefined = "NO_INFLUENCE";
    else
      turned = move(rest);
    if (Branches::current().undecided > open + 1) leave_undecided(turned);
    place_vertex(mesh, v, turned, surface);
  }
  return surface;
}

/// M_j of a question at either level, in any form (rigid_palette.h). At pose level the stage taps
/// "world_rotations", "world_translations", "palette_rotations", "palette_translations" go to `taps`.
template <class T>
Expected<std::vector<Rigid<T>>> rigid_palette_of(const ArraySet& question, const Influences& influences,
                                                 std::vector<ResultArray<T>>& taps) {
  Expected<std::vector<Rigid<T>>> palette;
  if (question.has("palette_rotations")) {
    palette = read_rigids<T>(question, "palette", &influences);
  } else {
    const auto parents = read_parents(question);
    if (!parents) return tl::unexpected(parents.error());
    const auto locals = posed_locals<T>(question, parents->size());
    if (!locals) return tl::unexpected(locals.error());
    const auto world = hierarchy::fk_quaternion<T>(*parents, *locals);
    if (!world) return tl::unexpected(world.error());
    const auto inverse_binds = read_rigids<T>(question, "inverse_bind");
    if (!inverse_binds) return tl::unexpected(inverse_binds.error());
    palette = hierarchy::palette<T>(*world, *inverse_binds);
    if (!palette) return palette;
    append_rigids(taps, "world", *world);
    append_rigids(taps, "palette", *palette);
  }
  if (palette)
    for (Rigid<T>& M : *palette)
      M = in_any_form(M);
  return palette;
}

/// Answers a question about rigid motions. skin: (mesh, influences, palette) -> Expected<Surface<T>>; the
/// mesh and its influences are valid by then. needed: the influences with those joints added that the method
/// looks at though nothing pulls on them; all others may hold anything.
template <class T, class Skin, class Needed = std::identity>
Expected<Result<T>> answer_rigid_blend(const ArraySet& question, Skin skin, Needed needed = {}) {
  const auto mesh = read_mesh(question);
  if (!mesh) return tl::unexpected(mesh.error());
  const auto influences = read_influences(question, mesh->vertex_count());
  if (!influences) return tl::unexpected(influences.error());
  Result<T> result;
  const auto palette = rigid_palette_of<T>(question, needed(*influences), result.arrays);
  if (!palette) return tl::unexpected(palette.error());
  if (auto ok = validate(*mesh, *influences, palette->size()); !ok) return tl::unexpected(ok.error());
  const Expected<Surface<T>> surface = skin(*mesh, *influences, *palette);
  if (!surface) return tl::unexpected(surface.error());
  append_surface(result, *surface);
  return result;
}

}  // namespace bindpose::skinning
