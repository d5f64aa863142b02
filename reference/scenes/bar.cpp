// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/bar.h"

#include <algorithm>
#include <cassert>

#include "reference/numeric/scalar.h"

namespace bindpose::scenes {
namespace {

constexpr std::size_t joint_count = 3;
constexpr std::size_t rings = 9;

void build_mesh(Rig& rig, const BarVariation& variation) {
  rig.influences.width = joint_count;
  for (std::size_t ring = 0; ring < rings; ++ring) {
    const double y = 4.0 * static_cast<double>(ring) / static_cast<double>(rings - 1);
    for (int corner = 0; corner < 4; ++corner) {
      const double sx = corner == 0 || corner == 3 ? 1 : -1;
      const double sz = corner < 2 ? 1 : -1;
      rig.mesh.positions.push_back(
          to_float32(Vec3<double>(Vec3<double>(0.5 * sx, y, 0.3 * sz) + variation.offset)));
      rig.mesh.normals.push_back(to_float32(Vec3<double>(0.6 * sx, 0.3, 0.5 * sz).normalized()));
      const Vec3<double> t = to_float32(Vec3<double>(0.2, 1.0, 0.1 * sz).normalized());
      rig.mesh.tangents.emplace_back(t[0], t[1], t[2], corner % 2 == 0 ? 1 : -1);
      double weights[joint_count] = {};
      const double along = y / 2;  // in joints
      const auto lower = std::min<std::size_t>(static_cast<std::size_t>(along), joint_count - 2);
      const double w = dyadic_weight(along - static_cast<double>(lower));
      weights[lower] = variation.rigid ? (w < 0.5 ? 1 : 0) : 1 - w;
      weights[lower + 1] = variation.rigid ? (w < 0.5 ? 0 : 1) : w;
      for (std::size_t j = 0; j < joint_count; ++j) {
        rig.influences.joints.push_back(static_cast<std::uint32_t>(j));
        rig.influences.weights.push_back(bindpose::to_float32(variation.weight_sum * weights[j]));
      }
    }
    for (std::uint32_t corner = 0; ring > 0 && corner < 4; ++corner) {
      const auto base = static_cast<std::uint32_t>(4 * (ring - 1));
      const std::uint32_t a = base + corner, b = base + (corner + 1) % 4;
      rig.mesh.triangles.push_back({a, b, b + 4});
      rig.mesh.triangles.push_back({a, b + 4, a + 4});
    }
  }
}

/// Rest transforms relative to the parent for bind frames rotated in world space.
std::vector<LocalTransform<double>> rest_locals(const BarVariation& variation) {
  const Vec3<double> axis(0.3, 1, 0.2);
  std::vector<LocalTransform<double>> locals(joint_count);
  Quat<double> parent = Quat<double>::Identity();
  for (std::size_t j = 0; j < joint_count; ++j) {
    const Quat<double> world = rotation_about(axis, degrees(20.0 * static_cast<double>(j + 1)));
    locals[j].trs.rotation = to_float32(Quat<double>(parent.conjugate() * world));
    locals[j].trs.translation = to_float32(
        Vec3<double>(parent.conjugate() * (j == 0 ? variation.offset : Vec3<double>(Vec3<double>(0, 2, 0)))));
    parent = world;
  }
  return locals;
}

/// Puts the joints child first: new index 2 - j.
void shuffle(Rig& rig, std::vector<LocalTransform<double>>& locals) {
  const auto count = static_cast<int>(locals.size());
  std::vector<int> parents(locals.size());
  for (int j = 0; j < count; ++j) {
    const int p = rig.skeleton.parents[static_cast<std::size_t>(j)];
    parents[static_cast<std::size_t>(count - 1 - j)] = p < 0 ? -1 : count - 1 - p;
  }
  rig.skeleton.parents = parents;
  std::reverse(locals.begin(), locals.end());
  std::reverse(rig.skeleton.inverse_binds.begin(), rig.skeleton.inverse_binds.end());
  for (std::uint32_t& joint : rig.influences.joints)
    joint = static_cast<std::uint32_t>(count - 1) - joint;
}

void put_under_armature(Rig& rig, std::vector<LocalTransform<double>>& locals) {
  LocalTransform<double> armature;
  armature.trs.translation = {1, 2, 3};
  armature.trs.rotation = rotation_about(Vec3<double>::UnitX(), degrees(-90));
  armature.trs.scale = {2, 2, 2};
  for (int& p : rig.skeleton.parents)
    if (p < 0) p = static_cast<int>(locals.size());
  rig.skeleton.parents.push_back(-1);
  rig.skeleton.inverse_binds.emplace_back();
  locals.push_back(armature);
}

}  // namespace

Scene bar(const BarVariation& variation, bool at_rest) {
  Scene scene;
  Rig& rig = scene.rig;
  build_mesh(rig, variation);
  rig.skeleton.parents = {-1, 0, 1};
  std::vector<LocalTransform<double>> locals = rest_locals(variation);
  const auto bound = bind_at_rest(rig, locals);
  assert(bound);
  static_cast<void>(bound);
  if (variation.bind_shape) {
    Trs<double> shape;
    shape.translation = {0.25, -0.5, 0.75};
    shape.rotation = rotation_about({2, -1, 1}, degrees(35));
    shape.scale = {0.5, 0.75, 1.25};
    for (Affine<double>& A : rig.skeleton.inverse_binds)
      A = to_float32(A * affine_from_trs(shape));
  }
  if (!at_rest) {
    const Quat<double> turns[joint_count] = {rotation_about(Vec3<double>::UnitX(), degrees(10)),
                                             rotation_about({1, 2, 3}, degrees(50)),
                                             rotation_about(Vec3<double>::UnitZ(), degrees(-70))};
    for (std::size_t j = 0; j < joint_count; ++j)
      locals[j].trs.rotation = to_float32(Quat<double>(locals[j].trs.rotation * turns[j]));
    locals[1].trs.scale = to_float32(variation.middle_scale);
  }
  if (variation.shuffled) shuffle(rig, locals);
  if (variation.armature) put_under_armature(rig, locals);
  scene.pose.locals = locals;
  return scene;
}

}  // namespace bindpose::scenes
