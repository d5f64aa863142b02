// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/vertex_track.h"

#include "reference/model/algorithm.h"
#include "reference/model/surface.h"

namespace bindpose::animation {
namespace {

const Declaration& declaration() {
  static const Declaration declared{
      .inputs =
          {real("key_times", "t_k", "K").in("seconds").means("key times").not_empty().finite().increasing(),
           real("key_positions", "x_k", "V K 3")
               .in("mesh space, metres")
               .means("position at key k, the keys of a vertex side by side")
               .finite(),
           real("key_normals", "n_k", "V K 3")
               .in("mesh space")
               .means("normal at key k, of any length")
               .optional()
               .finite(),
           real("time", "t", "1").in("seconds").means("time asked for").finite()},
      .stages = {},
      .outputs = {real("positions", "x", "V 3").in("mesh space, metres").means("position at the time"),
                  real("normals", "n", "V 3")
                      .in("mesh space, unit")
                      .means("normal at the time")
                      .asked_beside("key_normals")},
      .options = {vertex_lerp_forms.spec()}};
  return declared;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::vector<double>& t_k = in.reals("key_times");
  const auto x_k = in.template rows<3>("key_positions");
  const auto n_k = in.has("key_normals") ? in.template rows<3>("key_normals") : std::vector<Vec3<T>>();
  const LerpForm form = in.chosen(vertex_lerp_forms);
  Surface<T> surface;
  for (std::size_t v = 0; v < in.extent("V"); ++v) {
    const std::size_t first = v * t_k.size();
    surface.positions.push_back(vertex_track<T>(t_k, {&x_k[first], t_k.size()}, in.real("time"), form));
    if (n_k.empty()) continue;
    surface.normals.push_back(vertex_track<T>(t_k, {&n_k[first], t_k.size()}, in.real("time"), form));
    normalize_row(surface.normals[v], "normals", v, "ZERO_NORMAL", surface.undefined);
  }
  Result<T> result;
  append_surface(result, surface);
  return result;
}

}  // namespace

BINDPOSE_IMPLEMENT(vertex_track)

}  // namespace bindpose::animation
