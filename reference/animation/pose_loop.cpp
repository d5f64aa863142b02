// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/pose_loop.h"

#include "reference/animation/pose_loop_bound.h"
#include "reference/model/groups.h"
#include "reference/model/surface.h"

namespace bindpose::animation {

const Choice<BeforeFirstKey> before_first_keys{
    .name = "before_first_key",
    .values = {{"wraps", BeforeFirstKey::wraps}, {"holds", BeforeFirstKey::holds}},
    .meaning =
        "before the first key: whether the pose moves there from the last key of the period before, or the "
        "first key holds",
    .only_declared = true};
namespace pose_loop_question {

Declaration declaration() {
  return {.inputs = {real("times", "t_k", "K", Kind::time(), "key times, 0 <= t_k < P")
                         .not_empty()
                         .finite()
                         .increasing(),
                     real("period", "P", "1", Kind::time(), "period, above 0").finite(),
                     real("translations", "T_k,j", "K J 3", Kind::translation(Space::parent, Space::joint),
                          "translation of joint j in key pose k")
                         .finite(),
                     real("rotations", "q_k,j", "K J 4", Kind::rotation(Space::parent, Space::joint),
                          "rotation of joint j in key pose k")
                         .unit_quaternions(),
                     real("t", "t", "1", Kind::time(), "requested time").finite()},
          .outputs = {real("translations", "translation_j", "J 3",
                           Kind::translation(Space::parent, Space::joint), "translation of joint j"),
                      real("rotations", "rotation_j", "J 4", Kind::rotation(Space::parent, Space::joint),
                           "rotation of joint j")
                          .rotations()},
          .options = {before_first_keys.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::vector<double>& t_k = in.reals("times");
  const double P = in.real("period");
  BINDPOSE_CHECK(require_within_period(t_k, P));
  const Segment<T> at = bounded_segment<T>(t_k, P, in.real("t"), in.chosen(before_first_keys));
  const auto T_j = translations_at(groups<3>(in, "translations"), at);
  const auto q_j = rotations_at(groups<4>(in, "rotations"), at);
  return Result<T>{{to_result_array<T, 3>("translations", T_j), rotation_array<T>("rotations", q_j)}, {}};
}

}  // namespace pose_loop_question

BINDPOSE_IMPLEMENT(pose_loop)

}  // namespace bindpose::animation
