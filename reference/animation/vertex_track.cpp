// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/vertex_track.h"

#include "reference/model/groups.h"
#include "reference/model/surface.h"

namespace bindpose::animation {

namespace vertex_track_question {

/// The formula of lerp, for two keys.
const Choice<LerpForm>& vertex_lerp_forms() {
  static const Choice<LerpForm> of_keys{"formulation", OptionSpec::Kind::formulation, lerp_forms.values,
                                        "how two keys are interpolated", 2};
  return of_keys;
}

Declaration declaration() {
  return {
      .inputs = {real("key_times", "t_k", "K", Kind::time(), "key times").not_empty().finite().increasing(),
                 real("key_positions", "x_k", "V K 3", Kind::point(Space::mesh),
                      "position at key k; the keys of a vertex are adjacent")
                     .finite(),
                 real("key_normals", "n_k", "V K 3", Kind::vector(Space::mesh),
                      "normal at key k, of any length")
                     .optional()
                     .finite(),
                 real("time", "t", "1", Kind::time(), "requested time").finite()},
      .outputs = {real("positions", "x", "V 3", Kind::point(Space::mesh), "position at the time"),
                  real("normals", "n", "V 3", Kind::direction(Space::mesh), "normal at the time")
                      .asked_beside("key_normals")},
      .options = {vertex_lerp_forms().spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const auto at_time = [&](std::string_view name) {
    std::vector<Vec3<T>> x;
    for (const std::vector<Vec3<T>>& x_k : groups<3>(in, name))
      x.push_back(
          vertex_track<T>(in.reals("key_times"), x_k, in.real("time"), in.chosen(vertex_lerp_forms())));
    return x;
  };
  Surface<T> surface{at_time("key_positions"), at_time("key_normals"), {}, {}};
  for (std::size_t v = 0; v < surface.normals.size(); ++v)
    normalize_row(surface.normals[v], "normals", v, "ZERO_NORMAL", surface.undefined);
  Result<T> result;
  append_surface(result, surface);
  return result;
}

}  // namespace vertex_track_question

BINDPOSE_IMPLEMENT(vertex_track)

}  // namespace bindpose::animation
