// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are glTF files, or their parts: see file_of_parts(). conformance/cases/asset/asset_fuzzer.cpp also
// poses the file.

#include "reference/gltf/fuzz_files.h"
#include "reference/gltf/load.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::gltf_fuzzer {
namespace {

using gltf::Asset;
using gltf::Primitive;

void check_primitive(const Primitive& primitive) {
  const std::size_t vertices = primitive.mesh.vertex_count();
  for (const auto& triangle : primitive.mesh.triangles) {
    for (const std::uint32_t v : triangle)
      require(v < vertices, "a triangle names a missing vertex");
  }
  const auto fits = [&](std::size_t count) { return count == 0 || count == vertices; };
  require(fits(primitive.mesh.normals.size()) && fits(primitive.mesh.tangents.size()),
          "wrong number of directions");
  require(primitive.influences.joints.size() == vertices * primitive.influences.width,
          "wrong number of joints");
  require(primitive.influences.weights.size() == primitive.influences.joints.size(),
          "wrong number of weights");
  for (const auto& target : primitive.morph_targets) {
    require(fits(target.positions.size()) && fits(target.normals.size()) && fits(target.tangents.size()),
            "wrong number of displacements");
  }
}

void check_asset(const Asset& asset) {
  for (const auto& mesh : asset.meshes) {
    for (const auto& primitive : mesh.primitives)
      check_primitive(primitive);
  }
  for (const auto& node : asset.nodes) {
    require(node.parent >= -1 && node.parent < static_cast<int>(asset.nodes.size()),
            "a node names a missing parent");
    require(!node.mesh || *node.mesh < asset.meshes.size(), "a node names a missing mesh");
    require(!node.skin || *node.skin < asset.skins.size(), "a node names a missing skin");
  }
  for (const auto& skin : asset.skins) {
    require(skin.inverse_binds.size() == skin.joints.size(), "wrong number of inverse bind matrices");
    for (const std::size_t joint : skin.joints)
      require(joint < asset.nodes.size(), "a skin names a missing joint");
  }
  for (const auto& clip : asset.clips) {
    for (const auto& channel : clip.channels) {
      const auto& track = channel.track;
      const std::size_t values = track.interpolation == Interpolation::cubicspline ? 3 : 1;
      require(channel.node < asset.nodes.size(), "a channel names a missing node");
      require(track.values.size() == track.times.size() * track.width * values, "wrong number of key values");
    }
  }
}

}  // namespace

std::vector<std::string> seeds() {
  return gltf::fuzz_files();
}

void read(std::string_view input) {
  const auto asset = gltf::parse(gltf::file_of_parts(input), {}, "");
  if (asset) return check_asset(*asset);
  require(!asset.error().issues.empty(), "refused without a reason");
  for (const auto& issue : asset.error().issues)
    require(issue.code != "TINYGLTF_REFUSED" && issue.code != "INTERNAL_ERROR", issue.message);
}

BINDPOSE_FUZZER(gltf)

}  // namespace bindpose::fuzz::gltf_fuzzer
