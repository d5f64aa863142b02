// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/spherical_blend.h"

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/motion_blending.h"
#include "reference/skinning/spherical_blend_bound.h"

namespace bindpose::skinning {
namespace spherical_blend_question {

Declaration declaration() {
  return {.inputs = arrays_with_places(),
          .stages = rigid_palette_stages(),
          .outputs = surface_arrays(),
          .options = motion_policies()};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const JointPlaces places = joint_places(in);
  return blend_motions(in, [&](const RestVertex<T>& rest, const std::vector<Rigid<T>>& M) {
    return spherical_blend(rest, M, places);
  });
}

}  // namespace spherical_blend_question

BINDPOSE_IMPLEMENT(spherical_blend)

}  // namespace bindpose::skinning
