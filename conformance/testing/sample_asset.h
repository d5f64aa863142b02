// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: small assets with a skin, a rigid part, a clip and morph targets.
#pragma once

#include "reference/gltf/asset.h"

namespace bindpose::conformance {

inline gltf::Primitive triangle_primitive(bool normals) {
  gltf::Primitive primitive;
  primitive.mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0.5}};
  if (normals) primitive.mesh.normals.assign(3, {0, 0, 1});
  primitive.mesh.triangles = {{0, 1, 2}};
  return primitive;
}

/// Two joints under a plain node, a skinned mesh under a moved node, a rigid one on a joint, a clip.
inline gltf::Asset sample_asset(double weight_sum = 1) {
  gltf::Asset asset;
  asset.path = "sample.glb";
  asset.nodes.resize(5);
  asset.nodes[0].local.trs.translation = {1, 2, 3};
  asset.nodes[1].parent = 2;  // the child is before its parent
  asset.nodes[1].local.trs.translation = {0, 0.5, 0};
  asset.nodes[2].parent = 0;
  asset.nodes[3].local.trs.translation = {7, 7, 7};  // the node of a skinned mesh: has no effect
  asset.nodes[3].mesh = 0;
  asset.nodes[3].skin = 0;
  asset.nodes[4].parent = 1;
  asset.nodes[4].mesh = 1;
  gltf::Primitive skinned = triangle_primitive(true);
  const double w = static_cast<double>(static_cast<float>(0.25 * weight_sum));
  skinned.influences = {2, {0, 1, 0, 1, 1, 0}, {w, 3 * w, 2 * w, 2 * w, 4 * w, 0}};
  asset.meshes = {{"body", {skinned, skinned}, {}}, {"hat", {triangle_primitive(false)}, {}}};
  asset.skins = {{"skin", {2, 1}, {Affine<double>{}, Affine<double>{}}}};
  asset.skins[0].inverse_binds[1].translation = {0, -0.5, 0};
  gltf::Channel turn{2, gltf::Channel::Path::rotation, {}};
  turn.track.rotation = true;
  turn.track.width = 4;
  turn.track.times = {0.5, 0.75, 1.25};
  turn.track.values = {0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0};
  asset.clips = {{"turn", {turn}}};
  return asset;
}

/// Two nodes show the mesh with two targets; the skinned node has its own weights, which the clip also moves.
inline gltf::Asset morphing_asset() {
  gltf::Asset asset = sample_asset();
  const std::size_t mesh = *asset.nodes[3].mesh;
  for (gltf::Primitive& primitive : asset.meshes[mesh].primitives) {
    const std::size_t vertices = primitive.mesh.vertex_count();
    primitive.morph_targets = {{std::vector<Vec3<double>>(vertices, {1, 0, 0}), {}, {}},
                               {std::vector<Vec3<double>>(vertices, {0, 2, 0}), {}, {}}};
  }
  asset.meshes[mesh].morph_weights = {0.5, 0.25};
  asset.nodes[3].morph_weights = {0, 1};
  gltf::Channel weights{3, gltf::Channel::Path::weights, {}};
  weights.track = {Interpolation::linear, false, 2, {0.5, 2.5}, {0, 0, 1, 0.5}};
  asset.clips[0].channels.push_back(weights);
  gltf::Node second;
  second.mesh = mesh;
  asset.nodes.push_back(second);
  return asset;
}

}  // namespace bindpose::conformance
