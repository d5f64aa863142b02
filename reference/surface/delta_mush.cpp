// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/delta_mush.h"

#include "reference/model/common_arrays.h"
#include "reference/surface/shared/laplacian.h"

namespace bindpose::surface {
namespace delta_mush_question {

Declaration declaration() {
  return {
      .inputs = mesh_arrays() + influence_arrays() + triangle_arrays() + smoothing_arrays() +
                palette_or_pose_arrays(),
      .stages = ArrayList{real("smoothed_rest", "s", "V 3", Kind::point(Space::mesh), "smoothed rest mesh"),
                          real("smoothed", "s'", "V 3", Kind::point(Space::mesh), "smoothed posed mesh")} +
                palette_stages(),
      .outputs = surface_arrays(),
      .options =
          OptionList{laplacian_weights.spec()} + skinning::weight_policies() + skinning::pose_policies()};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(auto q, skinning::read_weighted_mesh<Affine>(in));
  BINDPOSE_CHECK(require_untied(q));
  BINDPOSE_TRY(const auto L, laplacian(in));
  Points<T> s = in.template rows<3>("positions"), s_posed = blended_positions(q);
  smooth<T, 3>(L, read_smoothing(in), s);
  smooth<T, 3>(L, read_smoothing(in), s_posed);
  q.put_first({to_result_array<T, 3>("smoothed_rest", s), to_result_array<T, 3>("smoothed", s_posed)});
  const auto stars = triangles_around(skinning::triangles_of(in), s.size());
  return deform(q, [&](const RestVertex<T>& rest) {
    return stars[rest.v].empty() ? linear_blend(rest, q.M)
                                 : delta_mush(rest, stars[rest.v], L.neighbours[rest.v][0], s, s_posed);
  });
}

}  // namespace delta_mush_question

BINDPOSE_IMPLEMENT(delta_mush)

}  // namespace bindpose::surface
