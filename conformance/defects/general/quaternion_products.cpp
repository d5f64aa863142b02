// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Products of quaternions with their factors swapped, wherever rotations are chained and translations are read from
// dual quaternions.
#include "conformance/defects/shared/rigid_motions.h"
#include "conformance/defects/shared/stages.h"
#include "reference/skinning/dual_quaternion.h"

namespace bindpose::conformance {
namespace {

using namespace bindpose::skinning;

/// (q_b q_a, q_a t_b + t_a)
Affine<double> swapped(const Affine<double>& a, const Affine<double>& b) {
  return {b.linear * a.linear, a.linear * b.translation + a.translation};
}

Quat<double> swapped_product(const Quat<double>& a, const Quat<double>& b) {
  return bindpose::quaternion_product(b, a);
}

/// A question at pose level with the palette that this gives, one at palette level as it is.
Changed with_swapped_palette(const Question& question) {
  if (question.arrays.has("palette_rotations")) return question;
  const Affines world = worlds_of(question, &swapped), inverse = inverse_binds_of(question.arrays);
  if (!question.arrays.has("inverse_bind_rotations") || inverse.size() != world.size()) return std::nullopt;
  Affines palette;
  for (std::size_t j = 0; j < world.size(); ++j)
    palette.push_back(swapped(world[j], inverse[j]));
  return with_palette(question, palette);
}

/// d_j = q_j (t_j, 0) / 2, t = 2 q* d
RigidMoved dual_quaternion_of_swapped(const Inputs<double>& in, const RigidRest& rest, const Motions& M) {
  const auto S = in.has("palette_stretches") ? in.matrices("palette_stretches") : std::vector<Mat3<double>>();
  const RigidMoved s = S.empty() ? RigidMoved{rest.x, rest.n, rest.t} : stretched(rest, S);
  const auto sw = signed_weights(rest.influences, M, M[rest.first_joint].rotation, in.chosen(sign_pivots));
  Vec4<double> q = Vec4<double>::Zero(), d = Vec4<double>::Zero();
  for (std::size_t i = 0; i < sw.size(); ++i) {
    const Rigid<double>& m = M[rest.influences[i].j];
    const Vec3<double> half = m.translation / 2;
    q += sw[i] * m.rotation.coeffs();
    d += sw[i] * swapped_product(Quat<double>(0, half[0], half[1], half[2]), m.rotation).coeffs();
  }
  const Quat<double> r(Vec4<double>(q.normalized())), dual(Vec4<double>(d / q.norm()));
  const Vec3<double> t = 2 * swapped_product(dual, bindpose::conjugate(r)).vec();
  return {bindpose::rotate<double>(r, s.x) + t, bindpose::rotate<double>(r, s.n),
          bindpose::rotate<double>(r, s.t)};
}

Computed product_swapped(const Question& question) {
  const std::string_view id = question.algorithm->id;
  if (id == "fk.quaternion") return answered(with_worlds(question, worlds_of(question, &swapped)));
  const Changed palette = with_swapped_palette(question);
  if (!palette) return cannot_be_made();
  if (id == "dqs")
    return deformed_rigidly(*palette, [](const Inputs<double>& in) {
      return
          [&in](const RigidRest& rest, const Motions& M) { return dual_quaternion_of_swapped(in, rest, M); };
    });
  return question.level == Level::pose ? answered(palette) : cannot_be_made();
}

}  // namespace

BINDPOSE_DEFECTS(general, quaternion_products) {
  return {
      {.id = "quaternion-product-swapped",
       .sentence =
           "your output equals what one gets when the factors of every product of quaternions are swapped: "
           "libraries differ in which of two rotations is written first",
       .symptom = "right for one joint or one axis, twisted away below the second bend",
       .source = "Babylon#2704, avian#747, SpartanEngine#112; XMQuaternionMultiply(Q1, Q2) is Q2 Q1",
       .formula = &product_swapped}};
}

}  // namespace bindpose::conformance
