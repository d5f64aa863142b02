// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Compressed bytes were written by the encoders of meshoptimizer 0.18 and Draco 1.5.5.
#include <charconv>

#include "reference/gltf/sample_document.h"

namespace bindpose::gltf {
namespace {

// meshoptimizer: the positions (0, 0, 0), (1, 0, 0), (0, 1, 0.5); the triangle (0, 1, 2), and its corners as a
// list; the normals z, (0, 0.6, 0.8), z in 8 bits; the rotations 1 and 73.74 degrees about x in 12 bits; the
// translations 0 and (1.5, 0.3, -2) in 15 bits.
constexpr std::string_view kPositions =
    "a00000013c000000ffff013c0000007e7d0000010c000000ff010c0000007e000000010c0000007e0000000000"
    "000000000000000000000000000000000000000000000000000000";
constexpr std::string_view kTriangles = "e0f0007687566778a9866589689801690000";
constexpr std::string_view kCorners = "d000040400000000";
constexpr std::string_view kNormals =
    "a000013c0000006c6b00000000000000000000000000000000000000000000000000000000000000007f00";
constexpr std::string_view kRotations =
    "a001300000006d01300000000c0000000000000000000000000000000000000000000000000000000000000000"
    "00000000ff07";
constexpr std::string_view kTranslations =
    "a00001300000003000013000000004013000000065013000000008000130000000040001300000003f01100000"
    "000130000000040000000000000000000000000000000000000000000000f2000000f2000000f2";

// Draco: the same triangle with positions in 14 bits, normals in 10, joints and weights in 8, as attributes 0 to
// 3.
constexpr std::string_view kSequential =
    "445241434f02020100000001030100010201040009030000010903000104020400020409040003020301020001"
    "01000f03ad2a2f551503a07a8188001000fcff00000000ff3f0000000301000b1f551555155915037d858600fe"
    "6f6f6f4332ff030000ff0100000001010002030140010010030000000001000000000101000303ad2a551503a0"
    "7a81010600000000ff0000000000000000000000000000000000803f0e0a0000803e0000000000000000000000"
    "000000403f08";
constexpr std::string_view kEdgebreaker =
    "445241434f020201010000000301030100000107ff011101010001010001010004ff0000000000010000020000"
    "01000903000002010109030001030104020400020101040904000302010101000f0355152fad2a030470811100"
    "0280ff1f001000fe7f00000000ff3f00000000000000000000000000000000803f0e000301000b0355151b5515"
    "591503658586db486e4332ff030000ff0100000a01010100020301400100310200000000010000000101010003"
    "035515ad2a0304708161900000000000ff0000000000803e0000000000000000000000000000403f08";

std::vector<std::byte> bytes_from(std::string_view hexadecimal) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i + 2 <= hexadecimal.size(); i += 2) {
    unsigned value = 0;
    std::from_chars(hexadecimal.data() + i, hexadecimal.data() + i + 2, value, 16);
    bytes.push_back(static_cast<std::byte>(value));
  }
  return bytes;
}

/// Compresses the view of an accessor; its own bytes become zeros.
void compress(SampleDocument& sample, int accessor, std::string_view packed, const Json& how) {
  const auto v =
      sample.json["accessors"][static_cast<std::size_t>(accessor)]["bufferView"].get<std::size_t>();
  const int place = sample.add_view(bytes_from(packed));
  Json& view = sample.json["bufferViews"][v];
  Json& compressed = sample.json["bufferViews"][static_cast<std::size_t>(place)];
  const auto first = static_cast<std::ptrdiff_t>(view["byteOffset"].get<std::size_t>());
  std::fill_n(sample.bytes.begin() + first, view["byteLength"].get<std::size_t>(), std::byte{0});
  Json extension = compressed;
  extension.update(how);
  view["extensions"] = {{"EXT_meshopt_compression", extension}};
}

void require(SampleDocument& sample, const char* extension) {
  sample.json["extensionsUsed"].push_back(extension);
  sample.json["extensionsRequired"].push_back(extension);
}

}  // namespace

SampleDocument meshopt_sample() {
  SampleDocument sample;
  const int positions = sample.add({0, 0, 0, 1, 0, 0, 0, 1, 0.5}, kVec3);
  const int normals = sample.add({0, 0, 127, 0, 0, 76, 102, 0, 0, 0, 127, 0}, {kByte, "VEC4", 4, true});
  const int triangles = sample.add({0, 1, 2}, {kUnsignedShort, "SCALAR", 1, false});
  const int corners = sample.add({0, 1, 2}, {kUnsignedInt, "SCALAR", 1, false});
  const int times = sample.add({0, 1}, kScalars);
  const int rotations = sample.add({0, 0, 0, 32767, 19660, 0, 0, 26214}, {kShort, "VEC4", 4, true});
  const int translations = sample.add({0, 0, 0, 1.5, 0.3, -2}, kVec3);
  compress(sample, positions, kPositions, {{"mode", "ATTRIBUTES"}, {"byteStride", 12}, {"count", 3}});
  compress(sample, normals, kNormals,
           {{"mode", "ATTRIBUTES"}, {"filter", "OCTAHEDRAL"}, {"byteStride", 4}, {"count", 3}});
  compress(sample, triangles, kTriangles, {{"mode", "TRIANGLES"}, {"byteStride", 2}, {"count", 3}});
  compress(sample, corners, kCorners, {{"mode", "INDICES"}, {"byteStride", 4}, {"count", 3}});
  compress(sample, rotations, kRotations,
           {{"mode", "ATTRIBUTES"}, {"filter", "QUATERNION"}, {"byteStride", 8}, {"count", 2}});
  compress(sample, translations, kTranslations,
           {{"mode", "ATTRIBUTES"}, {"filter", "EXPONENTIAL"}, {"byteStride", 12}, {"count", 2}});
  sample.json["bufferViews"][static_cast<std::size_t>(normals)]["byteStride"] = 4;
  sample.json["accessors"][static_cast<std::size_t>(normals)].update({{"type", "VEC3"}});
  sample.json["accessors"][static_cast<std::size_t>(normals)].erase("min");
  sample.json["accessors"][static_cast<std::size_t>(normals)].erase("max");
  const Json attributes = {{"POSITION", positions}, {"NORMAL", normals}};
  sample.json["meshes"] = {{{"primitives",
                             {{{"attributes", attributes}, {"indices", triangles}},
                              {{"attributes", attributes}, {"indices", corners}}}}}};
  sample.json["nodes"] = {{{"mesh", 0}}};
  sample.json["animations"] = {
      {{"samplers",
        {{{"input", times}, {"output", rotations}}, {{"input", times}, {"output", translations}}}},
       {"channels",
        {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "rotation"}}}},
         {{"sampler", 1}, {"target", {{"node", 0}, {"path", "translation"}}}}}}}};
  require(sample, "EXT_meshopt_compression");
  require(sample, "KHR_mesh_quantization");
  return sample;
}

SampleDocument draco_sample(bool is_sequential) {
  SampleDocument sample;
  const int view = sample.add_view(bytes_from(is_sequential ? kSequential : kEdgebreaker));
  Json& accessors = sample.json["accessors"];
  accessors = {
      {{"componentType", kFloat}, {"count", 3}, {"type", "VEC3"}, {"min", {0, 0, 0}}, {"max", {1, 1, 0.5}}},
      {{"componentType", kFloat}, {"count", 3}, {"type", "VEC3"}},
      {{"componentType", kUnsignedByte}, {"count", 3}, {"type", "VEC4"}},
      {{"componentType", kFloat}, {"count", 3}, {"type", "VEC4"}},
      {{"componentType", kUnsignedShort}, {"count", 3}, {"type", "SCALAR"}}};
  sample.json["meshes"] = {
      {{"primitives",
        {{{"attributes", {{"POSITION", 0}, {"NORMAL", 1}, {"JOINTS_0", 2}, {"WEIGHTS_0", 3}}},
          {"indices", 4},
          {"extensions",
           {{"KHR_draco_mesh_compression",
             {{"bufferView", view},
              {"attributes", {{"POSITION", 0}, {"NORMAL", 1}, {"JOINTS_0", 2}, {"WEIGHTS_0", 3}}}}}}}}}}}};
  sample.json["nodes"] = {{{"mesh", 0}, {"skin", 0}}, {{"children", {2}}}, {{"scale", {1, 2, 1}}}};
  sample.json["skins"] = {{{"joints", {1, 2}}}};
  sample.json["scenes"] = {{{"nodes", {0, 1}}}};
  require(sample, "KHR_draco_mesh_compression");
  return sample;
}

}  // namespace bindpose::gltf
