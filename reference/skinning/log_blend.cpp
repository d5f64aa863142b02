// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/log_blend.h"

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/motion_blending.h"

namespace bindpose::skinning {
namespace log_blend_question {

Declaration declaration() {
  return {.inputs = mesh_arrays() + influence_arrays() + rigid_palette_or_pose_arrays(),
          .stages = rigid_palette_stages(),
          .outputs = surface_arrays(),
          .options = motion_policies()};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  return blend_motions(
      in, [](const RestVertex<T>& rest, const std::vector<Rigid<T>>& M) { return log_blend(rest, M); });
}

}  // namespace log_blend_question

BINDPOSE_IMPLEMENT(log_blend)

}  // namespace bindpose::skinning
