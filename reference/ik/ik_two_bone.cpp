// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/ik_two_bone.h"

#include "reference/ik/shared/ik_chain.h"

namespace bindpose::ik {

const Choice<Pole> pole_kinds{"pole",
                              OptionSpec::Kind::policy,
                              {{"position", Pole::position}, {"direction", Pole::direction}},
                              "whether the pole is a point or a direction"};

// Near a straight chain an angle loses half of its digits: see the class in conformance/judge/precision_class.h.
const Choice<TwoBoneForm> two_bone_forms{
    .name = "formulation",
    .kind = OptionSpec::Kind::formulation,
    .values = {{"cosines", TwoBoneForm::cosines}, {"angles", TwoBoneForm::angles}},
    .meaning = "whether lengths come from cosines, or from angles by the arccosine",
    .beyond_bound = {"angles"}};
namespace ik_two_bone_question {

Declaration declaration() {
  return {.inputs = chain_arrays("N 3 3") + ArrayList{real("poles", "pole", "N 3", Kind::point(Space::world),
                                                           "point or direction that the elbow bends to")
                                                          .finite()},
          .outputs = solution_arrays("N 3 3"),
          .options = {pole_kinds.spec(), two_bone_forms.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::vector<Vec3<T>> poles = in.template rows<3>("poles");
  const bool is_point = in.chosen(pole_kinds) == Pole::position;
  return answer_ik<T>(in, [&](const auto& rest_in, const auto& goal, std::size_t row, const auto&) {
    const Chain<T> rest = chain_on<T>(rest_in);
    const Vec3<T> k = is_point ? difference<T>(poles[row], rest[0]) : poles[row];
    return ik_two_bone<T>(rest, goal.template cast<T>(), k, in.chosen(two_bone_forms));
  });
}

}  // namespace ik_two_bone_question

BINDPOSE_IMPLEMENT(ik_two_bone)

}  // namespace bindpose::ik
