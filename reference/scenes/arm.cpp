// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/arm.h"

#include <algorithm>

#include "reference/numeric/portable_angle.h"
#include "reference/scenes/rest_frames.h"
#include "reference/scenes/tube_mesh.h"

namespace bindpose::scenes {
namespace {

constexpr std::size_t rings = 12;
constexpr std::size_t sides = 10;
constexpr double elbow_y = 0.30;
constexpr double twist_y = 0.42;

/// 0 below low, 1 above high, a smooth cubic between.
double smooth_ramp(double x, double low, double high) {
  const double s = std::clamp((x - low) / (high - low), 0.0, 1.0);
  return s * s * (3 - 2 * s);
}

/// 1 in the middle of [low, high], smoothly 0 at its ends and outside.
double bump(double x, double low, double high) {
  const double middle = (low + high) / 2;
  return smooth_ramp(x, low, middle) * (1 - smooth_ramp(x, middle, high));
}

/// A vertex's shares of the rotations of elbow and twist: multiples of 2^-8, so that float32 holds
/// their products.
struct Shares {
  double elbow, twist;
};

Shares shares_at(double y) {
  const auto dyadic = [](double w) { return std::round(256 * w) / 256; };
  return {dyadic(smooth_ramp(y, elbow_y - 0.08, elbow_y + 0.08)), dyadic(smooth_ramp(y, 0.34, 0.54))};
}

Mesh arm_mesh() {
  const std::vector<Stop> stops = {{{0, 0, 0}, 0.050, 0.055},
                                   {{0, 0.12, 0}, 0.048, 0.058},
                                   {{0, elbow_y, 0}, 0.042, 0.038},
                                   {{0, 0.37, 0}, 0.048, 0.042},
                                   {{0, 0.56, 0}, 0.030, 0.022}};
  Mesh mesh;
  append_tube(mesh, sections_along(stops, Vec3<double>::UnitZ(), rings), even_turns(sides));
  set_smooth_directions(mesh);
  return mesh;
}

RestFrames arm_frames() {
  RestFrames rest;
  rest.add(-1, Vec3<double>::Zero(), slanted_frame(20));
  rest.add(0, {0, elbow_y, 0}, slanted_frame(40));
  rest.add(1, {0, twist_y, 0}, slanted_frame(60));
  return rest;
}

}  // namespace

Scene arm(const ArmPose& pose) {
  Mesh mesh = arm_mesh();
  Influences influences{3, {}, {}};
  for (const Vec3<double>& x : mesh.positions) {
    const auto [elbow, twist] = shares_at(x[1]);
    influences.joints.insert(influences.joints.end(), {0, 1, 2});
    influences.weights.insert(influences.weights.end(), {1 - elbow, elbow * (1 - twist), elbow * twist});
  }
  const RestFrames rest = arm_frames();
  Scene scene = scene_at_rest(std::move(mesh), std::move(influences), rest);
  scene.rig.skeleton.names = {"shoulder", "elbow", "forearm twist"};
  turn_joint(scene, rest, 0, rotation_about(Vec3<double>::UnitZ(), pose.shoulder));
  turn_joint(scene, rest, 1, rotation_about(Vec3<double>::UnitX(), pose.elbow));
  turn_joint(scene, rest, 2, rotation_about(Vec3<double>::UnitY(), pose.twist));
  return scene;
}

Mesh swollen_arm(const ArmPose& pose) {
  Mesh mesh = arm_mesh();
  const double flex = 1 - portable_cos(pose.elbow);  // 0 at rest, 1 at a right angle
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const Vec3<double> n = mesh.normals[v];
    Vec3<double>& x = mesh.positions[v];
    const double biceps = 0.018 * bump(x[1], 0.04, 0.27) * std::max(0.0, n[2]);
    const double forearm = 0.008 * bump(x[1], 0.30, 0.46) * std::fabs(n[0]);
    x = to_float32(Vec3<double>(x + flex * (biceps + forearm) * n));
  }
  set_smooth_directions(mesh);
  return mesh;
}

Mesh arm_example(const ArmPose& pose) {
  const Mesh rest = arm_mesh();
  Mesh mesh = swollen_arm(pose);
  const Vec3<double> elbow(0, elbow_y, 0);
  const Quat<double> shoulder = rotation_about(Vec3<double>::UnitZ(), pose.shoulder);
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const Shares share = shares_at(rest.positions[v][1]);
    // The axis of the twist also passes through the elbow.
    const Quat<double> turn = rotation_about(Vec3<double>::UnitX(), share.elbow * pose.elbow) *
                              rotation_about(Vec3<double>::UnitY(), share.twist * pose.twist);
    mesh.positions[v] = to_float32(Vec3<double>(shoulder * (elbow + turn * (mesh.positions[v] - elbow))));
  }
  set_smooth_directions(mesh);
  return mesh;
}

std::vector<ArmPose> arm_example_poses() {
  return {{},
          {degrees(45), 0, 0},
          {degrees(90), 0, 0},
          {degrees(135), 0, 0},
          {0, degrees(80), 0},
          {degrees(60), degrees(-60), degrees(15)}};
}

}  // namespace bindpose::scenes
