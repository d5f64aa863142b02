// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/hose.h"

#include <algorithm>
#include <numbers>

#include "reference/numeric/portable_angle.h"
#include "reference/scenes/rest_frames.h"

namespace bindpose::scenes {
namespace {

/// The two joints around a position, in the first and the last slot, so that skipping a slot has an effect. along:
/// position in joints.
void add_two(Influences& influences, double along, std::size_t joint_count) {
  const auto lower = std::min(static_cast<std::size_t>(along), joint_count - 1);
  const auto upper = std::min(lower + 1, joint_count - 1);
  const double w = dyadic_weight(along - static_cast<double>(lower));
  std::vector<std::uint32_t> joints(influences.width, 0);
  std::vector<double> weights(influences.width, 0);
  joints.front() = static_cast<std::uint32_t>(lower);
  weights.front() = 1 - w;
  joints.back() = static_cast<std::uint32_t>(upper);
  weights.back() = w;
  influences.joints.insert(influences.joints.end(), joints.begin(), joints.end());
  influences.weights.insert(influences.weights.end(), weights.begin(), weights.end());
}

/// The joints around a position, one for each slot; the weight falls linearly with the distance along the hose,
/// but never to 0. Slots are in the order of the joints.
void add_neighbours(Influences& influences, double along, std::size_t joint_count) {
  const auto width = static_cast<double>(influences.width), last = static_cast<double>(joint_count) - width;
  const double first = std::clamp(std::ceil(along - width / 2), 0.0, std::max(last, 0.0));
  const std::size_t used = std::min(influences.width, joint_count);
  std::vector<double> weights(influences.width, 0);
  double sum = 0, strongest = 0;
  for (std::size_t i = 0; i < used; ++i)
    sum += weights[i] = width - std::fabs(along - first - static_cast<double>(i));
  for (std::size_t i = 0; i < used; ++i) {
    weights[i] = dyadic_weight(weights[i] / sum);
    strongest += weights[i];
  }
  // The strongest joint gets the rounding difference.
  *std::max_element(weights.begin(), weights.end()) += 1 - strongest;
  for (std::size_t i = 0; i < influences.width; ++i)
    influences.joints.push_back(i < used ? static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(i)
                                         : 0);
  influences.weights.insert(influences.weights.end(), weights.begin(), weights.end());
}

/// The hose at rest with slanted bind frames, every joint rotated.
Scene with_rotated_binds(Scene& hose, const Vec3<double>& step, const Quat<double>& turn,
                         std::size_t joints) {
  RestFrames rest;
  for (std::size_t j = 0; j < joints; ++j)
    rest.add(static_cast<int>(j) - 1, static_cast<double>(j) * step,
             slanted_frame(20.0 * static_cast<double>(j + 1)));
  Scene scene = scene_at_rest(std::move(hose.rig.mesh), std::move(hose.rig.influences), rest);
  for (std::size_t j = 0; j < joints; ++j)
    turn_joint(scene, rest, j, turn);
  return scene;
}

}  // namespace

Scene hose(double bend, double twist, const HoseShape& shape) {
  Scene scene;
  Mesh& mesh = scene.rig.mesh;
  Influences& influences = scene.rig.influences;
  influences.width = std::max<std::size_t>(shape.slots, 2);
  const std::size_t rings = (shape.joints - 1) * shape.rings_per_joint + 1;
  for (std::size_t ring = 0; ring < rings; ++ring) {
    const double along = static_cast<double>(ring) / static_cast<double>(shape.rings_per_joint);  // in joints
    for (std::size_t side = 0; side < shape.sides; ++side) {
      const double phi = 2 * std::numbers::pi * static_cast<double>(side) / static_cast<double>(shape.sides);
      const Vec3<double> n(portable_cos(phi), 0, portable_sin(phi));
      mesh.positions.push_back(
          to_float32(Vec3<double>(shape.radius * n + Vec3<double>(0, shape.spacing * along, 0))));
      mesh.normals.push_back(to_float32(n));
      mesh.tangents.emplace_back(0, 1, 0, side % 2 == 0 ? 1 : -1);
      if (shape.every_slot)
        add_neighbours(influences, along + shape.lean, shape.joints);
      else
        add_two(influences, along, shape.joints);
    }
  }

  const auto at = [&](std::size_t ring, std::size_t side) {
    return static_cast<std::uint32_t>(ring * shape.sides + side % shape.sides);
  };
  for (std::size_t ring = 0; ring + 1 < rings; ++ring)
    for (std::size_t side = 0; side < shape.sides; ++side) {
      mesh.triangles.push_back({at(ring, side), at(ring + 1, side), at(ring + 1, side + 1)});
      mesh.triangles.push_back({at(ring, side), at(ring + 1, side + 1), at(ring, side + 1)});
    }

  const Vec3<double> step(0, shape.spacing, 0);
  const Quat<double> turn = to_float32(Quat<double>(rotation_about(Vec3<double>::UnitX(), bend) *
                                                    rotation_about(Vec3<double>::UnitY(), twist)));
  if (shape.rotated_binds) return with_rotated_binds(scene, step, turn, shape.joints);
  scene.rig.skeleton.inverse_binds.resize(shape.joints);
  scene.pose.locals.resize(shape.joints);
  for (std::size_t j = 0; j < shape.joints; ++j) {
    scene.rig.skeleton.parents.push_back(static_cast<int>(j) - 1);
    scene.rig.skeleton.inverse_binds[j].translation = -static_cast<double>(j) * step;
    scene.pose.locals[j].trs.rotation = turn;
    if (j > 0) scene.pose.locals[j].trs.translation = step;
  }
  return scene;
}

}  // namespace bindpose::scenes
