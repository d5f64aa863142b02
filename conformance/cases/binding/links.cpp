// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for links. Varied: the ranges and angles of joints, twist joints, the number and
// connection of a vertex's joints, the order of joints.
#include <numbers>

#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::binding {
namespace {

/// A skeleton slightly off the y axis, and the rotations of its joints.
struct Linked {
  std::vector<std::int32_t> parents = {-1, 0, 1, 2};
  Array::Reals ranges = {0, 2, 1, 3};
  Array::Integers twists = {0, 0, 0, 0};
  double angle = 1.75;    ///< rotation of every joint, radians
  std::size_t slots = 2;  ///< joints per vertex: a joint and its ancestors
  double sum = 1;         ///< sum of a vertex's weights; if it is not 1, one weight is very small
  bool opposite = false;  ///< negated quaternions, with w below 0
};

std::vector<Vec3<double>> pivots_of(const Linked& linked) {
  std::vector<Vec3<double>> pivots(linked.parents.size());
  Random random("links");
  std::vector<int> depth(pivots.size(), -1);
  for (std::size_t round = 0; round < pivots.size(); ++round)
    for (std::size_t j = 0; j < pivots.size(); ++j) {
      const int p = linked.parents[j];
      if (depth[j] < 0 && (p < 0 || depth[static_cast<std::size_t>(p)] >= 0))
        depth[j] = p < 0 ? 0 : depth[static_cast<std::size_t>(p)] + 1;
    }
  for (std::size_t j = 0; j < pivots.size(); ++j)
    pivots[j] = scenes::to_float32(Vec3<double>(Vec3<double>(0, depth[j], 0) + random.point(0.25)));
  return pivots;
}

ArraySet ask_links(const Linked& linked) {
  const std::vector<Vec3<double>> pivots = pivots_of(linked);
  const std::size_t J = pivots.size(), K = linked.slots;
  Random random("linked vertices");
  std::vector<Vec3<double>> positions;
  std::vector<Vec4<double>> rotations;
  Array::Integers joints;
  Array::Reals weights;
  for (std::size_t j = 0; j < J; ++j) {
    const double side = j % 2 == 0 ? 1 : -0.75;
    const Vec3<double> axis = Vec3<double>(1, 0.5 + 0.25 * static_cast<double>(j), side).normalized();
    rotations.push_back(rotation(axis, linked.angle * 57.29577951308232));
    if (linked.opposite) rotations.back() = -rotations.back();
  }
  for (std::size_t v = 0; v < 12; ++v) {
    std::size_t j = v % J;
    positions.push_back(scenes::to_float32(Vec3<double>(pivots[j] + random.point(0.75))));
    const double first = v < J ? 1 : scenes::dyadic_weight(random.uniform(0.125, 0.625));
    double left = 1 - first;
    for (std::size_t i = 0; i < K; ++i) {
      const bool last = i + 1 == K;
      double w = i == 0 ? (K == 1 ? 1 : first) : last ? left : left / 4;
      left -= i == 0 ? 0 : w;
      if (linked.sum != 1) w = i == 1 && v % 3 == 0 ? 0x1p-11 : w * linked.sum;
      joints.push_back(static_cast<std::int32_t>(j));
      weights.push_back(w);
      if (linked.parents[j] >= 0) j = static_cast<std::size_t>(linked.parents[j]);
    }
  }
  ArraySet question;
  question.add("parents", {J}, Array::Integers(linked.parents.begin(), linked.parents.end()));
  question.add("pivots", {J, 3}, numbers_of(pivots));
  question.add("rotations", {J, 4}, numbers_of(rotations));
  question.add("ranges", {J}, Array::Reals(linked.ranges));
  question.add("twist_joints", {J}, Array::Integers(linked.twists));
  question.add("positions", {positions.size(), 3}, numbers_of(positions));
  question.add("joints", {positions.size(), K}, std::move(joints));
  question.add("weights", {positions.size(), K}, std::move(weights));
  return question;
}

}  // namespace

void links_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "links");
  add("limb.bent", "Ranges that need one, two or no links between joints.", &ask_links, Linked{});
  add("limb.far", "A range of a full turn needs six links.", &ask_links,
      Linked{.ranges = {6.25, 6.25, 6.25, 6.25}, .angle = 2.75});
  // In float32, 60 and 180 degrees are slightly larger: still one swing and three swings.
  add("limb.whole-steps", "Ranges of 60, 120 and 180 degrees give one, two and three swings.", &ask_links,
      Linked{.ranges = {0, to_float32(std::numbers::pi / 3), to_float32(2 * std::numbers::pi / 3),
                        to_float32(std::numbers::pi)}});
  add("limb.three-joints", "A vertex with three joints in a row: the middle one shares with both.",
      &ask_links, Linked{.slots = 3});
  add("limb.odd-weights", "Very small weights, and weights that do not sum to 1, are used as given.",
      &ask_links, Linked{.slots = 3, .sum = 0.875});
  add("limb.no-links", "Ranges of 60 degrees at most: linear blending.", &ask_links,
      Linked{.ranges = {1, 1, 1, 0.5}, .angle = 1});
  add("forearm.twisted", "A twist spread over three joints.", &ask_links,
      Linked{.ranges = {0, 1, 1, 1}, .twists = {0, 0, 3, 0}});
  add("forearm.both", "Twist joints, and a range that also needs swing joints.", &ask_links,
      Linked{.ranges = {0, 2.5, 2.5, 2.5}, .twists = {0, 2, 4, 1}, .angle = 2.25});
  add("forearm.opposite", "Negated quaternions are the same rotations.", &ask_links,
      Linked{.ranges = {0, 2.5, 2.5, 2.5}, .twists = {0, 0, 3, 0}, .opposite = true});
  add("forearm.opposite-alone", "Negated quaternions with twist joints only.", &ask_links,
      Linked{.ranges = {0, 1, 1, 1}, .twists = {0, 0, 3, 0}, .opposite = true});
  add("tree.shuffled", "Children listed before their parents, and two children of one parent.", &ask_links,
      Linked{.parents = {3, 3, 0, -1}, .ranges = {2, 3.5, 1.5, 0}, .twists = {0, 0, 1, 0}, .slots = 3});
  add("tree.first", "The first joint has a parent and twist joints.", &ask_links,
      Linked{.parents = {2, 0, -1, 1}, .ranges = {2.5, 1, 0, 3}, .twists = {2, 0, 0, 0}});
  add("tree.one-joint", "Vertices with a single joint.", &ask_links,
      Linked{.twists = {0, 2, 0, 0}, .slots = 1});
}

}  // namespace bindpose::conformance::binding
