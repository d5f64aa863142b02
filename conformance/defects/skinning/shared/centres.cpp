// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Vertices turned about the wrong point, or about one that is carried by the wrong joint.
#include <algorithm>

#include <Eigen/LU>

#include "conformance/defects/shared/rigid_motions.h"
#include "reference/algorithms.h"
#include "reference/skinning/bones_blending.h"
#include "reference/skinning/centre_of_rotation.h"
#include "reference/skinning/dual_quaternion.h"
#include "reference/skinning/log_blend.h"
#include "reference/skinning/spherical_blend.h"
#include "reference/skinning/spherical_joint_blend.h"

namespace bindpose::conformance {
namespace {

using namespace bindpose::skinning;

/// A vertex of spherical blend skinning or spherical joint blending, turned by the right rotation about a
/// centre that find(places, rest, M) gives, with where it moves to.
struct Centre {
  Vec3<double> c, moved_c;
};
using FindCentre = Centre (*)(const JointPlaces& places, const RigidRest& rest, const Motions& M);
Computed turned_about_centre(const Question& question, FindCentre find) {
  return deformed_rigidly(question, [find](const Inputs<double>& in) {
    return [find, places = joint_places(in)](const RigidRest& rest, const Motions& M) {
      Quat<double> q;
      if (!blend_rotations(rest.influences, M, lead_of(joints_of(rest.influences), places.parents), q))
        return no_answer<double>("ZERO_BLEND");
      const Centre centre = find(places, rest, M);
      return turned_about(q, centre.c, centre.moved_c, rest);
    };
  });
}

// ---- about the origin

Changed with_places_at_origin(const Question& question) {
  Changed changed = with_rows(question, {"bind_positions", "centres"}, 3,
                              [](double* row, std::size_t) { std::fill(row, row + 3, 0.0); });
  if (changed) return changed;
  const Array* heads = question.arrays.find("bone_heads");
  if (heads == nullptr) return std::nullopt;
  return with_rows(question, {"bone_heads", "bone_tails"}, 3, [heads](double* row, std::size_t j) {
    for (std::size_t c = 0; c < 3; ++c)
      row[c] -= heads->reals()[3 * j + c];
  });
}

/// The right rotation, and the weighted sum of the translations.
Computed rotation_and_mean_translation(const Question& question) {
  return deformed_rigidly(question, [&question](const Inputs<double>& in) {
    return [&](const RigidRest& rest, const Motions& M) {
      Motions rotations = M;
      Vec3<double> t = Vec3<double>::Zero();
      for (Rigid<double>& turn : rotations)
        turn.translation.setZero();
      for (const auto& i : rest.influences)
        t += i.w * M[i.j].translation;
      RigidMoved y = question.algorithm->id == "log-blend"
                         ? log_blend(rest, rotations)
                         : dual_quaternion(rest, rotations, std::vector<Mat3<double>>(),
                                           in.chosen(sign_pivots), in.chosen(turnings));
      y.x += t;
      return y;
    };
  });
}

Computed about_origin(const Question& question) {
  const std::string_view id = question.algorithm->id;
  if (id == "log-blend" || (id == "dqs" && !question.arrays.has("palette_stretches")))
    return rotation_and_mean_translation(question);
  if (id == "sbs")
    return turned_about_centre(question, [](const auto&, const auto& rest, const auto& M) -> Centre {
      const Vec3<double> origin = Vec3<double>::Zero();
      return {origin, blend_points(rest, M, origin)};
    });
  return answered(with_places_at_origin(question));
}

// ---- spherical joint blending and bones blending

/// The parent that the joints have, or that is among them.
std::uint32_t parent_of(const JointList& joints, const std::vector<int>& parents) {
  const std::uint32_t lead = lead_of(joints, parents);
  for (const std::uint32_t j : joints)
    if (parents[j] == static_cast<int>(lead)) return lead;
  return static_cast<std::uint32_t>(parents[lead]);
}

Computed pivot_is_parent(const Question& question) {
  if (question.algorithm->id != "sjb") return cannot_be_made();
  return turned_about_centre(
      question, [](const JointPlaces& places, const RigidRest& rest, const Motions& M) -> Centre {
        const JointList joints = joints_of(rest.influences);
        const std::uint32_t p = joints.size() == 1 ? joints.front() : parent_of(joints, places.parents);
        return {places.bind_positions[p], carried(M[p], places.bind_positions[p])};
      });
}

/// The two listed joints of a vertex, taken for parent and child in this order, and the joint that carries
/// the pivot.
template <class Pick>
Computed bones_by(const Question& question, Pick pick) {
  return deformed_rigidly(question, [pick](const Inputs<double>& in) {
    return [pick, places = joint_places(in), form = in.chosen(arc_forms)](const RigidRest& rest,
                                                                          const Motions& M) {
      const JointList joints = joints_of(rest.influences);
      if (joints.size() < 2) return bones_blending(rest, M, places, form);
      const auto [i, j, carrier] = pick(joints, places.parents);
      const Quat<double> R = part_of_arc(M[i].rotation, M[j].rotation, weight_of(j, rest.influences), form);
      const Vec3<double>& c = places.bind_positions[j];
      return turned_about(R, c, carried(M[carrier], c), rest);
    };
  });
}

struct PivotBones {
  std::uint32_t i, j, carrier;
};

Computed carried_by_parent(const Question& question) {
  const std::string_view id = question.algorithm->id;
  if (id == "bones-blending")
    return bones_by(question, [](const JointList& joints, const std::vector<int>& parents) -> PivotBones {
      const Bones bones = *bones_of(joints, parents);
      return {bones.parent, bones.child, bones.parent};
    });
  if (id != "sjb" && id != "sbs") return cannot_be_made();
  if (id == "sbs")
    return turned_about_centre(
        question, [](const JointPlaces& places, const RigidRest& rest, const Motions& M) -> Centre {
          const JointList joints = joints_of(rest.influences);
          const Vec3<double> r = rotation_centre(joints, M, places);
          return {r, carried(M[lead_of(joints, places.parents)], r)};
        });
  return turned_about_centre(
      question, [](const JointPlaces& places, const RigidRest& rest, const Motions& M) -> Centre {
        const JointList joints = joints_of(rest.influences);
        const Vec3<double>& c = places.bind_positions[*pivot_of(joints, places)];
        return {c, carried(M[joints.size() == 1 ? joints.front() : parent_of(joints, places.parents)], c)};
      });
}

Computed first_is_parent(const Question& question) {
  if (question.algorithm->id == "bones-blending")
    return bones_by(question, [](const JointList& joints, const std::vector<int>&) -> PivotBones {
      return {joints[0], joints[1], joints[1]};
    });
  if (question.algorithm->id != "sjb") return cannot_be_made();
  return turned_about_centre(
      question, [](const JointPlaces& places, const RigidRest& rest, const Motions& M) -> Centre {
        const JointList joints = joints_of(rest.influences);
        const std::uint32_t p = joints[joints.size() > 1 ? 1 : 0];
        return {places.bind_positions[p], carried(M[p], places.bind_positions[p])};
      });
}

/// A parent has one child: the influence of another is left out, and the weights sum to 1 again.
Changed second_child_ignored(const Question& question) {
  if (question.algorithm->id != "sjb" && question.algorithm->id != "sbs") return std::nullopt;
  const Array& joints = *question.arrays.find("joints");
  const Array::Integers& parents = question.arrays.find("parents")->integers();
  const auto is_second_child = [&](std::int32_t j) {
    const auto first = std::find(parents.begin(), parents.end(), parents[static_cast<std::size_t>(j)]);
    return first - parents.begin() < j && *first >= 0;
  };
  const std::size_t slots = joints.shape[1];
  return with_rows(question, {"weights"}, slots, [&](double* w, std::size_t v) {
    double lost = 0;
    for (std::size_t s = 0; s < slots; ++s)
      if (is_second_child(joints.integers()[v * slots + s])) lost += std::exchange(w[s], 0);
    for (std::size_t s = 0; lost < 1 && s < slots; ++s)
      w[s] /= 1 - lost;
  });
}

// ---- spherical blend skinning

Computed centre_of_one_pair(const Question& question) {
  if (question.algorithm->id != "sbs") return cannot_be_made();
  return turned_about_centre(
      question, [](const JointPlaces& places, const RigidRest& rest, const Motions& M) -> Centre {
        JointList joints = joints_of(rest.influences);
        joints.resize(std::min<std::size_t>(2, joints.size()));
        const Vec3<double> r = rotation_centre(joints, M, places);
        return {r, blend_points(rest, M, r)};
      });
}

/// r = m + N^-1 g, however singular N is, in float32.
Vec3<double> centre_by_inverse(const JointList& joints, const Motions& M, const JointPlaces& places) {
  const Vec3<double> m = mean_place<double>(joints, places);
  NormalEquations<float> equations;
  for (std::size_t i = 0; i < joints.size(); ++i)
    for (std::size_t j = i + 1; j < joints.size(); ++j) {
      const auto [D, b] = difference_of(M[joints[i]], M[joints[j]], m);
      equations.add(D.cast<float>(), b.cast<float>());
    }
  return m + Vec3<float>(equations.N.inverse() * equations.g).cast<double>();
}

Computed centre_of_singular_system(const Question& question) {
  if (question.algorithm->id != "sbs") return cannot_be_made();
  return turned_about_centre(
      question, [](const JointPlaces& places, const RigidRest& rest, const Motions& M) -> Centre {
        const JointList joints = joints_of(rest.influences);
        const Vec3<double> r =
            joints.size() < 2 ? places.bind_positions[joints[0]] : centre_by_inverse(joints, M, places);
        return {r, blend_points(rest, M, r)};
      });
}

// ---- optimised centres

Computed centre_not_moved(const Question& question) {
  if (question.algorithm->id != "cor") return cannot_be_made();
  return deformed_rigidly(question, [](const Inputs<double>& in) {
    return [&in](const RigidRest& rest, const Motions& M) {
      const Vec3<double> p = read_row<double, 3>(*in.arrays().find("centres"), rest.v);
      if (in.integers("has_centre")[rest.v] == 0) return blend_linearly(rest, M);
      RigidMoved y = centre_of_rotation(rest, M, p, in.chosen(sign_pivots), in.chosen(turn_orders));
      y.x += p - blend_points(rest, M, p);
      return y;
    };
  });
}

/// A vertex without a centre turns about the zero that stands in its place.
Changed missing_centre_is_origin(const Question& question) {
  if (question.algorithm->id != "cor" || !question.arrays.has("centres")) return std::nullopt;
  Question changed = question;
  Array::Integers& has = *integers_of(changed.arrays, "has_centre");
  change_rows(changed.arrays, "centres", 3, [&](double* row, std::size_t v) {
    if (has[v] == 0) std::fill(row, row + 3, 0.0);
  });
  std::fill(has.begin(), has.end(), 1);
  return changed;
}

Changed dqs_instead(const Question& question) {
  if (question.algorithm->id != "cor" && question.algorithm->id != "stbs") return std::nullopt;
  Changed changed = asked_of(question, question.algorithm->id, "dqs");
  if (question.algorithm->id == "cor") changed->options["pivot"] = question.options.at("pivot");
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(skinning, centres) {
  return {
      {.id = "dqs-instead",
       .sentence = "your output equals what one gets with dual quaternion skinning",
       .symptom = "joints bulge where they bend",
       .source =
           "B. H. Le, J. K. Hodgins, Real-time skeletal skinning with optimized centers of rotation, 2016",
       .question = &dqs_instead},
      {.id = "centre-about-origin",
       .sentence = "your output equals what one gets when vertices turn about the origin instead of their "
                   "centre",
       .symptom = "joints tear, the more the farther the model stands from the origin",
       .source = "L. Kavan, J. Zara, Spherical blend skinning, 2005, section 3",
       .formula = &about_origin},
      {.id = "pivot-is-parent",
       .sentence = "your output equals what one gets when vertices turn about the parent's place instead of "
                   "the joint's",
       .symptom = "forks come off their limb",
       .source = "(derived)",
       .formula = &pivot_is_parent},
      {.id = "pivot-carried-by-parent",
       .sentence = "your output equals what one gets when the parent carries the point about which vertices "
                   "turn; it is where the child has it",
       .symptom = "right until a joint moves against its parent, torn there",
       .source = "(derived)",
       .formula = &carried_by_parent},
      {.id = "first-is-parent",
       .sentence = "your output equals what one gets when the first listed joint is taken for the parent",
       .symptom = "some vertices turn about the far end of the bone",
       .source = "(derived)",
       .formula = &first_is_parent},
      {.id = "second-child-ignored",
       .sentence = "your output equals what one gets when only the first child of a joint is blended with it",
       .symptom = "of two forks one stays stiff at its root",
       .source = "(derived)",
       .question = &second_child_ignored},
      {.id = "centre-of-one-pair",
       .sentence = "your output equals what one gets when the centre is that of the first two joints alone",
       .symptom = "vertices of three joints drift",
       .source = "L. Kavan, J. Zara, Spherical blend skinning, 2005, section 4",
       .formula = &centre_of_one_pair},
      {.id = "sbs-centre-rank-deficient",
       .sentence = "your output equals what one gets when the centre comes from the inverse of a matrix that "
                   "has none",
       .symptom = "vertices shoot away where joints share an axis or turn alike",
       .source = "L. Kavan, J. Zara, Spherical blend skinning, 2005, section 4",
       .formula = &centre_of_singular_system},
      {.id = "cor-centre-not-moved",
       .sentence = "your output equals what one gets when the centre of rotation stays where it is at rest",
       .symptom = "limbs bend and do not follow their parents",
       .source = "(derived)",
       .formula = &centre_not_moved},
      {.id = "cor-wrong-or-unbounded",
       .sentence = "your output equals what one gets when vertices without a centre turn about the origin; "
                   "they are blended linearly",
       .symptom = "stiff parts are thrown off their joints",
       .source = "OptimisedCoR#2, Radium#735",
       .question = &missing_centre_is_origin},
  };
}

}  // namespace bindpose::conformance
