// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/volume_preserving.h"

#include "reference/model/common_arrays.h"
#include "reference/surface/volume_preserving_bound.h"

namespace bindpose::surface {
namespace volume_preserving_question {

Declaration declaration() {
  return {
      .inputs =
          mesh_arrays() + influence_arrays() + triangle_arrays() +
          ArrayList{
              integer(
                  "regions", "", "V",
                  "region of each vertex; negative: none, the vertex is only skinned; default: one region")
                  .optional()} +
          palette_or_pose_arrays(),
      .stages = ArrayList{real("multipliers", "k", "R", Kind::per_length(),
                               "multiplier of each region, by ascending region number; 0 for an empty one")} +
                palette_stages(),
      .outputs = surface_arrays(),
      .options = skinning::policies_after_a_change()};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(auto q, skinning::read_weighted_mesh<Affine>(in));
  BINDPOSE_CHECK(require_untied(q));
  BINDPOSE_TRY(const auto regions, closed_regions(in.arrays()));
  Points<T> x = in.template rows<3>("positions"), y = blended_positions(q);
  ResultArray<T> multipliers{"multipliers", {regions.size()}, {}};
  for (const Region& region : regions) {
    BINDPOSE_TRY(const T k, volume_preserving(region, x, y));
    multipliers.values.push_back(k);
  }
  q.put_first({std::move(multipliers)});
  return deform(q, [&, rules = skinning::blend_rules(in)](const RestVertex<T>& rest) {
    return blended_to(y[rest.v], rest, q.M, rules);
  });
}

}  // namespace volume_preserving_question

BINDPOSE_IMPLEMENT(volume_preserving)

}  // namespace bindpose::surface
