// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/limb.h"

#include <algorithm>

#include "reference/scenes/rest_frames.h"
#include "reference/scenes/tube_mesh.h"

namespace bindpose::scenes {
namespace {

constexpr std::size_t rings = 9;
constexpr std::size_t sides = 8;

/// 0 below low, 1 above high, linear between, a multiple of 2^-8: products of two such are dyadic.
double ramp(double x, double low, double high) {
  return std::round(256 * std::clamp((x - low) / (high - low), 0.0, 1.0)) / 256;
}

Mesh limb_mesh(bool fork) {
  const double end = fork ? 0.75 : 0.25;
  const std::vector<Stop> stops = {
      {{0, 0, 0}, 0.25, 0.25}, {{0, 0.75, 0}, 0.25, 0.25}, {{0, 2, 0}, end, 0.2}};
  Mesh mesh;
  append_tube(mesh, sections_along(stops, Vec3<double>::UnitZ(), rings), even_turns(sides));
  set_smooth_directions(mesh);
  return mesh;
}

Influences limb_influences(const Mesh& mesh, bool fork) {
  Influences influences{fork ? 3U : 2U, {}, {}};
  const auto add = [&](std::uint32_t joint, double weight) {
    influences.joints.push_back(joint);
    influences.weights.push_back(weight);
  };
  for (const Vec3<double>& x : mesh.positions) {
    const double below = ramp(x[1], 0.5, 1.5);  // the elbow
    const double right = fork ? ramp(x[0], -0.25, 0.25) : 1;
    if (fork) add(2, below * (1 - right));
    add(1, below * right);
    add(0, 1 - below);
  }
  return influences;
}

/// A third of a turn about a diagonal: a rotation that exchanges the axes, exact as quaternion and matrix.
Quat<double> exchanging_axes(double x, double y, double z) {
  return quaternion_xyzw(x / 2, y / 2, z / 2, 0.5);
}

}  // namespace

Scene limb(double bend, double twist, const LimbVariation& variation) {
  const Vec3<double> X = Vec3<double>::UnitX(), Y = Vec3<double>::UnitY(), Z = Vec3<double>::UnitZ();
  RestFrames rest;
  rest.add(-1, Vec3<double>::Zero(), exchanging_axes(1, 1, 1));
  rest.add(0, Y, exchanging_axes(-1, 1, 1));
  if (variation.fork) rest.add(0, Y + variation.apart, exchanging_axes(1, -1, 1));

  Mesh mesh = limb_mesh(variation.fork);
  Influences influences = limb_influences(mesh, variation.fork);
  Scene scene = scene_at_rest(std::move(mesh), std::move(influences), rest);
  if (!variation.at_rest_above) {
    turn_joint(scene, rest, 0, rotation_about({1, 2, 3}, degrees(40)));
    scene.pose.locals[0].trs.translation = {0.5, -0.25, 1};
  }
  const Quat<double> turn = rotation_about(X, bend) * rotation_about(Y, twist);
  if (!variation.fork) {
    turn_joint(scene, rest, 1, turn);
    return scene;
  }
  turn_joint(scene, rest, 1, rotation_about(Z, degrees(-20)) * turn);
  turn_joint(scene, rest, 2,
             rotation_about(Z, degrees(20)) * rotation_about(X, -bend / 2) * rotation_about(Y, -twist));
  return scene;
}

}  // namespace bindpose::scenes
