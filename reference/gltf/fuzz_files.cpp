// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/fuzz_files.h"

#include "reference/gltf/sample_document.h"

namespace bindpose::gltf {
namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
  const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
  return {bytes, bytes + text.size()};
}

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string in_parts(const SampleDocument& sample) {
  Json json = sample.json;
  json["buffers"] = {{{"byteLength", sample.bytes.size()}}};
  return json.dump() + '\0' + text_of(sample.bytes);
}

/// Keeps only these lists of a document, because small inputs run faster.
SampleDocument part(const SampleDocument& whole, const std::vector<const char*>& lists) {
  SampleDocument sample;
  for (const char* list : lists)
    sample.json[list] = whole.json[list];
  return sample;
}

SampleDocument small_skin() {
  SampleDocument sample;
  const int positions = sample.add({0, 0, 0}, kVec3);
  const int joints = sample.add({1, 0, 0, 0}, {kUnsignedByte, "VEC4", 4, false});
  const int weights = sample.add({255, 0, 0, 0}, {kUnsignedByte, "VEC4", 4, true});
  sample.json["meshes"] = {
      {{"primitives",
        {{{"attributes", {{"POSITION", positions}, {"JOINTS_0", joints}, {"WEIGHTS_0", weights}}}}}}}};
  sample.json["nodes"] = {{{"mesh", 0}, {"skin", 0}}, {{"children", {2}}}, {{"scale", {1, 2, 1}}}};
  sample.json["skins"] = {{{"joints", {1, 2}}}};
  return sample;
}

SampleDocument small_animation() {
  SampleDocument sample;
  const int times = sample.add({0, 1}, kScalars);
  const int rotations = sample.add({0, 0, 0, 1, 0, 0, 1, 0}, kVec4);
  sample.json["nodes"] = {{{"rotation", {0, 0, 0, 1}}}};
  sample.json["animations"] = {
      {{"samplers", {{{"input", times}, {"output", rotations}}}},
       {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "rotation"}}}}}}}};
  return sample;
}

SampleDocument small_pointers() {
  SampleDocument sample = small_animation();
  sample.animate_by_pointer(0, "/nodes/0/rotation");
  return sample;
}

SampleDocument small_instances() {
  SampleDocument sample = triangle_sample();
  const int places = sample.add({0, 0, 0, 1, 2, 3}, kVec3);
  sample.json["extensionsUsed"] = {"EXT_mesh_gpu_instancing"};
  sample.json["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"]["TRANSLATION"] = places;
  return sample;
}

/// A single weight of a mesh, which two instances show.
SampleDocument small_weights() {
  SampleDocument sample = small_instances();
  Json& primitive = sample.json["meshes"][0]["primitives"][0];
  primitive["targets"] = {{{"POSITION", primitive["attributes"]["POSITION"]}}};
  const int times = sample.add({0, 1}, kScalars);
  sample.json["animations"] = {
      {{"samplers", {{{"input", times}, {"output", times}}}}, {"channels", {{{"sampler", 0}}}}}};
  sample.animate_by_pointer(0, "/meshes/0/weights/0");
  sample.json["extensionsUsed"].push_back("EXT_mesh_gpu_instancing");
  return sample;
}

SampleDocument small_morph() {
  SampleDocument sample;
  const int positions = sample.add({0, 0, 0, 1, 0, 0}, kVec3);
  const int indices = sample.add_view({std::byte{1}});
  const int values = sample.add_view(stored_bytes({0.5, 0, 0}, kFloat));
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

std::vector<std::string> fuzz_files() {
  std::vector<std::string> texts;
  for (const SampleDocument& sample :
       {triangle_sample(), small_skin(), small_animation(), small_pointers(), small_instances(),
        small_weights(), small_morph(), part(skinned_sample(), {"nodes", "scenes"}), meshopt_sample(),
        draco_sample(true), draco_sample(false)})
    texts.insert(texts.end(), {sample.text(), text_of(sample.glb()), in_parts(sample)});
  return texts;
}

std::vector<std::byte> file_of_parts(std::string_view input) {
  const std::size_t nul = input.find('\0');
  if (!input.starts_with('{') || nul == std::string_view::npos) return bytes_of(input);
  return glb_of(std::string(input.substr(0, nul)), bytes_of(input.substr(nul + 1)));
}

}  // namespace bindpose::gltf
