// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for skinning decomposition. Varied: the number of rounds, bones and influences,
// whether the examples follow from bones and how large the deviation is, the position of the mesh,
// vertices on a plane, on a line and at one point, empty and wrong clusters, meshes barely thick
// enough or too thin to determine rotations, also far from the origin, near the float32 spacing.
#include <algorithm>

#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::examples {
namespace {

/// A mesh and its motion.
struct Animation {
  std::size_t bones = 2, vertices = 10, poses = 4;
  std::int32_t influences = 2, rounds = 1;
  double noise = 0;  ///< noise of the examples, metres
  Vec3<double> size = {1, 1, 1},
               origin = {-0.75, -0.25, 0.125};  ///< size: of a bone's part; origin: start of the first part
  bool blended = true;                          ///< vertices blend neighbouring bones, instead of rigid parts
  bool mirrored = false;                        ///< mirrors every other example
  bool still = false;
  bool alike = false;                       ///< the first two bones move equally
  double reach = 1;                         ///< factor for the motion of the last bone
  double left_at_rest = 0;                  ///< if empty: by the bone with the largest weight
  std::vector<std::int32_t> clusters = {};  ///< else where a bone's weight is largest
  std::size_t more_bones = 0;               ///< further bones to find
};

/// The position of a vertex, in lengths of a bone.
double along_bones(const Animation& animation, std::size_t v) {
  return (static_cast<double>(v) + 0.5) * static_cast<double>(animation.bones) /
         static_cast<double>(animation.vertices);
}

/// Vertices of irregular boxes along x, one after another.
Vec3<double> at_rest(const Animation& animation, std::size_t v, Random& random) {
  const double along = along_bones(animation, v);
  const double y = random.uniform(0.25, 0.5), z = random.uniform(0.25, 0.5);
  const Vec3<double> x(along, v % 2 == 0 ? y : -y, v / 2 % 2 == 0 ? z : -z);
  return scenes::to_float32(Vec3<double>(animation.origin + animation.size.cwiseProduct(x)));
}

/// The weight of the bone after a vertex's own bone.
double part_of_next(const Animation& animation, std::size_t v) {
  const double along = along_bones(animation, v);
  return animation.blended ? std::max(0.0, along - std::floor(along) - 0.5) : 0;
}

ArraySet ask_decomposition(const Animation& animation) {
  Random random("skinning decomposition");
  const std::size_t V = animation.vertices, J = animation.bones;
  std::vector<Vec3<double>> rest, examples;
  Array::Integers clusters = animation.clusters;
  for (std::size_t v = 0; v < V; ++v) {
    rest.push_back(at_rest(animation, v, random));
    if (animation.clusters.empty()) clusters.push_back(static_cast<std::int32_t>(along_bones(animation, v)));
  }
  for (std::size_t k = 0; k < animation.poses; ++k) {
    std::vector<Affine<double>> M;
    for (std::size_t j = 0; j < J; ++j) {
      const Quat<double> turn = random.rotation();
      const Vec3<double> shift = random.point(0.5);
      M.push_back({rotation_matrix(turn), shift * (j + 1 == J ? animation.reach : 1)});
      if (animation.alike && j == 1) M[1] = M[0];
    }
    for (std::size_t v = 0; v < V; ++v) {
      const auto own = static_cast<std::size_t>(along_bones(animation, v)), next = std::min(own + 1, J - 1);
      const double w = part_of_next(animation, v);
      Vec3<double> y =
          (1 - w) * (M[own] * rest[v]) + w * (M[next] * rest[v]) + random.point(1) * animation.noise;
      if (v % 4 == 0) y += animation.left_at_rest * (rest[v] - y);
      if (animation.mirrored && k % 2 == 0) y[0] = -y[0];
      examples.push_back(animation.still ? rest[v] : scenes::to_float32(y));
    }
  }
  ArraySet question;
  question.add("positions", {V, 3}, numbers_of(rest));
  question.add("example_positions", {animation.poses, V, 3}, numbers_of(examples));
  question.add("bone_count", {1}, Array::Integers{static_cast<std::int32_t>(J + animation.more_bones)});
  question.add("influence_count", {1}, Array::Integers{animation.influences});
  question.add("round_count", {1}, Array::Integers{animation.rounds});
  question.add("clusters", {V}, std::move(clusters));
  return question;
}

/// A single bone and no rounds: the mesh moves with this bone.
ArraySet ask_one_bone(const std::vector<Vec3<double>>& rest, const std::vector<Affine<double>>& motions) {
  std::vector<Vec3<double>> examples;
  for (const Affine<double>& M : motions)
    for (const Vec3<double>& p : rest)
      examples.push_back(scenes::to_float32(Vec3<double>(M * p)));
  ArraySet question;
  question.add("positions", {rest.size(), 3}, numbers_of(rest));
  question.add("example_positions", {motions.size(), rest.size(), 3}, numbers_of(examples));
  question.add("bone_count", {1}, Array::Integers{1}).add("influence_count", {1}, Array::Integers{1});
  question.add("round_count", {1}, Array::Integers{0});
  question.add("clusters", {rest.size()}, Array::Integers(rest.size()));
  return question;
}

Affine<double> turned_by(const Vec3<double>& axis, double angle, const Vec3<double>& shift) {
  return {rotation_matrix(Quat<double>(rotation(axis, angle))), shift};
}

/// A small cube far from the origin, on the negative side of every axis. It extends by `half` on
/// either side of its centre, about which an example rotates it. At that distance, the spacing of
/// float32 numbers is as large as the cube.
ArraySet ask_far_cube(double half) {
  const Vec3<double> middle = {-12, -8, -4};
  std::vector<Vec3<double>> rest;
  for (int i = 0; i < 8; ++i) {
    const Vec3<double> corner(i % 2 == 0 ? -1 : 1, i / 2 % 2 == 0 ? -1 : 1, i / 4 == 0 ? -1 : 1);
    rest.push_back(scenes::to_float32(Vec3<double>(middle + half * corner)));
  }
  Affine<double> M = turned_by({0.48, 0.6, 0.64}, 40, {0, 0, 0});
  M.translation = middle - M.linear * middle;
  return ask_one_bone(rest, {M});
}

/// A rod through the origin in the xz plane.
struct Rod {
  double thick = 0;                           ///< on either side, in metres
  double angle = 39.2, x = 0.775, z = 0.632;  ///< degrees from x towards -z; their cosine and sine
};

/// One example rotates the rod to x, another one to z. Then the size of A is in its first or in its
/// last row. The size is 1/2, so that size and squared size differ.
ArraySet ask_thin(const Rod& rod) {
  const Vec3<double> along = {rod.x, 0, -rod.z}, across = {rod.z, 0, rod.x}, up = {0, 1, 0};
  std::vector<Vec3<double>> rest;
  for (int i = 0; i < 8; ++i) {
    const double a = i / 2 % 2 == 0 ? -rod.thick : rod.thick,
                 b = (i + 1) / 2 % 2 == 0 ? -rod.thick : rod.thick;
    rest.push_back(scenes::to_float32(Vec3<double>((i - 3.5) * 0.109 * along + a * across + b * up)));
  }
  const Vec3<double> shift = {0x1p-4, -0x1p-5, 0x1p-6};
  return ask_one_bone(rest, {turned_by(up, -rod.angle, shift), turned_by(up, -rod.angle - 90, -shift)});
}

}  // namespace

void skinning_decomposition_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "skinning_decomposition");
  add("limb.start", "No rounds: each bone has the rigid motion nearest to its cluster.", &ask_decomposition,
      Animation{.bones = 3, .vertices = 12, .rounds = 0});
  add("limb.round", "One round of two bones.", &ask_decomposition, Animation{.noise = 0x1p-6});
  add("limb.rounds", "Two rounds: errors of the first round shrink.", &ask_decomposition,
      Animation{.rounds = 2});
  add("limb.three-bones", "Three bones, all of which may have weights.", &ask_decomposition,
      Animation{.bones = 3, .vertices = 12, .influences = 3, .noise = 0x1p-4});
  add("limb.off", "Cluster borders that differ from bone borders.", &ask_decomposition,
      Animation{.vertices = 12, .clusters = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1}});
  add("any.cut",
      "Examples without true bones: of three weights, the two with the largest effect are kept and solved "
      "again.",
      &ask_decomposition, Animation{.bones = 3, .vertices = 12, .poses = 3, .noise = 0.5});
  add("any.cut-to-one", "Each vertex keeps one bone.", &ask_decomposition,
      Animation{.bones = 3, .vertices = 12, .poses = 3, .influences = 1, .noise = 0.25});
  add("any.off-the-origin",
      "Effects are lengths of positions: away from the origin they differ from weights.", &ask_decomposition,
      Animation{.bones = 3, .vertices = 12, .poses = 3, .noise = 0.5, .origin = {-0.125, 1, 0.5}});
  add("limb.cut-to-one", "The last bone moves far: its effect exceeds the effect of a heavier bone.",
      &ask_decomposition, Animation{.vertices = 12, .influences = 1, .reach = 6});
  add("any.far-reaching", "Three bones, one of which moves far; two are kept.", &ask_decomposition,
      Animation{.bones = 3, .vertices = 12, .poses = 3, .noise = 0.75, .reach = 3});
  add("any.constrained", "Examples far from all bones: free weights would be negative and not sum to 1.",
      &ask_decomposition, Animation{.bones = 3, .vertices = 12, .influences = 3, .noise = 0.5});
  add("rigid.parts",
      "Rigid parts are found at once; vertices have one bone, and bones without weight in the other slots.",
      &ask_decomposition, Animation{.bones = 3, .vertices = 12, .blended = false});
  add("mirrored.start", "Mirrored examples: bones remain rotations.", &ask_decomposition,
      Animation{.rounds = 0, .size = {1, 1, 0.25}, .mirrored = true});
  add("mirrored.round", "Mirrored examples, with one round.", &ask_decomposition,
      Animation{.size = {1, 1, 0.25}, .mirrored = true});
  add("flat.round", "A mesh in a plane: its bones are still rotations.", &ask_decomposition,
      Animation{.vertices = 12, .size = {1, 1, 0}});
  add("line.start", "A mesh on a line, which does not determine rotations about itself: they stay.",
      &ask_decomposition, Animation{.rounds = 0, .size = {1, 0, 0}});
  add("thin.turned", "A mesh a thirtieth as thick as it is long: enough to determine its rotations.",
      &ask_decomposition, Animation{.rounds = 0, .size = {1, 0x1p-5, 0x1p-5}, .blended = false});
  add("thin.start", "A far thinner mesh counts as a line.", &ask_decomposition,
      Animation{.rounds = 0, .size = {1, 0x1p-9, 0x1p-9}, .blended = false});
  add("thin.enough", "A rod a quarter thicker than needed to determine its rotations.", &ask_thin,
      Rod{0.0036})
      .golden = false;
  add("thin.hardly", "A rod a quarter too thin to determine its rotations: they stay.", &ask_thin,
      Rod{0.0022});
  const char* nearly_along =
      "A rod that is too thin, nearly along an axis: one number has the whole size of A.";
  add("thin.hardly-along-x", nearly_along, &ask_thin, Rod{0.0022, 25.84, 0.9, 0.4359}).golden = false;
  add("thin.hardly-along-z", nearly_along, &ask_thin, Rod{0.0022, 64.16, 0.4359, 0.9}).golden = false;
  add("cube.hardly", "A cube a fifth too small to determine its rotation: rounding might explain all of it.",
      &ask_far_cube, 0.0148);
  add("cube.enough", "A cube that is just large enough: it rotates.", &ask_far_cube, 0.0182);
  add("light.bone", "A bone without a cluster gets hardly any weight: it stays.", &ask_decomposition,
      Animation{.vertices = 12, .influences = 3, .blended = false, .left_at_rest = 0x1p-7, .more_bones = 1});
  add("light.enough", "A bone without a cluster gets enough weight: it moves.", &ask_decomposition,
      Animation{.vertices = 12, .influences = 3, .blended = false, .left_at_rest = 0x1p-1, .more_bones = 1});
  add("light.just-enough", "A bone with two fifths more weight than needed: noise decides its rotation.",
      &ask_decomposition,
      Animation{.vertices = 12,
                .influences = 3,
                .noise = 0x1p-6,
                .blended = false,
                .left_at_rest = 0.03,
                .more_bones = 1});
  add("limb.alike", "Two bones that move alike: their shares of weight are open, and so is all that follows.",
      &ask_decomposition, Animation{.bones = 3, .vertices = 12, .influences = 3, .alike = true});
  add("limb.point", "A cluster of one vertex: its rotation stays, its translation follows.",
      &ask_decomposition, Animation{.rounds = 0, .clusters = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1}});
  add("limb.empty-cluster", "A bone without a cluster stays at rest until vertices use it.",
      &ask_decomposition, Animation{.vertices = 12, .influences = 3, .noise = 0x1p-4, .more_bones = 1});
  add("still.start", "Nothing moves.", &ask_decomposition, Animation{.rounds = 0, .still = true});
  add("limb.far", "Ten metres from the origin.", &ask_decomposition,
      Animation{.rounds = 0, .origin = {8, -4, 5}});
  add("one.bone", "A single bone in a single example.", &ask_decomposition,
      Animation{.bones = 1, .vertices = 5, .poses = 1, .influences = 1, .noise = 0x1p-4});
}

}  // namespace bindpose::conformance::examples
