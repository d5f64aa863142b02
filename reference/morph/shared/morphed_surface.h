// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the mesh that targets displace, and whether its directions are normalised.
#pragma once

#include "reference/model/surface.h"

namespace bindpose::morph {

enum class Normalise { here, later };
inline const Choice<Normalise> normalisations{
    .name = "normalise",
    .values = {{"here", Normalise::here}, {"later", Normalise::later}},
    .meaning = "whether normals and tangents are normalised here, or left as sums for the skinning method"};

/// The base mesh of an input.
template <class T>
Surface<T> base_surface(const Inputs<T>& in) {
  Surface<T> base{in.template rows<3>("positions"), {}, {}, {}};
  if (in.has("normals")) base.normals = in.template rows<3>("normals");
  if (in.has("tangents")) base.tangents = in.template rows<4>("tangents");
  return base;
}

/// The first three numbers of every tangent.
template <class T>
std::vector<Vec3<T>> directions_of(const std::vector<Vec4<T>>& tangents) {
  std::vector<Vec3<T>> directions;
  for (const Vec4<T>& t : tangents)
    directions.push_back({t[0], t[1], t[2]});
  return directions;
}

/// The first three numbers of every tangent, rewritten: change(vertex, direction).
template <class T, class Change>
void change_tangents(Surface<T>& surface, Change change) {
  for (std::size_t v = 0; v < surface.tangents.size(); ++v) {
    Vec4<T>& t = surface.tangents[v];
    const Vec3<T> changed = change(v, Vec3<T>(t[0], t[1], t[2]));
    t = Vec4<T>(changed[0], changed[1], changed[2], t[3]);
  }
}

/// The output: n' = normalize(n), t' = normalize(t), or both as they are summed.
template <class T>
Result<T> morphed_answer(const Inputs<T>& in, Surface<T> surface) {
  const bool is_unit = in.chosen(normalisations) == Normalise::here;
  if (is_unit) {
    for (std::size_t v = 0; v < surface.normals.size(); ++v)
      normalize_row(surface.normals[v], "normals", v, "ZERO_NORMAL", surface.undefined);
    change_tangents(surface, [&](std::size_t v, Vec3<T> t) {
      normalize_row(t, "tangents", v, "ZERO_TANGENT", surface.undefined);
      return t;
    });
  }
  Result<T> result;
  append_surface(result, surface, is_unit ? Lengths::one : Lengths::any);
  return result;
}

}  // namespace bindpose::morph
