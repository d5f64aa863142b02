// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/drawable.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

namespace bindpose::conformance {
namespace {

/// Properties that primitives must share to be drawn as one mesh.
struct Group {
  int skin;  // -1: rigid parts
  bool normals;
  bool tangents;
  int own_node;  // node of a mesh with morph targets or of a repeated mesh, else -1

  auto operator<=>(const Group&) const = default;
};

std::string name_of(const Group& group) {
  std::string name = group.skin < 0 ? "parts" : fmt::format("skin{}", group.skin);
  if (!group.normals) name += "-no-normals";
  if (!group.tangents && group.normals) name += "-no-tangents";
  if (group.own_node >= 0) name += fmt::format("-node{}", group.own_node);
  return name;
}

void append_mesh(Mesh& all, const Mesh& mesh) {
  const auto base = static_cast<std::uint32_t>(all.positions.size());
  all.positions.insert(all.positions.end(), mesh.positions.begin(), mesh.positions.end());
  all.normals.insert(all.normals.end(), mesh.normals.begin(), mesh.normals.end());
  all.tangents.insert(all.tangents.end(), mesh.tangents.begin(), mesh.tangents.end());
  for (const auto& t : mesh.triangles)
    all.triangles.push_back({t[0] + base, t[1] + base, t[2] + base});
}

/// Appends displacements of `count` vertices, zeros if a target has none. `before` vertices must
/// come first.
void append_rows(std::vector<Vec3<double>>& all, const std::vector<Vec3<double>>& rows, std::size_t before,
                 std::size_t count) {
  if (all.empty() && rows.empty()) return;
  all.resize(before, Vec3<double>::Zero());
  all.insert(all.end(), rows.begin(), rows.end());
  all.resize(before + count, Vec3<double>::Zero());
}

/// Appends the morph targets of a primitive after `before` vertices, for the attributes that its
/// mesh has.
void append_targets(Morphing& morphing, const gltf::Primitive& primitive, std::size_t before) {
  const Mesh& mesh = primitive.mesh;
  morphing.targets.resize(primitive.morph_targets.size());
  for (std::size_t i = 0; i < morphing.targets.size(); ++i) {
    MorphTarget& all = morphing.targets[i];
    const MorphTarget& own = primitive.morph_targets[i];
    append_rows(all.positions, own.positions, before, mesh.vertex_count());
    if (!mesh.normals.empty()) append_rows(all.normals, own.normals, before, mesh.vertex_count());
    if (!mesh.tangents.empty()) append_rows(all.tangents, own.tangents, before, mesh.vertex_count());
  }
}

/// The weights of the file in float32.
std::vector<double> default_weights(const gltf::Node& node, const gltf::MeshAsset& mesh) {
  std::vector<double> weights = node.morph_weights.empty() ? mesh.morph_weights : node.morph_weights;
  for (double& phi : weights)
    phi = to_float32(phi);
  return weights;
}

/// Appends rows of zeros after the last displaced vertex.
void fill_up(Morphing& morphing, std::size_t vertices) {
  for (MorphTarget& target : morphing.targets)
    for (auto* rows : {&target.positions, &target.normals, &target.tangents})
      if (!rows->empty()) rows->resize(vertices, Vec3<double>::Zero());
}

/// Widens the rows to `width` slots; new slots have weight 0.
void widen(Influences& influences, std::size_t width) {
  if (influences.width >= width) return;
  Influences wide{width, {}, {}};
  const std::size_t rows = influences.vertex_count();
  wide.joints.assign(rows * width, 0);
  wide.weights.assign(rows * width, 0);
  for (std::size_t v = 0; v < rows; ++v)
    for (std::size_t i = 0; i < influences.width; ++i) {
      wide.joints[v * width + i] = influences.joints[v * influences.width + i];
      wide.weights[v * width + i] = influences.weights[v * influences.width + i];
    }
  influences = std::move(wide);
}

void append_influences(Influences& all, Influences more) {
  const std::size_t width = std::max(all.width, more.width);
  widen(all, width);
  widen(more, width);
  all.width = width;
  all.joints.insert(all.joints.end(), more.joints.begin(), more.joints.end());
  all.weights.insert(all.weights.end(), more.weights.begin(), more.weights.end());
}

Influences wholly(std::size_t joint, std::size_t vertices) {
  return {1, std::vector<std::uint32_t>(vertices, static_cast<std::uint32_t>(joint)),
          std::vector<double>(vertices, 1.0)};
}

void note_sums(Drawable& drawable) {
  const Influences& influences = drawable.rig.influences;
  for (std::size_t row = 0; row < influences.weights.size(); row += influences.width) {
    double sum = 0;
    for (std::size_t i = 0; i < influences.width; ++i)
      sum += influences.weights[row + i];
    drawable.unit_sums = drawable.unit_sums && sum == 1;
    drawable.worst_sum_error = std::max(drawable.worst_sum_error, std::fabs(sum - 1));
  }
}

void set_joints(Drawable& drawable, const gltf::Asset& asset, int skin) {
  Skeleton& skeleton = drawable.rig.skeleton;
  if (skin < 0) {
    for (std::size_t n = 0; n < asset.nodes.size(); ++n)
      drawable.joint_nodes.push_back(n);
    skeleton.inverse_binds.resize(asset.nodes.size());
  } else {
    const gltf::Skin& from = asset.skins[static_cast<std::size_t>(skin)];
    drawable.joint_nodes = from.joints;
    skeleton.inverse_binds = from.inverse_binds;
  }
}

}  // namespace

std::vector<Drawable> drawables(const gltf::Asset& asset) {
  std::map<Group, Drawable> groups;
  std::set<std::pair<std::size_t, std::size_t>> skinned_meshes;  // mesh, skin
  for (std::size_t n = 0; n < asset.nodes.size(); ++n) {
    const gltf::Node& node = asset.nodes[n];
    if (!node.mesh || !node.is_shown) continue;
    const gltf::MeshAsset& shown = asset.meshes[*node.mesh];
    const auto is_morphed = [](const gltf::Primitive& p) { return !p.morph_targets.empty(); };
    const bool has_targets = std::ranges::any_of(shown.primitives, is_morphed);
    const bool is_repeated = node.skin && !skinned_meshes.emplace(*node.mesh, *node.skin).second;
    for (std::size_t p = 0; p < shown.primitives.size(); ++p) {
      const gltf::Primitive& primitive = shown.primitives[p];
      const std::size_t vertices = primitive.mesh.vertex_count();
      if (vertices == 0) continue;
      const bool skinned = node.skin && primitive.influences.width > 0;
      const Group group{skinned ? static_cast<int>(*node.skin) : -1, !primitive.mesh.normals.empty(),
                        !primitive.mesh.tangents.empty(),
                        has_targets || (is_repeated && skinned) ? static_cast<int>(n) : -1};
      Drawable& drawable = groups[group];
      drawable.skinned = skinned;
      drawable.is_repeated = is_repeated && skinned && !has_targets;
      if (has_targets) {
        if (!drawable.morphing) drawable.morphing = {n, {}, default_weights(node, shown)};
        append_targets(*drawable.morphing, primitive, drawable.rig.mesh.vertex_count());
      }
      drawable.parts.push_back({n, *node.mesh, p, vertices});
      append_mesh(drawable.rig.mesh, primitive.mesh);
      append_influences(drawable.rig.influences, skinned ? primitive.influences : wholly(n, vertices));
    }
  }
  std::vector<Drawable> all;
  for (auto& [group, drawable] : groups) {
    drawable.name = name_of(group);
    set_joints(drawable, asset, group.skin);
    note_sums(drawable);
    if (drawable.morphing) fill_up(*drawable.morphing, drawable.rig.mesh.vertex_count());
    all.push_back(std::move(drawable));
  }
  return all;
}

NodePose rest_pose(const gltf::Asset& asset) {
  NodePose pose;
  for (const gltf::Node& node : asset.nodes) {
    pose.parents.push_back(node.parent);
    pose.locals.push_back(node.local);
  }
  return pose;
}

std::vector<TrackOfJoint> tracks_of(const gltf::Clip& clip, std::optional<std::size_t> morphing_node) {
  const auto moved = [](gltf::Channel::Path path) {
    switch (path) {
      case gltf::Channel::Path::translation:
        return TrackOfJoint::Path::translation;
      case gltf::Channel::Path::rotation:
        return TrackOfJoint::Path::rotation;
      case gltf::Channel::Path::scale:
        return TrackOfJoint::Path::scale;
      case gltf::Channel::Path::weights:
        break;
    }
    return TrackOfJoint::Path::weights;
  };
  std::vector<TrackOfJoint> tracks;
  for (const gltf::Channel& channel : clip.channels)
    if (channel.path != gltf::Channel::Path::weights || channel.node == morphing_node)
      tracks.push_back({channel.node, moved(channel.path), channel.track});
  return tracks;
}

}  // namespace bindpose::conformance
