// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/spherical_joint_blend.h"

#include <fmt/format.h>

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/rigid_loop.h"

namespace bindpose::skinning {
namespace {

const Declaration& declaration() {
  static const Declaration declared{.inputs = arrays_with_places(),
                                    .stages = rigid_palette_stages(),
                                    .outputs = surface_arrays(),
                                    .options = {}};
  return declared;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const JointPlaces places = joint_places(in);
  BINDPOSE_CHECK(check_influences(in, [&](std::size_t v, const auto& influences) -> Expected<void> {
    if (pivot_of(joints_of(influences), places)) return {};
    return fail("NO_COMMON_PIVOT", fmt::format("joints[{}]", v),
                "the vertex's joints do not meet in one point");
  }));
  return deform_rigidly(in, [&](const RestVertex<T>& rest, const std::vector<Rigid<T>>& M) {
    return spherical_joint_blend(rest, M, places);
  });
}

}  // namespace

BINDPOSE_IMPLEMENT(spherical_joint_blend)

}  // namespace bindpose::skinning
