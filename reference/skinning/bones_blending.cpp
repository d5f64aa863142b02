// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/bones_blending.h"

#include <fmt/format.h>

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/motion_blending.h"

namespace bindpose::skinning {

const Choice<ArcForm> arc_forms{"formulation",
                                OptionSpec::Kind::formulation,
                                {{"axis-angle", ArcForm::axis_angle}, {"slerp", ArcForm::slerp}},
                                "how a part of the rotation is computed",
                                2};

namespace bones_blending_question {

Declaration declaration() {
  return {.inputs = arrays_with_places(),
          .stages = rigid_palette_stages(),
          .outputs = surface_arrays(),
          .options = OptionList{arc_forms.spec()} + motion_policies()};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const JointPlaces places = joint_places(in);
  const ArcForm form = in.chosen(arc_forms);
  return blend_motions(
      in, [&](const RestVertex<T>& rest, const std::vector<Rigid<T>>& M) -> Expected<DeformedVertex<T>> {
        BINDPOSE_TRY(const auto bones, bones_at(rest, places.parents, "NOT_PARENT_AND_CHILD"));
        if (bones && form == ArcForm::slerp && to_double(weight_of(bones->child, rest.influences)) > 1)
          return fail("NOT_APPLICABLE", fmt::format("weights[{}]", rest.v),
                      "slerp needs weights of at most 1");
        return bones_blending(rest, M, places, form);
      });
}

}  // namespace bones_blending_question

BINDPOSE_IMPLEMENT(bones_blending)

}  // namespace bindpose::skinning
