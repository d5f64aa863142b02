// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Weighted sums of quaternions with wrong signs or of a wrong length, and rotations the long way round.
#include <algorithm>

#include "conformance/defects/shared/rigid_motions.h"
#include "reference/skinning/bones_blending.h"
#include "reference/skinning/centre_of_rotation.h"
#include "reference/skinning/dual_quaternion.h"
#include "reference/skinning/log_blend.h"
#include "reference/skinning/spherical_blend.h"
#include "reference/skinning/spherical_joint_blend.h"
#include "reference/skinning/swing_twist.h"

namespace bindpose::conformance {
namespace {

using namespace bindpose::skinning;
using Weights = std::vector<double>;

bool adds_up_quaternions(const Question& question) {
  const std::string_view id = question.algorithm->id;
  return id == "dqs" || id == "cor" || id == "sjb" || id == "sbs";
}
bool has_lead(const Question& question) {
  return question.algorithm->id == "sjb" || question.algorithm->id == "sbs";
}

Vec4<double> blend(const RigidRest& rest, const Motions& M, const Weights& sw) {
  Vec4<double> b = Vec4<double>::Zero();
  for (std::size_t i = 0; i < sw.size(); ++i)
    b += sw[i] * M[rest.influences[i].j].rotation.coeffs();
  return b;
}

/// s_i w_i, s_i such that q_i lies on the side of the quaternion before(i).
template <class Before>
Weights weights_beside(const RigidRest& rest, const Motions& M, Before before) {
  Weights sw;
  for (std::size_t i = 0; i < rest.influences.size(); ++i) {
    const auto& [j, w, slot] = rest.influences[i];
    sw.push_back(quaternion_dot(M[j].rotation, before(i, sw)) < 0 ? -w : w);
  }
  return sw;
}

/// The signs that the question asks for.
Weights right_weights(const Inputs<double>& in, const RigidRest& rest, const Motions& M) {
  if (in.has("bind_positions")) {
    const std::uint32_t lead = lead_of(joints_of(rest.influences), in.integers("parents"));
    return weights_beside(rest, M, [&](std::size_t, const Weights&) { return M[lead].rotation; });
  }
  return signed_weights(rest.influences, M, M[rest.first_joint].rotation, in.chosen(sign_pivots));
}

/// The vertex turned by q as its method does, without the dual parts.
RigidMoved turned_by(const Quat<double>& q, const Inputs<double>& in, const RigidRest& rest, const Motions& M,
                     const Question& question) {
  if (question.algorithm->id == "cor") {
    if (in.integers("has_centre")[rest.v] == 0) return blend_linearly(rest, M);
    const Vec3<double> p = read_row<double, 3>(*in.arrays().find("centres"), rest.v);
    return turned_about(q, p, blend_points(rest, M, p), rest);
  }
  const JointPlaces places = joint_places(in);
  const JointList joints = joints_of(rest.influences);
  if (question.algorithm->id == "sbs")
    return turn_about_centre(q, rotation_centre(joints, M, places), rest, M);
  const std::uint32_t p = *pivot_of(joints, places);
  return turned_about(q, places.bind_positions[p], carried(M[p], places.bind_positions[p]), rest);
}

/// Dual quaternion skinning with signs of the real and of the dual parts.
RigidMoved dual_quaternion_by(const Inputs<double>& in, const RigidRest& rest, const Motions& M,
                              const Weights& of_real, const Weights& of_dual, bool is_unit) {
  const auto S = in.has("palette_stretches") ? in.matrices("palette_stretches") : std::vector<Mat3<double>>();
  const RigidMoved s = S.empty() ? RigidMoved{rest.x, rest.n, rest.t} : stretched(rest, S);
  Quat<double> q(blend(rest, M, of_real));
  Vec4<double> d = Vec4<double>::Zero();
  for (std::size_t i = 0; i < of_dual.size(); ++i)
    d += of_dual[i] * dual_part(M[rest.influences[i].j]);
  if (is_unit) {
    d /= q.norm();
    q.normalize();
  }
  const Vec3<double> t = 2 * bindpose::quaternion_product(Quat<double>(d), bindpose::conjugate(q)).vec();
  return {bindpose::rotate<double>(q, s.x) + t, bindpose::rotate<double>(q, s.n),
          bindpose::rotate<double>(q, s.t)};
}

/// A method that adds up quaternions, with the weights and signs that rule(in, rest, M) gives.
template <class Rule>
Computed blended_with(const Question& question, Rule rule, bool is_unit = true) {
  if (!adds_up_quaternions(question)) return cannot_be_made();
  return deformed_rigidly(question, [&](const Inputs<double>& in) {
    return [&](const RigidRest& rest, const Motions& M) {
      const Weights sw = rule(in, rest, M);
      if (question.algorithm->id == "dqs") return dual_quaternion_by(in, rest, M, sw, sw, is_unit);
      const Quat<double> q(blend(rest, M, sw));
      return turned_by(is_unit ? q.normalized() : q, in, rest, M, question);
    };
  });
}

Weights unsigned_weights(const Inputs<double>&, const RigidRest& rest, const Motions&) {
  Weights w;
  for (const auto& i : rest.influences)
    w.push_back(i.w);
  return w;
}

/// log q with q as it is: up to a whole turn.
Vec3<double> long_log(const Quat<double>& q) {
  return angle_over_sine(q.vec().norm(), q.w()) * q.vec();
}

RigidMoved log_blend_the_long_way(const RigidRest& rest, const Motions& M) {
  RigidLog<double> sum;
  for (const auto& i : rest.influences) {
    const Vec3<double> h = long_log(M[i.j].rotation), t = M[i.j].translation;
    const Vec3<double> a = h.cross(t);
    sum.h += i.w * h;
    sum.nu += i.w * (t - a + cubic_cosine_excess(h.norm()) / sinc(h.norm()) * h.cross(a));
  }
  return carried(rigid_exp(sum), rest);
}

/// The sine of half the angle in place of the angle: the first term of the logarithm's series.
Computed logarithm_cut_off(const Question& question) {
  if (question.algorithm->id != "log-blend") return cannot_be_made();
  return deformed_rigidly(question, [](const Inputs<double>&) {
    return [](const RigidRest& rest, const Motions& M) {
      RigidLog<double> sum;
      for (const auto& i : rest.influences) {
        const Quat<double>& q = M[i.j].rotation;
        sum.h += i.w * std::copysign(1.0, q.w()) * q.vec();
        sum.nu += i.w * rigid_log(M[i.j]).nu;
      }
      return carried(rigid_exp(sum), rest);
    };
  });
}

RigidMoved bones_the_long_way(const Inputs<double>& in, const RigidRest& rest, const Motions& M) {
  const JointPlaces places = joint_places(in);
  const auto bones = bones_of(joints_of(rest.influences), places.parents);
  if (!bones) return carried(M[rest.influences.front().j], rest);
  const auto [i, j] = *bones;
  const Vec3<double> between =
      long_log(bindpose::quaternion_product(bindpose::conjugate(M[i].rotation), M[j].rotation));
  const Vec3<double> h = weight_of(j, rest.influences) * between, c = places.bind_positions[j];
  return turned_about(bindpose::quaternion_product(M[i].rotation, half_exp(h)), c, carried(M[j], c), rest);
}

RigidMoved swing_twist_the_long_way(const Inputs<double>& in, const RigidRest& rest, const Motions& M) {
  const auto e = in.has("endpoint_weights") ? in.numbers("endpoint_weights") : Weights();
  const Bend<double> bend = *bend_at(rest, in.integers("parents"), e);
  if (bend.i < 0) return carried(M[bend.j], rest);
  const Bone<double> bone = bones(in)[bend.j];
  const Vec3<double> d = direction_of(bone);
  const Quat<double>& q_i = M[static_cast<std::size_t>(bend.i)].rotation;
  const Quat<double> Q = bindpose::quaternion_product(bindpose::conjugate(q_i), M[bend.j].rotation);
  const double alpha_half = std::atan2(d.dot(Q.vec()), Q.w());
  const Quat<double> K = half_exp<double>(alpha_half * d);
  const Quat<double> S = bindpose::quaternion_product(Q, bindpose::conjugate(K));
  const Quat<double> S_w = half_exp<double>(bend.w * long_log(S));
  const Quat<double> K_e = half_exp<double>(bend.e * alpha_half * d);
  const Quat<double> q = bindpose::quaternion_product(q_i, bindpose::quaternion_product(S_w, K_e));
  return turned_about(q, bone.head, carried(M[bend.j], bone.head), rest);
}

Computed signs_ignored(const Question& question) {
  const std::string_view id = question.algorithm->id;
  if (adds_up_quaternions(question)) return blended_with(question, unsigned_weights);
  if (id != "log-blend" && id != "bones-blending" && id != "swing-twist") return cannot_be_made();
  return deformed_rigidly(question, [&](const Inputs<double>& in) {
    return [&](const RigidRest& rest, const Motions& M) {
      if (id == "log-blend") return log_blend_the_long_way(rest, M);
      return id == "swing-twist" ? swing_twist_the_long_way(in, rest, M) : bones_the_long_way(in, rest, M);
    };
  });
}

Computed sign_chain(const Question& question) {
  return blended_with(question, [](const Inputs<double>&, const RigidRest& rest, const Motions& M) {
    return weights_beside(rest, M, [&](std::size_t i, const Weights& sw) {
      const std::size_t before = i == 0 ? 0 : i - 1;
      Quat<double> q = M[rest.influences[before].j].rotation;
      if (i > 0 && sw[before] * rest.influences[before].w < 0) q.coeffs() = -q.coeffs();
      return q;
    });
  });
}

Computed lead_is_first(const Question& question) {
  if (!has_lead(question)) return cannot_be_made();
  return blended_with(question, [](const Inputs<double>&, const RigidRest& rest, const Motions& M) {
    return weights_beside(rest, M,
                          [&](std::size_t, const Weights&) { return M[rest.influences.front().j].rotation; });
  });
}

Computed sign_of_real_part_only(const Question& question) {
  if (question.algorithm->id != "dqs") return cannot_be_made();
  return deformed_rigidly(question, [](const Inputs<double>& in) {
    return [&](const RigidRest& rest, const Motions& M) {
      return dual_quaternion_by(in, rest, M, right_weights(in, rest, M), unsigned_weights(in, rest, M), true);
    };
  });
}

/// Another pivot than the one asked for.
Changed other_pivot(const Question& question) {
  const std::string_view id = question.algorithm->id;
  if (id != "dqs" && id != "cor") return std::nullopt;
  Question changed = question;
  std::string& pivot = changed.options["pivot"];
  pivot = pivot == "largest-weight" ? "first-influence" : "largest-weight";
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(skinning, rotation_sums) {
  return {
      {.id = "antipodal-signs-ignored",
       .sentence = "your output equals what one gets when q and -q are not brought to one side before "
                   "rotations are blended",
       .symptom = "parts of the mesh turn the long way round and fold through the joint",
       .source = "libigl#2390, Radium#118, three.js#25902",
       .formula = &signs_ignored},
      {.id = "log-cut-off",
       .sentence = "your output equals what one gets when a logarithm's series ends after its first term",
       .symptom = "right for small turns, too little turned for large ones",
       .source = "(derived)",
       .formula = &logarithm_cut_off},
      {.id = "dqs-sign-chain",
       .sentence = "your output equals what one gets when the sign of each quaternion follows the influence "
                   "before it instead of the pivot",
       .symptom = "right with two influences, folded where three meet",
       .source = "(derived)",
       .formula = &sign_chain},
      {.id = "dqs-sign-real-only",
       .sentence = "your output equals what one gets when only the real part of a dual quaternion changes "
                   "its sign",
       .symptom = "the mesh tears away from the joint where signs differ",
       .source = "(derived)",
       .formula = &sign_of_real_part_only},
      {.id = "dqs-pivot",
       .sentence = "your output equals what one gets when signs follow another quaternion than the one asked "
                   "for",
       .symptom = "right until three influences turn far apart",
       .source = "L. Kavan et al., Skinning with dual quaternions, 2007; libigl's dqs",
       .question = &other_pivot},
      {.id = "lead-is-first-joint",
       .sentence = "your output equals what one gets when signs follow the first listed joint instead of the "
                   "one nearest to the root",
       .symptom = "vertices flip where influences are listed in another order",
       .source = "L. Kavan, J. Zara, Spherical blend skinning, 2005, section 3",
       .formula = &lead_is_first},
      {.id = "rotation-not-renormalised",
       .sentence = "your output equals what one gets when the sum of quaternions is not brought to length 1",
       .symptom = "twisted parts shrink towards the joint",
       .source = "gl-matrix#327, scipy#22618, dual_quaternions_ros#40, pytransform3d#328",
       .formula = [](const Question& question) { return blended_with(question, right_weights, false); }},
  };
}

}  // namespace bindpose::conformance
