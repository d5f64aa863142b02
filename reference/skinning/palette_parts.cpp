// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/palette_parts.h"

#include "reference/skinning/shared/parts.h"

namespace bindpose::skinning {
namespace palette_parts_question {

Declaration declaration() {
  return {.inputs = part_inputs(
              integer("matrix_limit", "P", "1", "matrices that one part may use").within(1, 65536)),
          .stages = part_stages(),
          .outputs = surface_arrays(),
          .options = linear_blend_policies()};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(auto q, read_weighted_mesh<Affine>(in));
  return answer_in_parts(in, std::move(q), std::vector<T>(in.extent("V"), T(0)));
}

}  // namespace palette_parts_question

BINDPOSE_IMPLEMENT(palette_parts)

}  // namespace bindpose::skinning
