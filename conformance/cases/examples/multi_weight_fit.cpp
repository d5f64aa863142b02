// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for fitting twelve weights. Varied: the number of examples relative to the unknowns,
// exact and inexact fits, joints that move almost equally, the cutoff fraction, joints listed
// twice, coordinates of 0.
#include "conformance/cases/shared/pose_case.h"
#include "reference/samples/example_poses.h"

namespace bindpose::conformance::examples {
namespace {

using Points = std::vector<Vec3<double>>;

enum class Motion {
  any,         ///< joints rotate, scale and move in any way
  nearly_one,  ///< the second joint moves almost like the first
  turning,     ///< without translations
};
enum class Target { any, met };  ///< positions that no weights reach, or that some weights reach

/// The input of a fit.
struct Fitting {
  std::size_t examples = 12;
  std::vector<std::int32_t> slots = {0, 1};  ///< joints of every vertex
  Points at_rest = {{1.25, -0.75, 0.5}, {-0.625, 1, 1.5}, {0.75, 0.875, -1.125}};
  double fraction = 0;  ///< 0: not given
  Motion motion = Motion::any;
  Target target = Target::any;
  double apart = 0x1p-7;  ///< difference between joints that move almost equally
};

constexpr std::size_t joint_count = 3;

/// Skinning matrices by example.
std::vector<Affine<double>> motions_of(const Fitting& fitting, Random& random) {
  std::vector<Affine<double>> motions;
  for (std::size_t k = 0; k < fitting.examples; ++k)
    for (std::size_t j = 0; j < joint_count; ++j) {
      const Quat<double> turn = random.rotation();
      const Vec3<double> shift = random.point(1), scale = Vec3<double>(1, 1, 1) + random.point(0.25);
      Affine<double> M{rotation_matrix(turn) * scale.asDiagonal(), shift};
      if (fitting.motion == Motion::turning) M.translation.setZero();
      if (fitting.motion == Motion::nearly_one && j == 1) {
        const Affine<double>& first = motions[motions.size() - 1];
        M = {first.linear + fitting.apart * M.linear, first.translation + fitting.apart * M.translation};
      }
      motions.push_back(scenes::to_float32(M));
    }
  return motions;
}

/// The position of a vertex, with weights between -1 and 2.
Vec3<double> skinned(const Fitting& fitting, const Affine<double>* M, const Vec3<double>& x,
                     const std::vector<double>& w) {
  Vec3<double> y = Vec3<double>::Zero();
  for (std::size_t i = 0; i < fitting.slots.size(); ++i)
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 4; ++c) {
        const Affine<double>& M_i = M[fitting.slots[i]];
        y[r] += w[12 * i + 4 * static_cast<std::size_t>(r) + static_cast<std::size_t>(c)] *
                (c < 3 ? M_i.linear(r, c) * x[c] : M_i.translation[r]);
      }
  return scenes::to_float32(y);
}

ArraySet ask_fit(const Fitting& fitting) {
  Random random("fitting of twelve weights");
  const std::vector<Affine<double>> motions = motions_of(fitting, random);
  const std::size_t P = fitting.examples, V = fitting.at_rest.size(), K = fitting.slots.size();
  Array::Reals rest, examples, palettes;
  Array::Integers joints;
  std::vector<std::vector<double>> weights(V, std::vector<double>(12 * K));
  for (std::size_t v = 0; v < V; ++v) {
    rest.insert(rest.end(), fitting.at_rest[v].begin(), fitting.at_rest[v].end());
    joints.insert(joints.end(), fitting.slots.begin(), fitting.slots.end());
    for (double& w : weights[v])
      w = random.uniform(-1, 2);
  }
  for (std::size_t k = 0; k < P; ++k)
    for (std::size_t v = 0; v < V; ++v) {
      const Vec3<double> any = random.point(2);
      const Vec3<double> y = fitting.target == Target::any ? any
                                                           : skinned(fitting, &motions[k * joint_count],
                                                                     fitting.at_rest[v], weights[v]);
      examples.insert(examples.end(), y.begin(), y.end());
    }
  std::vector<Affine<double>> by_joint;
  for (std::size_t j = 0; j < joint_count; ++j)
    for (std::size_t k = 0; k < P; ++k)
      by_joint.push_back(motions[k * joint_count + j]);
  ArraySet question;
  question.add("positions", {V, 3}, std::move(rest));
  question.add("joints", {V, K}, std::move(joints));
  question.add("example_positions", {P, V, 3}, std::move(examples));
  samples::add_example_palettes(question, joint_count, by_joint);
  if (fitting.fraction != 0) question.add("fraction", {1}, Array::Reals{fitting.fraction});
  return question;
}

/// A limb twisted about the line y = 1, z = 1.5 in the direction of x. The second joint rotates by
/// up to 180 degrees, the cross-section halfway between the joints by half of that.
ArraySet ask_twist() {
  constexpr std::size_t P = 7, V = 4;
  const Vec3<double> centre(0, 1, 1.5);
  const auto turned = [&](double degrees, const Vec3<double>& x) {
    const Quat<double> q = scenes::rotation_about({1, 0, 0}, scenes::degrees(degrees));
    return Vec3<double>(centre + q * (x - centre));
  };
  Array::Reals rest, examples;
  std::vector<Affine<double>> palettes(P);
  for (std::size_t k = 0; k < P; ++k) {
    const double degrees = 30.0 * static_cast<double>(k);
    Affine<double> M;
    for (int c = 0; c < 3; ++c)
      M.linear.col(c) = turned(degrees, centre + Vec3<double>::Unit(c)) - centre;
    M.translation = turned(degrees, Vec3<double>::Zero());
    palettes.push_back(scenes::to_float32(M));
    for (std::size_t v = 0; v < V; ++v) {
      const Vec3<double> x = turned(20 + 90 * static_cast<double>(v), centre + Vec3<double>(2, 0.25, 0));
      const Vec3<double> y = scenes::to_float32(turned(degrees / 2, scenes::to_float32(x)));
      examples.insert(examples.end(), y.begin(), y.end());
      for (int c = 0; c < 3 && k == 0; ++c)
        rest.push_back(to_float32(x[c]));
    }
  }
  ArraySet question;
  question.add("positions", {V, 3}, std::move(rest));
  question.add("joints", {V, 2}, Array::Integers{0, 1, 0, 1, 1, 0, 0, 1});
  question.add("example_positions", {P, V, 3}, std::move(examples));
  samples::add_example_palettes(question, 2, palettes);
  return question;
}

}  // namespace

void multi_weight_fit_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "multi_weight_fit");
  add("limb.twist", "Half a turn of a limb that linear blending would narrow; most columns are dependent.",
      &ask_twist);
  add("crowd.unmet", "More examples than unknowns: no weights match all of them.", &ask_fit, Fitting{});
  add("crowd.met", "Examples made from known weights: the fit finds them.", &ask_fit,
      Fitting{.examples = 14, .target = Target::met});
  add("crowd.few", "Three examples for eight unknowns: the shortest weights that match.", &ask_fit,
      Fitting{.examples = 3});
  add("crowd.one-example", "A single example.", &ask_fit, Fitting{.examples = 1});
  add("crowd.one-joint", "One slot: four unknowns.", &ask_fit, Fitting{.examples = 9, .slots = {2}});
  add("crowd.three-slots", "Three slots: twelve unknowns.", &ask_fit,
      Fitting{.examples = 20, .slots = {2, 0, 1}});
  add("crowd.joint-twice", "A joint in two slots, whose columns are equal: each gets half.", &ask_fit,
      Fitting{.examples = 16, .slots = {1, 2, 1}});
  add("crowd.wide-cut", "A fraction of one half cuts most directions.", &ask_fit, Fitting{.fraction = 0.5});
  add("crowd.largest-alone", "A fraction of 1: one direction remains.", &ask_fit, Fitting{.fraction = 1});
  add("alike.cut", "Joints that move almost alike: their difference is cut.", &ask_fit,
      Fitting{.motion = Motion::nearly_one, .apart = 0x1p-9});
  add("alike.kept", "Joints that move almost alike, and a smaller fraction: their difference counts.",
      &ask_fit,
      Fitting{.fraction = 0x1p-10, .motion = Motion::nearly_one, .target = Target::met, .apart = 0x1p-5});
  add("crowd.at-the-origin",
      "A vertex at the origin under joints without translation: nothing counts; others in the planes of the "
      "axes.",
      &ask_fit, Fitting{.at_rest = {{0, 0, 0}, {1, 0, 0}, {0, -0.75, 1.25}}, .motion = Motion::turning});
  add("crowd.one-joint-at-the-origin", "A vertex at the origin under one joint without translation.",
      &ask_fit,
      Fitting{
          .examples = 6, .slots = {1}, .at_rest = {{0, 0, 0}, {0.5, -1.25, 0}}, .motion = Motion::turning});
  add("crowd.in-the-plane", "Coordinates of 0: their columns have no weight.", &ask_fit,
      Fitting{.at_rest = {{0, 1, 0}, {0, 0, 0}, {-1.5, 0, 0.75}}});
  add("crowd.far", "A kilometre away: translations are cut.", &ask_fit,
      Fitting{.at_rest = {{1000, -900, 800}, {-700, 1000, 1100}}});
}

}  // namespace bindpose::conformance::examples
