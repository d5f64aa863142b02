// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/root_motion.h"

#include "reference/model/surface.h"

namespace bindpose::animation {

const Choice<RootTurn> root_turns{
    .name = "turn",
    .values = {{"twist", RootTurn::twist}, {"heading", RootTurn::heading}, {"none", RootTurn::none}},
    .meaning =
        "which part of a rotation is root motion: its twist about the axis, the change of a direction's "
        "heading, or none"};
namespace root_motion_question {

Declaration declaration() {
  const Kind translation = Kind::translation(Space::parent, Space::joint),
             rotation = Kind::rotation(Space::parent, Space::joint);
  return {.inputs =
              {real("translations", "t_k", "K 3", translation, "translation of the root in key k").finite(),
               real("rotations", "q_k", "K 4", rotation, "rotation of the root in key k").unit_quaternions(),
               real("reference_translation", "t_0", "3", translation, "translation at which the motion is 0")
                   .finite(),
               real("reference_rotation", "q_0", "4", rotation, "rotation at which the motion is 0")
                   .unit_quaternions(),
               integer("components", "c", "3", "1 for each axis whose translation is root motion, else 0")
                   .within(0, 1),
               real("axis", "a", "3", Kind::direction(Space::parent), "axis of the rotation").unit_axes(),
               real("forward", "f", "3", Kind::direction(Space::parent), "direction that defines the heading")
                   .unit_axes()},
          .outputs = {real("motion_translations", "m_k", "K 3", Kind::offset(Space::parent),
                           "root motion in key k"),
                      real("motion_rotations", "r_k", "K 4", Kind::rotation(Space::parent, Space::parent),
                           "rotation of the root motion in key k")
                          .rotations(),
                      real("translations", "t'_k", "K 3", translation, "remaining translation"),
                      real("rotations", "q'_k", "K 4", rotation, "remaining rotation").rotations()},
          .options = {root_turns.spec()}};
}

namespace {

template <class T>
MotionOf<T> motion_of(const Inputs<T>& in) {
  const Array::Integers& c = in.integers("components");
  return {{in.quaternions("reference_rotation")[0], in.template rows<3>("reference_translation")[0]},
          {T(c[0]), T(c[1]), T(c[2])},
          in.template rows<3>("axis")[0],
          in.template rows<3>("forward")[0],
          in.chosen(root_turns)};
}

template <class T>
Result<T> result_of(const std::vector<RootKey<T>>& keys, std::vector<Undefined> undefined) {
  std::vector<Vec3<T>> m, t;
  std::vector<Vec4<T>> r, q;
  for (const RootKey<T>& key : keys) {
    m.push_back(key.m);
    r.push_back(key.r.coeffs());
    t.push_back(key.t);
    q.push_back(key.q.coeffs());
  }
  return {{to_result_array<T, 3>("motion_translations", m), rotation_array<T>("motion_rotations", r),
           to_result_array<T, 3>("translations", t), rotation_array<T>("rotations", q)},
          std::move(undefined)};
}

}  // namespace

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const auto t = in.template rows<3>("translations");
  const auto q = in.quaternions("rotations");
  const MotionOf<T> of = motion_of(in);
  const Quat<T> no_turn{Vec4<T>(Vec4<T>::Zero())};
  const RootKey<T> none{Vec3<T>::Zero(), Vec3<T>::Zero(), no_turn, no_turn};
  std::vector<RootKey<T>> keys;
  std::vector<Undefined> undefined;
  for (std::size_t k = 0; k < t.size(); ++k) {
    const auto key = root_motion<T>({q[k], t[k]}, of);
    keys.push_back(key.value_or(none));
    for (const char* array : {"motion_translations", "motion_rotations", "translations", "rotations"})
      if (!key) undefined.push_back({array, k, "NO_TURN"});
  }
  return result_of(keys, std::move(undefined));
}

}  // namespace root_motion_question

BINDPOSE_IMPLEMENT(root_motion)

}  // namespace bindpose::animation
