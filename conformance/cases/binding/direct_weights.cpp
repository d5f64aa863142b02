// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for weights from moved vertices. Varied: the number of poses and slots, whether
// weights exist that reach the moved positions, the vertices moved in each pose, and the stiffness.

#include "conformance/cases/shared/pose_case.h"
#include "reference/samples/example_poses.h"

namespace bindpose::conformance::binding {
namespace {

/// A mesh and its moved vertices.
struct Moving {
  std::size_t poses = 4, slots = 3, vertices = 5;
  double noise = 0;      ///< noise of the moved positions, metres
  double stiffness = 0;  ///< 0: not given
  bool some_unmoved =
      false;  ///< every third row; also one vertex that no pose moves, whose weights do not sum to 1
  bool corners = false;     ///< true weights are 0 or 1
  bool some_alike = false;  ///< every third vertex has one joint in two slots
  Vec3<double> origin = {0, 0, 0};
};

constexpr std::size_t joint_count = 6;

/// True weights of a vertex. If `corners` is set, one of them is 1; otherwise all are positive.
std::vector<double> true_weights(const Moving& moving, Random& random) {
  std::vector<double> w;
  double sum = 0;
  for (std::size_t i = 0; i < moving.slots; ++i) {
    w.push_back(moving.corners ? (i == 1 ? 1 : 0) : random.uniform(0.25, 1));
    sum += w.back();
  }
  for (double& w_i : w)
    w_i /= sum;
  return w;
}

/// Skinning matrices by joint, with rotations by any angle.
std::vector<Affine<double>> palettes_of(const Moving& moving, Random& random) {
  std::vector<Affine<double>> palettes;
  for (std::size_t i = 0; i < joint_count * moving.poses; ++i) {
    const Quat<double> turn = random.rotation();
    const Vec3<double> shift = random.point(0.5);
    palettes.push_back(scenes::to_float32(Affine<double>{rotation_matrix(turn), shift}));
  }
  return palettes;
}

ArraySet ask_moved(const Moving& moving) {
  Random random("weights from moved vertices");
  const std::size_t P = moving.poses, V = moving.vertices, K = moving.slots;
  const std::vector<Affine<double>> M = palettes_of(moving, random);
  std::vector<Vec3<double>> rest, examples(P * V);
  Array::Integers joints, moved(P * V, 1);
  Array::Reals before;
  for (std::size_t v = 0; v < V; ++v) {
    rest.push_back(scenes::to_float32(Vec3<double>(moving.origin + random.point(1.5))));
    const std::vector<double> w = true_weights(moving, random);
    for (std::size_t i = 0; i < K; ++i) {
      const std::size_t place = moving.some_alike && v % 3 == 1 && i == 0 ? 1 : i;
      joints.push_back(static_cast<std::int32_t>((v + place + 1) % joint_count));
      before.push_back(i == 0 ? 1 - 0.125 * static_cast<double>(K - 1) : 0.125);
      if (moving.some_unmoved && v == 0) before.back() = i == 0 ? 0.5 : i == 1 ? 0x1p-11 : 0.25;
    }
    for (std::size_t k = 0; k < P; ++k) {
      Vec3<double> y = moving.noise * random.point(1);
      for (std::size_t i = 0; i < K; ++i)
        y += w[i] * (M[static_cast<std::size_t>(joints[v * K + i]) * P + k] * rest[v]);
      examples[k * V + v] = scenes::to_float32(y);
      if (moving.some_unmoved && (v == 0 || (k + v) % 3 == 0)) {
        moved[k * V + v] = 0;
        examples[k * V + v] = scenes::to_float32(random.point(2));
      }
    }
  }
  ArraySet question;
  question.add("positions", {V, 3}, numbers_of(rest));
  question.add("joints", {V, K}, std::move(joints));
  question.add("weights", {V, K}, std::move(before));
  question.add("example_positions", {P, V, 3}, numbers_of(examples));
  if (moving.some_unmoved) question.add("moved", {P, V}, std::move(moved));
  if (moving.stiffness != 0) question.add("stiffness", {1}, Array::Reals{moving.stiffness});
  samples::add_example_palettes(question, joint_count, M);
  return question;
}

}  // namespace

void direct_weights_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "direct_weights");
  add("known.ten-poses", "Positions made from known weights of three slots: the method finds these weights.",
      &ask_moved, Moving{.poses = 10});
  add("known.one-pose", "One pose determines the weights of three joints.", &ask_moved, Moving{.poses = 1});
  add("known.corners", "Vertices that follow a single joint: the other weights are 0.", &ask_moved,
      Moving{.corners = true});
  add("pulled.near", "Positions slightly outside what weights can reach.", &ask_moved, Moving{.noise = 0.25});
  add("pulled.far", "Positions far outside: free weights would be negative and not sum to 1.", &ask_moved,
      Moving{.slots = 4, .noise = 1.5});
  add("pulled.farther", "Positions far outside, with five slots.", &ask_moved,
      Moving{.slots = 5, .noise = 2.5});
  add("pulled.one-slot", "A single slot has weight 1, however far the vertex is pulled.", &ask_moved,
      Moving{.slots = 1, .noise = 1});
  add("some.moved", "One vertex moves in no pose; others move in some poses only.", &ask_moved,
      Moving{.poses = 5, .noise = 0.5, .some_unmoved = true});
  add("some.alike", "Every third vertex has one joint in two slots, which may split its weight freely.",
      &ask_moved, Moving{.some_alike = true});
  add("some.seldom-moved", "Vertices with five slots, whose weights one or two poses do not determine.",
      &ask_moved, Moving{.poses = 2, .slots = 5, .some_unmoved = true});
  add("no.poses", "Without poses, the previous weights stay.", &ask_moved,
      Moving{.poses = 0, .some_unmoved = true});
  add("stiff.some", "Stiffness pulls weights towards their previous values.", &ask_moved,
      Moving{.poses = 5, .noise = 0.5, .stiffness = 0.5, .some_unmoved = true});
  add("stiff.five-slots", "One pose for five slots: only stiffness determines the weights.", &ask_moved,
      Moving{.poses = 1, .slots = 5, .stiffness = 0.25});
  add("known.far", "Known weights, far from the origin.", &ask_moved,
      Moving{.poses = 6, .origin = {40, -30, 20}});
}

}  // namespace bindpose::conformance::binding
