// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The centre of joints that turn almost alike, sought where it is not to be, or not where it is.
#include "reference/skinning/spherical_blend.h"

#include "conformance/defects/shared/rigid_motions.h"

namespace bindpose::conformance {
namespace {

using namespace bindpose::skinning;

/// r = m + N+ g, with another least singular value, of joints that may be listed several times.
Vec3<double> centre_above(double least, const JointList& joints, const Motions& M,
                          const JointPlaces& places) {
  const Vec3<double> m = mean_place<double>(joints, places);
  NormalEquations<double> equations;
  for (std::size_t i = 0; i < joints.size(); ++i)
    for (std::size_t j = i + 1; j < joints.size(); ++j) {
      const auto [D, b] = difference_of(M[joints[i]], M[joints[j]], m);
      equations.add(D, b);
    }
  const Eigensystem<double> of_N = symmetric_eigensystem(equations.N);
  const auto counts = directions_above(of_N.values, least * least, singular_fraction * singular_fraction);
  return m + least_solution(of_N, equations.g, counts);
}

/// The joint of every slot.
JointList slots_of(const std::vector<Influence<double>>& influences) {
  JointList joints;
  for (const Influence<double>& i : influences)
    joints.push_back(i.j);
  return joints;
}

Computed about_centre_of(const Question& question, double least, decltype(&slots_of) listed) {
  if (question.algorithm->id != "sbs") return cannot_be_made();
  return deformed_rigidly(question, [=](const Inputs<double>& in) {
    return [=, places = joint_places(in)](const RigidRest& rest, const Motions& M) {
      Quat<double> q;
      if (!blend_rotations(rest.influences, M, lead_of(joints_of(rest.influences), places.parents), q))
        return no_answer<double>("ZERO_BLEND");
      return turn_about_centre(q, centre_above(least, listed(rest.influences), M, places), rest, M);
    };
  });
}

Computed with_least(const Question& question, double least) {
  return about_centre_of(question, least, &joints_of<double>);
}

}  // namespace

BINDPOSE_DEFECTS(skinning, spherical_blend) {
  return {
      {.id = "sbs-centre-of-any-turn",
       .sentence =
           "your output equals what one gets when a centre is sought however little joints turn against "
           "each other; below 2^-8 it is the mean of their places",
       .symptom = "vertices between joints that moved against each other tremble as these come to turn alike",
       .source = "(derived)",
       .formula = [](const Question& question) { return with_least(question, 0x1p-60); }},
      {.id = "sbs-centre-of-wide-turns",
       .sentence =
           "your output equals what one gets when no centre is sought until joints turn by two degrees "
           "against each other; from 2^-8 on there is one",
       .symptom = "a step in the motion of vertices as a joint begins to turn",
       .source = "(derived)",
       .formula = [](const Question& question) { return with_least(question, 0x1p-5); }},
      {.id = "sbs-slots-counted",
       .sentence = "your output equals what one gets when a joint counts once for each of its slots in the "
                   "mean and in the pairs; it counts once",
       .symptom = "the surface jumps where a joint comes to be listed twice",
       .source = "(derived)",
       .formula = [](const Question& question) {
         return about_centre_of(question, least_singular_value, &slots_of);
       }}};
}

}  // namespace bindpose::conformance
