// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/drawable.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace bindpose::conformance {
namespace {

/// What must agree for primitives to be drawn as one mesh.
struct Group {
  int skin;  // -1: rigid parts
  bool normals;
  bool tangents;

  auto operator<=>(const Group&) const = default;
};

std::string name_of(const Group& group) {
  std::string name = group.skin < 0 ? "parts" : fmt::format("skin{}", group.skin);
  if (!group.normals) name += "-no-normals";
  if (!group.tangents && group.normals) name += "-no-tangents";
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
  std::set<std::tuple<std::size_t, std::size_t>> skinned_meshes;  // (mesh, skin) pairs that are there already
  for (std::size_t n = 0; n < asset.nodes.size(); ++n) {
    const gltf::Node& node = asset.nodes[n];
    if (!node.mesh) continue;
    if (node.skin && !skinned_meshes.emplace(*node.mesh, *node.skin).second) continue;
    const std::vector<gltf::Primitive>& primitives = asset.meshes[*node.mesh].primitives;
    for (std::size_t p = 0; p < primitives.size(); ++p) {
      const gltf::Primitive& primitive = primitives[p];
      if (primitive.mesh.vertex_count() == 0) continue;
      const bool skinned = node.skin && primitive.influences.width > 0;
      const Group group{skinned ? static_cast<int>(*node.skin) : -1, !primitive.mesh.normals.empty(),
                        !primitive.mesh.tangents.empty()};
      Drawable& drawable = groups[group];
      drawable.skinned = skinned;
      drawable.morphs = drawable.morphs || !primitive.morph_targets.empty();
      drawable.parts.push_back({n, *node.mesh, p, primitive.mesh.vertex_count()});
      append_mesh(drawable.rig.mesh, primitive.mesh);
      append_influences(drawable.rig.influences,
                        skinned ? primitive.influences : wholly(n, primitive.mesh.vertex_count()));
    }
  }
  std::vector<Drawable> all;
  for (auto& [group, drawable] : groups) {
    drawable.name = name_of(group);
    set_joints(drawable, asset, group.skin);
    note_sums(drawable);
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

std::vector<TrackOfJoint> node_tracks(const gltf::Clip& clip) {
  std::vector<TrackOfJoint> tracks;
  for (const gltf::Channel& channel : clip.channels) {
    switch (channel.path) {
      case gltf::Channel::Path::translation:
        tracks.push_back({channel.node, TrackOfJoint::Path::translation, channel.track});
        break;
      case gltf::Channel::Path::rotation:
        tracks.push_back({channel.node, TrackOfJoint::Path::rotation, channel.track});
        break;
      case gltf::Channel::Path::scale:
        tracks.push_back({channel.node, TrackOfJoint::Path::scale, channel.track});
        break;
      case gltf::Channel::Path::weights:
        break;
    }
  }
  return tracks;
}

}  // namespace bindpose::conformance
