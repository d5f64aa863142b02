// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/bones_blending.h"

#include <fmt/format.h>

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/rigid_loop.h"

namespace bindpose::skinning {
namespace {

const Declaration& declaration() {
  static const Declaration declared{.inputs = arrays_with_places(),
                                    .stages = rigid_palette_stages(),
                                    .outputs = surface_arrays(),
                                    .options = {arc_forms.spec()}};
  return declared;
}

/// Errors NOT_PARENT_AND_CHILD; NOT_APPLICABLE where slerp would go beyond the child.
Expected<void> check_bones(std::size_t v, const std::vector<Influence<double>>& influences,
                           const JointPlaces& places, ArcForm form) {
  const JointList joints = joints_of(influences);
  if (joints.size() < 2) return {};
  const auto bones = bones_of(joints, places.parents);
  if (!bones)
    return fail("NOT_PARENT_AND_CHILD", fmt::format("joints[{}]", v),
                "expected one joint, or a joint and its child");
  if (form == ArcForm::slerp && weight_of(bones->child, influences) > 1)
    return fail("NOT_APPLICABLE", fmt::format("weights[{}]", v), "slerp asks for weights of at most 1");
  return {};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const JointPlaces places = joint_places(in);
  const ArcForm form = in.chosen(arc_forms);
  BINDPOSE_CHECK(
      check_influences(in, [&](auto v, const auto& i) { return check_bones(v, i, places, form); }));
  return deform_rigidly(in, [&](const RestVertex<T>& rest, const std::vector<Rigid<T>>& M) {
    return bones_blending(rest, M, places, form);
  });
}

}  // namespace

BINDPOSE_IMPLEMENT(bones_blending)

}  // namespace bindpose::skinning
