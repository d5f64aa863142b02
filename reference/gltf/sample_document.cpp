// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/sample_document.h"

#include <algorithm>
#include <cstring>

#include "reference/gltf/load.h"
#include "reference/io/base64.h"
#include "reference/numeric/float32.h"

namespace bindpose::gltf {
namespace {

template <class T>
void append(std::vector<std::byte>& bytes, double number) {
  const T value = static_cast<T>(number);
  std::byte raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  bytes.insert(bytes.end(), raw, raw + sizeof value);
}

void append_u32(std::vector<std::byte>& bytes, std::size_t value) {
  for (int shift = 0; shift < 32; shift += 8)
    bytes.push_back(static_cast<std::byte>((value >> shift) & 0xff));
}

Json bound(const std::vector<double>& numbers, const SampleFormat& format, bool least) {
  Json bounds = Json::array();
  for (std::size_t c = 0; c < format.components; ++c) {
    double extreme = numbers[c];
    for (std::size_t i = c; i < numbers.size(); i += format.components) {
      extreme = least ? std::min(extreme, numbers[i]) : std::max(extreme, numbers[i]);
    }
    if (format.component_type == kFloat) {
      bounds.push_back(to_float32(extreme));
    } else {
      bounds.push_back(static_cast<std::int64_t>(extreme));
    }
  }
  return bounds;
}

Json node(const char* name, const Json& members) {
  Json json = {{"name", name}};
  json.update(members);
  return json;
}

/// Nodes, skin and scene of the bar: hip (joint) - spacer - knee (joint) - foot (joint), and the mesh next to
/// them.
void add_skeleton(SampleDocument& sample) {
  const double half = std::sqrt(0.5);
  sample.json["nodes"] = {node("bar", {{"mesh", 0}, {"skin", 0}}),
                          node("hip", {{"children", {2}}, {"translation", {0.0, 0.5, 0.0}}}),
                          node("spacer", {{"children", {3}}, {"scale", {1.0, 2.0, 1.0}}}),
                          node("knee", {{"children", {4}}, {"rotation", {0.0, 0.0, half, half}}}),
                          node("foot", Json::object())};
  sample.json["nodes"][4]["matrix"] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.25, 0, 1};
  std::vector<double> inverse_binds;
  for (int joint = 0; joint < 3; ++joint) {
    const double drop = -0.5 * joint;
    inverse_binds.insert(inverse_binds.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, drop, 0, 1});
  }
  const int accessor = sample.add(inverse_binds, kMat4);
  sample.json["skins"] = {{{"inverseBindMatrices", accessor}, {"joints", {3, 1, 4}}, {"skeleton", 1}}};
  sample.json["scenes"] = {{{"nodes", {0, 1}}}};
  sample.json["scene"] = 0;
}

Json channel(int sampler, int target, const char* path) {
  return {{"sampler", sampler}, {"target", {{"node", target}, {"path", path}}}};
}

void add_animation(SampleDocument& sample, int rotations) {
  const double half = std::sqrt(0.5);
  const int times = sample.add({0, 1}, kScalars);
  if (rotations < 0) rotations = sample.add({0, 0, 0, 1, 0, 0, half, half}, kVec4);
  const int translations = sample.add({0, 0.5, 0, 0, 1, 0}, kVec3);
  const int scales = sample.add({0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 2, 2, 2, 0, 0, 0}, kVec3);
  const int weights = sample.add({0, 1}, kScalars);
  sample.json["animations"] = {{{"samplers",
                                 {{{"input", times}, {"output", rotations}},
                                  {{"input", times}, {"output", translations}, {"interpolation", "STEP"}},
                                  {{"input", times}, {"output", scales}, {"interpolation", "CUBICSPLINE"}},
                                  {{"input", times}, {"output", weights}, {"interpolation", "LINEAR"}}}},
                                {"channels",
                                 {channel(0, 3, "rotation"), channel(1, 1, "translation"),
                                  channel(2, 2, "scale"), channel(3, 0, "weights")}}}};
}

/// A target that moves vertex 2 only: a sparse accessor without a base.
int add_sparse_target(SampleDocument& sample) {
  const int indices = sample.add_view({std::byte{2}});
  const int values = sample.add_view(stored_bytes({0.5, 0, 0}, kFloat));
  sample.json["accessors"].push_back({{"componentType", 5126},
                                      {"count", 4},
                                      {"type", "VEC3"},
                                      {"min", {0.0, 0.0, 0.0}},
                                      {"max", {0.5, 0.0, 0.0}},
                                      {"sparse",
                                       {{"count", 1},
                                        {"indices", {{"bufferView", indices}, {"componentType", 5121}}},
                                        {"values", {{"bufferView", values}}}}}});
  return static_cast<int>(sample.json["accessors"].size()) - 1;
}

}  // namespace

SampleDocument::SampleDocument() {
  json = {{"asset", {{"version", "2.0"}}}, {"accessors", Json::array()}, {"bufferViews", Json::array()}};
}

int SampleDocument::add_view(const std::vector<std::byte>& data) {
  while (bytes.size() % 4 != 0)
    bytes.push_back(std::byte{0});
  json["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", bytes.size()}, {"byteLength", data.size()}});
  bytes.insert(bytes.end(), data.begin(), data.end());
  return static_cast<int>(json["bufferViews"].size()) - 1;
}

int SampleDocument::add(const std::vector<double>& numbers, const SampleFormat& format) {
  const int view = add_view(stored_bytes(numbers, format.component_type));
  Json accessor = {{"bufferView", view},
                   {"componentType", static_cast<int>(format.component_type)},
                   {"count", numbers.size() / format.components},
                   {"type", format.type},
                   {"min", bound(numbers, format, true)},
                   {"max", bound(numbers, format, false)}};
  if (format.normalized) accessor["normalized"] = true;
  json["accessors"].push_back(std::move(accessor));
  return static_cast<int>(json["accessors"].size()) - 1;
}

void SampleDocument::animate_by_pointer(std::size_t channel, const std::string& pointer) {
  for (const char* list : {"extensionsUsed", "extensionsRequired"})
    json[list] = {"KHR_animation_pointer"};
  json["animations"][0]["channels"][channel]["target"] = {
      {"path", "pointer"}, {"extensions", {{"KHR_animation_pointer", {{"pointer", pointer}}}}}};
}

void SampleDocument::set(int accessor, std::size_t i, double number) {
  const Json& entry = json["accessors"][static_cast<std::size_t>(accessor)];
  const Json& view = json["bufferViews"][entry["bufferView"].get<std::size_t>()];
  const auto type = static_cast<ComponentType>(entry["componentType"].get<int>());
  const std::vector<std::byte> stored = stored_bytes({number}, type);
  const std::size_t offset = view["byteOffset"].get<std::size_t>() + i * stored.size();
  std::copy(stored.begin(), stored.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offset));
}

std::string SampleDocument::text() const {
  Json whole = json;
  if (!bytes.empty() && !whole.contains("buffers")) {
    whole["buffers"] = {
        {{"byteLength", bytes.size()}, {"uri", "data:application/octet-stream;base64," + base64(bytes)}}};
  }
  for (const char* list : {"accessors", "bufferViews"}) {
    if (whole.contains(list) && whole[list].is_array() && whole[list].empty()) whole.erase(list);
  }
  return whole.dump();
}

std::vector<std::byte> SampleDocument::glb() const {
  Json whole = json;
  if (!bytes.empty()) whole["buffers"] = {{{"byteLength", bytes.size()}}};
  return glb_of(whole.dump(), bytes);
}

std::vector<std::byte> stored_bytes(const std::vector<double>& numbers, ComponentType type) {
  std::vector<std::byte> bytes;
  for (const double number : numbers) {
    switch (type) {
      case kByte:
        append<std::int8_t>(bytes, number);
        break;
      case kUnsignedByte:
        append<std::uint8_t>(bytes, number);
        break;
      case kShort:
        append<std::int16_t>(bytes, number);
        break;
      case kUnsignedShort:
        append<std::uint16_t>(bytes, number);
        break;
      case kUnsignedInt:
        append<std::uint32_t>(bytes, number);
        break;
      case kFloat:
        append<float>(bytes, number);
        break;
    }
  }
  return bytes;
}

std::vector<std::byte> as_bytes(const std::string& text) {
  std::vector<std::byte> bytes;
  for (const char c : text)
    bytes.push_back(static_cast<std::byte>(c));
  return bytes;
}

std::vector<std::byte> glb_of(const std::string& json, const std::vector<std::byte>& bin) {
  std::string text = json;
  text.resize((text.size() + 3) / 4 * 4, ' ');
  std::vector<std::byte> data = bin;
  data.resize((data.size() + 3) / 4 * 4);
  std::vector<std::byte> file = as_bytes("glTF");
  append_u32(file, 2);
  append_u32(file, 12 + 8 + text.size() + (data.empty() ? 0 : 8 + data.size()));
  append_u32(file, text.size());
  append_u32(file, 0x4E4F534A);
  const std::vector<std::byte> text_bytes = as_bytes(text);
  file.insert(file.end(), text_bytes.begin(), text_bytes.end());
  if (data.empty()) return file;
  append_u32(file, data.size());
  append_u32(file, 0x004E4942);
  file.insert(file.end(), data.begin(), data.end());
  return file;
}

SampleDocument triangle_sample() {
  SampleDocument sample;
  const int positions = sample.add({0, 0, 0, 1, 0, 0, 0, 1, 0}, kVec3);
  sample.json["meshes"] = {{{"primitives", {{{"attributes", {{"POSITION", positions}}}}}}}};
  sample.json["nodes"] = {{{"mesh", 0}}};
  return sample;
}

SampleDocument skinned_sample() {
  SampleDocument sample;
  const int positions = sample.add({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, kVec3);
  const int normals = sample.add({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, kVec3);
  const int tangents = sample.add({1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, -1, 1, 0, 0, 1}, kVec4);
  const int joints_0 =
      sample.add({0, 0, 0, 0, 1, 0, 0, 0, 2, 1, 0, 0, 2, 0, 0, 0}, {kUnsignedByte, "VEC4", 4, false});
  const int joints_1 =
      sample.add({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}, {kUnsignedShort, "VEC4", 4, false});
  const int weights_0 = sample.add({1, 0, 0, 0, 0.75, 0.25, 0, 0, 0.5, 0.5, 0, 0, 0.5, 0.3F, 0, 0}, kVec4);
  const int weights_1 =
      sample.add({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13107, 0, 0, 0}, {kUnsignedShort, "VEC4", 4, true});
  const int indices = sample.add({0, 1, 2, 2, 1, 3}, {kUnsignedShort, "SCALAR", 1, false});
  const int target = add_sparse_target(sample);
  sample.json["meshes"] = {{{"primitives",
                             {{{"attributes",
                                {{"POSITION", positions},
                                 {"NORMAL", normals},
                                 {"TANGENT", tangents},
                                 {"JOINTS_0", joints_0},
                                 {"WEIGHTS_0", weights_0},
                                 {"JOINTS_1", joints_1},
                                 {"WEIGHTS_1", weights_1}}},
                               {"indices", indices},
                               {"targets", {{{"POSITION", target}}}}}}},
                            {"weights", {0.25}}}};
  add_skeleton(sample);
  add_animation(sample, -1);
  return sample;
}

SampleDocument quantized_sample() {
  SampleDocument sample;
  sample.json["extensionsUsed"] = {"KHR_mesh_quantization"};
  sample.json["extensionsRequired"] = {"KHR_mesh_quantization"};
  // A vertex: position 3 x short and 2 bytes of padding, normal 3 x byte and 1 byte of padding.
  std::vector<std::byte> vertices;
  for (int v = 0; v < 4; ++v) {
    const int row = v / 2;
    const std::vector<std::byte> position = stored_bytes({32767.0 * (v % 2), 32767.0 * row, 0, 0}, kShort);
    const std::vector<std::byte> normal = stored_bytes({0, 0, 127, 0}, kByte);
    vertices.insert(vertices.end(), position.begin(), position.end());
    vertices.insert(vertices.end(), normal.begin(), normal.end());
  }
  const int view = sample.add_view(vertices);
  sample.json["bufferViews"][static_cast<std::size_t>(view)]["byteStride"] = 12;
  sample.json["accessors"] = {{{"bufferView", view},
                               {"componentType", 5122},
                               {"normalized", true},
                               {"count", 4},
                               {"type", "VEC3"},
                               {"min", {0, 0, 0}},
                               {"max", {32767, 32767, 0}}},
                              {{"bufferView", view},
                               {"byteOffset", 8},
                               {"componentType", 5120},
                               {"normalized", true},
                               {"count", 4},
                               {"type", "VEC3"}}};
  const int joints =
      sample.add({0, 1, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0}, {kUnsignedByte, "VEC4", 4, false});
  const int weights = sample.add({128, 127, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0},
                                 {kUnsignedByte, "VEC4", 4, true});
  const int target = add_sparse_target(sample);
  sample.json["meshes"] = {
      {{"primitives",
        {{{"attributes", {{"POSITION", 0}, {"NORMAL", 1}, {"JOINTS_0", joints}, {"WEIGHTS_0", weights}}},
          {"mode", 5},
          {"targets", {{{"POSITION", target}}}}}}}}};
  add_skeleton(sample);
  add_animation(sample, sample.add({0, 0, 0, 127, 0, 0, 90, 90}, {kByte, "VEC4", 4, true}));
  return sample;
}

std::vector<Issue> issues_of(const std::string& text) {
  const auto asset = parse(as_bytes(text), {}, "sample.gltf");
  return asset ? asset->warnings : asset.error().issues;
}

std::vector<Issue> issues_of(const SampleDocument& sample) {
  return issues_of(sample.text());
}

bool has_issue(const std::vector<Issue>& issues, Issue::Severity severity, const std::string& code,
               const std::string& pointer) {
  return std::any_of(issues.begin(), issues.end(), [&](const Issue& issue) {
    return issue.severity == severity && issue.code == code && issue.pointer == pointer;
  });
}

std::string listed(const std::vector<Issue>& issues) {
  return to_string(Refusal{"sample", issues});
}

}  // namespace bindpose::gltf
