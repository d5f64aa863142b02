// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Feeds the loader with bytes that nobody vetted. Inputs are files as they are, or JSON up to a NUL and the BIN chunk behind
// it, which this file puts into a GLB: lengths need not be guessed then.
#include <cstdint>
#include <string>
#include <vector>

#include "reference/gltf/load.h"
#include "reference/gltf/sample_document.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz {
namespace gltf_fuzzer {
namespace {

using gltf::Asset;
using gltf::Primitive;
using gltf::SampleDocument;

void check_primitive(const Primitive& primitive) {
  const std::size_t vertices = primitive.mesh.vertex_count();
  for (const auto& triangle : primitive.mesh.triangles) {
    for (const std::uint32_t v : triangle)
      require(v < vertices, "a triangle has a vertex that is not there");
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
            "a parent that is not there");
    require(!node.mesh || *node.mesh < asset.meshes.size(), "a mesh that is not there");
    require(!node.skin || *node.skin < asset.skins.size(), "a skin that is not there");
  }
  for (const auto& skin : asset.skins) {
    require(skin.inverse_binds.size() == skin.joints.size(), "wrong number of inverse bind matrices");
    for (const std::size_t joint : skin.joints)
      require(joint < asset.nodes.size(), "a joint that is not there");
  }
  for (const auto& clip : asset.clips) {
    for (const auto& channel : clip.channels) {
      const auto& track = channel.track;
      const std::size_t values = track.interpolation == Interpolation::cubicspline ? 3 : 1;
      require(channel.node < asset.nodes.size(), "an animated node that is not there");
      require(track.values.size() == track.times.size() * track.width * values, "wrong number of key values");
    }
  }
}

std::vector<std::byte> bytes_of(std::string_view text) {
  const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
  return {bytes, bytes + text.size()};
}

std::vector<std::byte> file_of(std::string_view input) {
  const std::size_t nul = input.find('\0');
  if (!input.starts_with('{') || nul == std::string_view::npos) return bytes_of(input);
  return gltf::glb_of(std::string(input.substr(0, nul)), bytes_of(input.substr(nul + 1)));
}

std::string in_parts(const SampleDocument& sample) {
  gltf::Json json = sample.json;
  json["buffers"] = {{{"byteLength", sample.bytes.size()}}};
  return json.dump() + '\0' + text_of(sample.bytes);
}

/// Small inputs are quick inputs: what a whole character has in one document, a seed has alone.
SampleDocument part(const SampleDocument& whole, const std::vector<const char*>& lists) {
  SampleDocument sample;
  for (const char* list : lists)
    sample.json[list] = whole.json[list];
  return sample;
}

SampleDocument small_skin() {
  SampleDocument sample;
  const int positions = sample.add({0, 0, 0}, gltf::kVec3);
  const int joints = sample.add({1, 0, 0, 0}, {gltf::kUnsignedByte, "VEC4", 4, false});
  const int weights = sample.add({255, 0, 0, 0}, {gltf::kUnsignedByte, "VEC4", 4, true});
  sample.json["meshes"] = {
      {{"primitives",
        {{{"attributes", {{"POSITION", positions}, {"JOINTS_0", joints}, {"WEIGHTS_0", weights}}}}}}}};
  sample.json["nodes"] = {{{"mesh", 0}, {"skin", 0}}, {{"children", {2}}}, {{"scale", {1, 2, 1}}}};
  sample.json["skins"] = {{{"joints", {1, 2}}}};
  return sample;
}

SampleDocument small_animation() {
  SampleDocument sample;
  const int times = sample.add({0, 1}, gltf::kScalars);
  const int rotations = sample.add({0, 0, 0, 1, 0, 0, 1, 0}, gltf::kVec4);
  sample.json["nodes"] = {{{"rotation", {0, 0, 0, 1}}}};
  sample.json["animations"] = {
      {{"samplers", {{{"input", times}, {"output", rotations}}}},
       {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "rotation"}}}}}}}};
  return sample;
}

SampleDocument small_morph() {
  SampleDocument sample;
  const int positions = sample.add({0, 0, 0, 1, 0, 0}, gltf::kVec3);
  const int indices = sample.add_view({std::byte{1}});
  const int values = sample.add_view(gltf::stored_bytes({0.5, 0, 0}, gltf::kFloat));
  sample.json["accessors"].push_back({{"componentType", 5126},
                                      {"count", 2},
                                      {"type", "VEC3"},
                                      {"min", {0, 0, 0}},
                                      {"max", {0.5, 0, 0}},
                                      {"sparse",
                                       {{"count", 1},
                                        {"indices", {{"bufferView", indices}, {"componentType", 5121}}},
                                        {"values", {{"bufferView", values}}}}}});
  sample.json["meshes"] = {
      {{"primitives", {{{"attributes", {{"POSITION", positions}}}, {"targets", {{{"POSITION", 1}}}}}}}}};
  return sample;
}

}  // namespace

std::vector<std::string> seeds() {
  std::vector<std::string> texts;
  for (const SampleDocument& sample : {gltf::triangle_sample(), small_skin(), small_animation(),
                                       small_morph(), part(gltf::skinned_sample(), {"nodes", "scenes"})})
    texts.insert(texts.end(), {sample.text(), text_of(sample.glb()), in_parts(sample)});
  return texts;
}

void read(std::string_view input) {
  const auto asset = gltf::parse(file_of(input), {}, "");
  if (asset) return check_asset(*asset);
  require(!asset.error().issues.empty(), "refused without a reason");
  for (const auto& issue : asset.error().issues)
    require(issue.code != "TINYGLTF_REFUSED" && issue.code != "INTERNAL_ERROR", issue.message);
}

BINDPOSE_FUZZER(gltf)

}  // namespace gltf_fuzzer
}  // namespace bindpose::fuzz
