// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/character.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/cases/asset/moment.h"
#include "conformance/cases/shared/mesh_with_bones.h"
#include "reference/io/document_limits.h"
#include "reference/model/rows.h"
#include "reference/samples/rigid_questions.h"
#include "reference/scenes/figure.h"

namespace bindpose::conformance {
namespace {

BoundWeights by_joint(const Influences& slots, std::size_t joints) {
  BoundWeights own{joints, {}};
  own.w.resize(slots.vertex_count() * joints);
  for (std::size_t i = 0; i < slots.joints.size(); ++i)
    own.w[i / slots.width * joints + slots.joints[i]] += slots.weights[i];
  for (double& w : own.w)
    w = to_float32(w);
  return own;
}

std::vector<Affine<double>> palette_in(const ArraySet& question) {
  const Array::Reals& rows = question.find("palette")->reals();
  std::vector<Affine<double>> palette;
  for (std::size_t i = 0; i < rows.size(); i += 12)
    palette.push_back(affine_at(rows.data() + i));
  return palette;
}

/// The middle of one of `parts` equal intervals of 0 .. 1.
double middle_of(std::size_t part, std::size_t parts) {
  return (static_cast<double>(part) + 0.5) / static_cast<double>(parts);
}

/// For each joint of the skin, its nearest ancestor that is also a joint of the skin.
std::vector<int> parents_of(const gltf::Asset& asset, const Drawable& skin) {
  std::vector<int> joint_of(asset.nodes.size(), -1),
      nearest = joint_of;  // nearest: the joint at or above a node
  for (std::size_t j = skin.joint_nodes.size(); j-- > 0;)
    joint_of[skin.joint_nodes[j]] = static_cast<int>(j);
  const std::vector<int> node_parents = rest_pose(asset).parents;
  for (const std::size_t node : topological_order(node_parents)) {
    const int up = node_parents[node];
    nearest[node] = joint_of[node] < 0 && up >= 0 ? nearest[static_cast<std::size_t>(up)] : joint_of[node];
  }
  std::vector<int> parents;
  for (const std::size_t node : skin.joint_nodes)
    parents.push_back(node_parents[node] < 0 ? -1 : nearest[static_cast<std::size_t>(node_parents[node])]);
  return parents;
}

/// The time of the last key.
double duration_of(const gltf::Clip& clip) {
  double last = 0;
  for (const gltf::Channel& channel : clip.channels)
    if (!channel.track.times.empty()) last = std::max(last, channel.track.times.back());
  return last;
}

/// Error BINDING_SIZE if the skin is too large.
Expected<void> check_size(const gltf::Asset& asset, const Drawable& skin, std::size_t moments) {
  if (skin.joint_nodes.size() > limits::bound_joints.most)
    return fail("BINDING_SIZE", skin.name,
                fmt::format("{} joints, expected at most {}", skin.joint_nodes.size(),
                            to_string(limits::bound_joints)));
  const std::uint64_t weights = skin.rig.mesh.vertex_count() * skin.joint_nodes.size();
  if (weights > limits::bound_weights.most)
    return fail("BINDING_SIZE", skin.name,
                fmt::format("{} vertices times {} joints, expected at most {}", skin.rig.mesh.vertex_count(),
                            skin.joint_nodes.size(), to_string(limits::bound_weights)));
  const std::uint64_t nodes = asset.clips.size() * moments * asset.nodes.size();
  if (nodes > limits::bound_nodes.most)
    return fail("BINDING_SIZE", skin.name,
                fmt::format("{} clips, {} moments of each, {} nodes: expected at most {} in all",
                            asset.clips.size(), moments, asset.nodes.size(), to_string(limits::bound_nodes)));
  return {};
}

/// The mesh mirrored in x, with reversed triangles.
Mesh mirrored(Mesh mesh) {
  for (Vec3<double>& x : mesh.positions)
    x.x() = -x.x();
  for (Triangle& t : mesh.triangles)
    std::swap(t[1], t[2]);
  return mesh;
}

/// Rotates about a point, then applies the parent's map.
Affine<double> turned_about(const Affine<double>& parent, const Vec3<double>& pivot, double degrees) {
  const Mat3<double> turn = scenes::rotation_about({1, 0, 0}, scenes::degrees(degrees)).toRotationMatrix();
  return {parent.linear * turn, parent * Vec3<double>(pivot - turn * pivot)};
}

/// A leg, and the x of its joints. The leg is on one side of the plane x = 0 and may touch it.
struct Leg {
  Mesh mesh;
  double x;
};

/// Two legs of thigh and shin, under a hip halfway between them.
Character legs_under_a_hip(std::string name, const Leg& right, const Leg& left, std::size_t moments) {
  Character legs{.name = std::move(name),
                 .mesh = both(right.mesh, left.mesh),
                 .parents = {-1, 0, 1, 0, 3},
                 .pivots = {{(right.x + left.x) / 2, 4.5, 0},
                            {right.x, 3.5, 0},
                            {right.x, 1.75, 0.0625},
                            {left.x, 3.5, 0},
                            {left.x, 1.75, 0.0625}},
                 .own = {},
                 .clips = 1,
                 .palettes = {}};
  legs.own = {5, std::vector<double>(5 * legs.mesh.vertex_count())};
  for (std::size_t v = 0; v < legs.mesh.vertex_count(); ++v) {
    const std::size_t thigh = v < right.mesh.vertex_count() ? 1 : 3;
    const double above = to_float32(std::clamp(legs.mesh.positions[v].y() - 1.25, 0.0, 1.0));
    legs.own.w[5 * v + thigh] = above;
    legs.own.w[5 * v + thigh + 1] = 1 - above;
  }
  for (std::size_t i = 0; i < moments; ++i) {
    const double swing = 60 * middle_of(i, moments) - 30;
    std::vector<Affine<double>> palette(1);
    for (const std::size_t thigh : {std::size_t{1}, std::size_t{3}}) {
      palette.push_back(turned_about(palette[0], legs.pivots[thigh], thigh == 1 ? swing : -swing));
      palette.push_back(turned_about(palette[thigh], legs.pivots[thigh + 1], 45));
    }
    legs.palettes.push_back(palette);
  }
  return legs;
}

}  // namespace

Character built_in_legs(std::size_t moments) {
  const Mesh leg = uneven_tube_mesh(13, 10, {0.75, 0, 0});
  return legs_under_a_hip("legs", {leg, 0.75}, {mirrored(leg), -0.75}, moments);
}

Character built_in_unlike_legs(std::size_t moments) {
  return legs_under_a_hip("unlike-legs", {uneven_tube_mesh(13, 10, {1, 0, 0}, 0.75), 1},
                          {uneven_tube_mesh(13, 10, {-0.125, 0, 0}, 0.1875), -0.125}, moments);
}

Character built_in_ringed_legs(std::size_t moments) {
  const Mesh leg = uneven_tube_mesh(24, 5, {1.75, 0, 0}, 1.5);
  return legs_under_a_hip("ringed-legs", {leg, 1.75}, {mirrored(leg), -1.75}, moments);
}

Expected<Character> built_in_figure(std::size_t moments) {
  const Rig rig = scenes::figure_at_rest(scenes::FigureDetail::full).rig;
  Character figure{.name = "figure",
                   .mesh = rig.mesh,
                   .parents = rig.skeleton.parents,
                   .pivots = samples::bind_positions(rig.skeleton),
                   .own = by_joint(rig.influences, rig.skeleton.parents.size()),
                   .clips = 1,
                   .palettes = {}};
  for (std::size_t i = 0; i < moments; ++i) {
    const scenes::Scene moment = scenes::figure(scenes::FigureDetail::full, middle_of(i, moments));
    BINDPOSE_TRY(const ArraySet question, scenes::palette_question(moment));
    figure.palettes.push_back(palette_in(question));
  }
  return figure;
}

Expected<Character> character_of(const std::shared_ptr<const gltf::Asset>& asset,
                                 const std::shared_ptr<const Drawable>& skin, std::size_t moments) {
  BINDPOSE_CHECK(check_size(*asset, *skin, moments));
  Character character{.name = skin->name,
                      .mesh = skin->rig.mesh,
                      .parents = parents_of(*asset, *skin),
                      .pivots = samples::bind_positions(skin->rig.skeleton),
                      .own = by_joint(skin->rig.influences, skin->joint_nodes.size()),
                      .clips = asset->clips.size(),
                      .palettes = {}};
  for (std::size_t clip = 0; clip < asset->clips.size(); ++clip)
    for (std::size_t i = 0; i < moments; ++i) {
      const double seconds = to_float32(middle_of(i, moments) * duration_of(asset->clips[clip]));
      BINDPOSE_TRY(const ArraySet question, ask_palette({asset, skin, clip, seconds}, false));
      character.palettes.push_back(palette_in(question));
    }
  return character;
}

}  // namespace bindpose::conformance
