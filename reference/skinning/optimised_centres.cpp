// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/optimised_centres.h"

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/centres.h"

namespace bindpose::skinning {
namespace optimised_centres_question {

Declaration declaration() {
  return {
      .inputs =
          with_symbols(mesh_arrays(), {{"normals", ""}, {"tangents", ""}}) +
          ArrayList{integer("joints", "j", "V K",
                            "joint of each influence slot; joints are only names here, any number is valid")
                        .at_least_one("K")
                        .index(),
                    influence_arrays()[1]} +
          triangle_arrays(),
      .stages = {},
      .outputs = {real("centres", "p_v", "V 3", Kind::point(Space::mesh),
                       "centre of rotation of each vertex")},
      .options = weight_policies()};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(const auto centres, optimised_centres(in));
  Result<T> result{{to_result_array<T, 3>("centres", centres.p)}, {}};
  for (std::size_t v = 0; v < centres.has.size(); ++v)
    if (centres.has[v] == 0) result.undefined.push_back({"centres", v, "NO_CENTRE"});
  return result;
}

}  // namespace optimised_centres_question

BINDPOSE_IMPLEMENT(optimised_centres)

}  // namespace bindpose::skinning
