// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Feeds the loader with bytes that nobody vetted. Inputs are files as they are, or - with a first byte 'W' -
// the JSON text up to a NUL and the BIN chunk behind it, which this file puts into a GLB: lengths need not be
// guessed then.
//
// load_fuzzer --write-seeds DIR writes the first inputs and ends.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "reference/gltf/load.h"
#include "reference/gltf/sample_document.h"

namespace {

using bindpose::gltf::Asset;
using bindpose::gltf::Primitive;
using bindpose::gltf::SampleDocument;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "load_fuzzer: %s\n", what);
  std::abort();
}

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
      const std::size_t values = track.interpolation == bindpose::Interpolation::cubicspline ? 3 : 1;
      require(channel.node < asset.nodes.size(), "an animated node that is not there");
      require(track.values.size() == track.times.size() * track.width * values, "wrong number of key values");
    }
  }
}

std::vector<std::byte> wrapped(const std::uint8_t* data, std::size_t size) {
  const auto* text = reinterpret_cast<const char*>(data);
  const auto* nul = static_cast<const char*>(std::memchr(text, 0, size));
  const std::size_t length = nul == nullptr ? size : static_cast<std::size_t>(nul - text);
  const auto* bytes = reinterpret_cast<const std::byte*>(data);
  const std::vector<std::byte> bin(bytes + (nul == nullptr ? size : length + 1), bytes + size);
  return bindpose::gltf::glb_of(std::string(text, length), bin);
}

void write_seed(const std::string& folder, const std::string& name, const std::vector<std::byte>& bytes) {
  std::ofstream file(folder + "/" + name, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

std::vector<std::byte> wrapped_seed(const SampleDocument& sample) {
  bindpose::gltf::Json json = sample.json;
  json["buffers"] = {{{"byteLength", sample.bytes.size()}}};
  std::vector<std::byte> bytes = bindpose::gltf::as_bytes("W" + json.dump());
  bytes.push_back(std::byte{0});
  bytes.insert(bytes.end(), sample.bytes.begin(), sample.bytes.end());
  return bytes;
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
  const int positions = sample.add({0, 0, 0}, bindpose::gltf::kVec3);
  const int joints = sample.add({1, 0, 0, 0}, {bindpose::gltf::kUnsignedByte, "VEC4", 4, false});
  const int weights = sample.add({255, 0, 0, 0}, {bindpose::gltf::kUnsignedByte, "VEC4", 4, true});
  sample.json["meshes"] = {
      {{"primitives",
        {{{"attributes", {{"POSITION", positions}, {"JOINTS_0", joints}, {"WEIGHTS_0", weights}}}}}}}};
  sample.json["nodes"] = {{{"mesh", 0}, {"skin", 0}}, {{"children", {2}}}, {{"scale", {1, 2, 1}}}};
  sample.json["skins"] = {{{"joints", {1, 2}}}};
  return sample;
}

SampleDocument small_animation() {
  SampleDocument sample;
  const int times = sample.add({0, 1}, bindpose::gltf::kScalars);
  const int rotations = sample.add({0, 0, 0, 1, 0, 0, 1, 0}, bindpose::gltf::kVec4);
  sample.json["nodes"] = {{{"rotation", {0, 0, 0, 1}}}};
  sample.json["animations"] = {
      {{"samplers", {{{"input", times}, {"output", rotations}}}},
       {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "rotation"}}}}}}}};
  return sample;
}

SampleDocument small_morph() {
  SampleDocument sample;
  const int positions = sample.add({0, 0, 0, 1, 0, 0}, bindpose::gltf::kVec3);
  const int indices = sample.add_view({std::byte{1}});
  const int values = sample.add_view(bindpose::gltf::stored_bytes({0.5, 0, 0}, bindpose::gltf::kFloat));
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

void write_seeds(const std::string& folder) {
  const std::vector<SampleDocument> samples = {bindpose::gltf::triangle_sample(), small_skin(),
                                               small_animation(), small_morph(),
                                               part(bindpose::gltf::skinned_sample(), {"nodes", "scenes"})};
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const std::string name = "sample_" + std::to_string(i);
    write_seed(folder, name + ".gltf", bindpose::gltf::as_bytes(samples[i].text()));
    write_seed(folder, name + ".glb", samples[i].glb());
    write_seed(folder, name + ".wrapped", wrapped_seed(samples[i]));
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  if (*argc == 3 && std::string((*argv)[1]) == "--write-seeds") {
    write_seeds((*argv)[2]);
    std::exit(0);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::byte> file;
  if (size > 0 && data[0] == 'W') {
    file = wrapped(data + 1, size - 1);
  } else {
    const auto* bytes = reinterpret_cast<const std::byte*>(data);
    file.assign(bytes, bytes + size);
  }
  const auto asset = bindpose::gltf::parse(file, {}, "");
  if (asset) {
    check_asset(*asset);
    return 0;
  }
  require(!asset.error().issues.empty(), "refused without a reason");
  for (const auto& issue : asset.error().issues) {
    require(issue.code != "TINYGLTF_REFUSED" && issue.code != "INTERNAL_ERROR", issue.message.c_str());
  }
  return 0;
}
