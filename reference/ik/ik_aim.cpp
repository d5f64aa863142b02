// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/ik_aim.h"

#include "reference/model/inputs.h"

namespace bindpose::ik {
namespace ik_aim_question {

Declaration declaration() {
  return {
      .inputs =
          {real("joint_translations", "p", "N 3", Kind::point(Space::world), "position of the joint")
               .finite(),
           real("joint_rotations", "q", "N 4", Kind::rotation(Space::world, Space::joint),
                "rotation of the joint")
               .unit_quaternions(),
           real("goals", "g", "N 3", Kind::point(Space::world), "point to aim at").finite(),
           real("pole_directions", "k", "N 3", Kind::vector(Space::world),
                "direction towards which the up axis leans")
               .finite(),
           real("forwards", "f", "N 3", Kind::direction(Space::joint), "axis that aims").unit_axes(),
           real("ups", "u", "N 3", Kind::vector(Space::joint), "axis that is kept upright").finite(),
           real("offsets", "o", "N 3", Kind::offset(Space::joint), "point from which the axis aims").finite(),
           real("correction_weights", "w", "N", Kind::number(), "fraction of the rotation that is applied")
               .finite()
               .within(0, 1)},
      .outputs = {real("rotations", "q'", "N 4", Kind::rotation(Space::world, Space::joint),
                       "rotation of the aiming joint")
                      .rotations(),
                  real("reachable", "reachable", "N", "1 if the axis can aim at the goal, else 0")},
      .options = {}};
}

namespace {

/// All quantities are in the joints' axes.
template <class T>
std::vector<Aim<T>> aims_of(const Inputs<T>& in) {
  const auto p = in.template rows<3>("joint_translations"), g = in.template rows<3>("goals"),
             k = in.template rows<3>("pole_directions"), f = in.template rows<3>("forwards"),
             u = in.template rows<3>("ups"), o = in.template rows<3>("offsets");
  const auto q = in.quaternions("joint_rotations");
  const std::vector<T> w = in.numbers("correction_weights");
  std::vector<Aim<T>> aims;
  for (std::size_t n = 0; n < g.size(); ++n) {
    const Quat<T> back = conjugate(q[n]);
    const Vec3<T> g_j = stored_entries(rotate(back, difference<T>(g[n], p[n])));
    aims.push_back({f[n], u[n], o[n], g_j, stored_entries(rotate(back, k[n])), w[n]});
  }
  return aims;
}

}  // namespace

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const auto q = in.quaternions("joint_rotations");
  std::vector<Vec4<T>> rotations;
  ResultArray<T> reachable{"reachable", {q.size()}, {}};
  std::vector<Undefined> undefined;
  for (const Aim<T>& aim : aims_of(in)) {
    const std::size_t n = rotations.size();
    const Aimed<T> aimed = ik_aim(aim);
    reachable.values.push_back(T(aimed.is_reached ? 1 : 0));
    rotations.push_back(quaternion_product(q[n], aimed.correction).coeffs());
    if (aimed.undefined == nullptr) continue;
    rotations.back().setZero();
    undefined.push_back({"rotations", n, aimed.undefined});
  }
  return Result<T>{{rotation_array<T>("rotations", rotations), reachable}, undefined};
}

}  // namespace ik_aim_question

BINDPOSE_IMPLEMENT(ik_aim)

}  // namespace bindpose::ik
