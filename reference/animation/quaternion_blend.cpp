// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/quaternion_blend.h"

#include <fmt/format.h>

#include "reference/model/checks.h"
#include "reference/model/groups.h"
#include "reference/model/surface.h"

namespace bindpose::animation {

const Choice<BlendForm> blend_forms{
    "formulation",
    OptionSpec::Kind::formulation,
    {{"sum-then-normalise", BlendForm::sum_then_normalise}, {"weights-first", BlendForm::weights_first}},
    "whether the weights are divided by their sum before use",
    2};

const Choice<BlendPivot> blend_pivots{
    .name = "pivot",
    .values = {{"lead", BlendPivot::lead},
               {"running-sum", BlendPivot::running_sum},
               {"as-given", BlendPivot::as_given}},
    .meaning = "the rotation that decides the other signs: the lead, the running sum, or none",
    .only_declared = true};
namespace quaternion_blend_question {

Declaration declaration() {
  return {
      .inputs = {real("rotations", "q_i", "N K 4", Kind::rotation(),
                      "rotation i of the row; a unit quaternion for the lead, even if its weight is 0")
                     .where("weights")
                     .unit_quaternions(),
                 real("weights", "w_i", "N K", Kind::number(),
                      "weight of rotation i, used as given; only ratios matter")
                     .finite()
                     .non_negative(),
                 integer(
                     "leads", "lead", "N",
                     "index of the rotation that defines the near half of the sphere; its weight may be 0")
                     .index_into("K")},
      .outputs = {real("values", "q", "N 4", Kind::rotation(), "the blend, on the lead's half of the sphere")
                      .rotations()},
      .options = {blend_pivots.spec(), blend_forms.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const auto q = groups<4>(in, "rotations");
  const auto w = in_groups(in.extent("N"), in.numbers("weights"));
  std::vector<Vec4<T>> values;
  std::vector<Undefined> undefined;
  for (std::size_t row = 0; row < q.size(); ++row) {
    const auto lead = static_cast<std::size_t>(in.integers("leads")[row]);
    BINDPOSE_CHECK(require_unit(q[row][lead], fmt::format("rotations[{}][{}]", row, lead)));
    const auto blend =
        quaternion_blend(q[row], w[row], lead, in.chosen(blend_forms), in.chosen(blend_pivots));
    values.push_back(blend.value_or(Vec4<T>::Zero()));
    if (!blend) undefined.push_back({"values", row, "ZERO_BLEND"});
  }
  return Result<T>{{rotation_array<T>("values", values)}, undefined};
}

}  // namespace quaternion_blend_question

BINDPOSE_IMPLEMENT(quaternion_blend)

}  // namespace bindpose::animation
