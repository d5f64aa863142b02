// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/decompress.h"

#include <gtest/gtest.h>

#include "reference/gltf/load.h"
#include "reference/gltf/sample_document.h"
#include "reference/testing/assert.h"
#include "reference/testing/text.h"

namespace bindpose::gltf::decompress_test {

constexpr const char* kDraco = "KHR_draco_mesh_compression";

bool is_built_in(std::string_view extension) {
  return std::ranges::find(decoders(), extension, &Decoder::extension)->is_built_in;
}

/// Without its library a file is refused, and the message names the library.
void expect_refusal_by_name(const SampleDocument& sample, std::string_view library) {
  const std::string all = listed(issues_of(sample));
  EXPECT_TRUE(has(all, {"UNSUPPORTED_EXTENSION", library}));
}

TEST(decompress, meshopt_numbers_are_accurate_to_the_stored_bits) {
  if (!is_built_in("EXT_meshopt_compression"))
    return expect_refusal_by_name(meshopt_sample(), "meshoptimizer");
  BINDPOSE_ASSERT(const auto loaded, parse(meshopt_sample().glb(), {}, "m.glb"));
  ASSERT_EQ(loaded.meshes[0].primitives.size(), 2U);
  for (const Primitive& primitive : loaded.meshes[0].primitives) {
    EXPECT_EQ(primitive.mesh.positions, (std::vector<Vec3<double>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0.5}}));
    EXPECT_EQ(primitive.mesh.triangles, (std::vector<Triangle>{{0, 1, 2}}));
    EXPECT_LE((primitive.mesh.normals[1] - Vec3<double>(0, 0.6, 0.8)).cwiseAbs().maxCoeff(),
              primitive.storage.normals);
    EXPECT_GT(primitive.storage.normals, 0.5 / 127);
    EXPECT_LT(primitive.storage.normals, 4.0 / 127);
  }
  const auto& channels = loaded.clips[0].channels;
  EXPECT_LE(std::fabs(channels[0].track.values[4] - 0.6), channels[0].storage_error);
  EXPECT_LT(channels[0].storage_error, 1.0 / 2047);
  EXPECT_LE(std::fabs(channels[1].track.values[4] - 0.3), channels[1].storage_error);
  EXPECT_LT(channels[1].storage_error, 1.0 / 4096);
}

TEST(decompress, draco_numbers_are_accurate_to_the_stored_bits) {
  if (!is_built_in(kDraco)) return expect_refusal_by_name(draco_sample(true), "Draco");
  for (const bool is_sequential : {true, false}) {
    BINDPOSE_ASSERT(const auto loaded, parse(draco_sample(is_sequential).glb(), {}, "d.glb"));
    const Primitive& primitive = loaded.meshes[0].primitives[0];
    ASSERT_EQ(primitive.mesh.vertex_count(), 3U);
    ASSERT_EQ(primitive.mesh.triangles.size(), 1U);
    // Edgebreaker changes the order of vertices.
    const std::vector<Vec3<double>> expected = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0.5}};
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t v = primitive.mesh.triangles[0][i];
      double nearest = 1;
      std::size_t which = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const double far = (primitive.mesh.positions[v] - expected[k]).cwiseAbs().maxCoeff();
        if (far < nearest) which = k;
        nearest = std::min(nearest, far);
      }
      EXPECT_LE(nearest, primitive.storage.positions);
      EXPECT_EQ(primitive.influences.joints[4 * v], which == 1 ? 1U : 0U);
      EXPECT_LE(std::fabs(primitive.influences.weights[4 * v] - (which == 2 ? 0.25 : 1)),
                primitive.storage.weights);
    }
    EXPECT_GT(primitive.storage.positions, 0.4 / 16383);
    EXPECT_LT(primitive.storage.positions, 0.6 / 16383 + 1e-6);
    EXPECT_GT(primitive.storage.weights, 0.1 / 255);
  }
}

/// Changes every byte and shortens every length: at worst an error, never more memory than the limit.
TEST(decompress, damaged_files_are_errors) {
  for (const SampleDocument& sample : {meshopt_sample(), draco_sample(true), draco_sample(false)}) {
    for (std::size_t i = 0; i < sample.bytes.size(); ++i) {
      SampleDocument damaged = sample;
      damaged.bytes[i] ^= std::byte{0xff};
      static_cast<void>(issues_of(damaged));
    }
    for (const Json& view : sample.json["bufferViews"]) {
      SampleDocument shorter = sample;
      for (Json& each : shorter.json["bufferViews"])
        if (each.contains("extensions"))
          each["extensions"].begin().value()["byteLength"] = 5;
        else
          each["byteLength"] = 4;
      EXPECT_FALSE(issues_of(shorter).empty()) << view;
    }
  }
}

TEST(decompress, draco_sizes_are_checked_before_allocation) {
  if (!is_built_in(kDraco)) GTEST_SKIP();
  const auto said_with = [](bool is_sequential, std::size_t at, int value) {
    SampleDocument sample = draco_sample(is_sequential);
    sample.bytes.at(at) = static_cast<std::byte>(value);
    return listed(issues_of(sample));
  };
  EXPECT_TRUE(has(said_with(true, 11, 0x7f), "3 vertices and 127 triangles, expected at most 3 and 1"));
  EXPECT_NE(said_with(true, 12, 0x7f).find("127 vertices and 1 triangles"), std::string::npos);
  EXPECT_NE(said_with(false, 12, 0x7f).find("127 vertices and 1 triangles"), std::string::npos);
  EXPECT_NE(said_with(false, 13, 0x7f).find("3 vertices and 127 triangles"), std::string::npos);
  EXPECT_NE(said_with(false, 6, 1).find("version 2.1"), std::string::npos);
  EXPECT_NE(said_with(false, 10, 0x80).find("metadata"), std::string::npos);
}

TEST(decompress, primitives_share_decoded_data_but_accessors_have_one_source) {
  if (!is_built_in(kDraco)) GTEST_SKIP();
  SampleDocument twice = draco_sample(true);
  Json& primitives = twice.json["meshes"][0]["primitives"];
  primitives.push_back(primitives[0]);
  BINDPOSE_ASSERT(const auto loaded, parse(twice.glb(), {}, "d.glb"));
  EXPECT_EQ(loaded.meshes[0].primitives[0].mesh.positions, loaded.meshes[0].primitives[1].mesh.positions);

  Json& ids = primitives[1]["extensions"][kDraco]["attributes"];
  ids["POSITION"] = ids["POSITION"].get<int>() + 1;
  EXPECT_TRUE(has(listed(issues_of(twice)), "already belongs to other compressed data"));

  SampleDocument plain = draco_sample(true);
  plain.json["meshes"][0]["primitives"][0].erase("indices");
  EXPECT_NE(listed(issues_of(plain)).find("no indices"), std::string::npos) << listed(issues_of(plain));
}

TEST(decompress, draco_data_must_have_the_format_of_its_accessors) {
  if (!is_built_in(kDraco)) GTEST_SKIP();
  const auto said_with = [](bool is_sequential, auto change) {
    SampleDocument sample = draco_sample(is_sequential);
    change(sample, sample.json["meshes"][0]["primitives"][0]["extensions"][kDraco]["attributes"]);
    return listed(issues_of(sample));
  };
  const auto expect = [](const std::string& said, const std::string& pointer, const std::string& reason) {
    EXPECT_NE(said.find("COMPRESSED_DATA_INVALID sample#/meshes/0/primitives/0" + pointer), std::string::npos)
        << said;
    EXPECT_NE(said.find(reason), std::string::npos) << said;
  };
  const std::string attributes = "/extensions/KHR_draco_mesh_compression/attributes";
  for (const bool is_sequential : {true, false}) {
    const auto with_id = [&](const Json& id) {
      return said_with(is_sequential, [&](SampleDocument&, Json& ids) { ids["JOINTS_0"] = id; });
    };
    expect(with_id(9), attributes + "/JOINTS_0", "no attribute 9");
    expect(with_id(-2), attributes + "/JOINTS_0", "expected the id");
    expect(with_id(0.5), attributes + "/JOINTS_0", "expected the id");
    expect(with_id((std::int64_t{1} << 32) + 2), attributes + "/JOINTS_0", "expected the id");
    const auto with_format = [&](std::size_t accessor, const Json& format) {
      return said_with(is_sequential, [&](SampleDocument& sample, Json&) {
        sample.json["accessors"][accessor].update(format);
      });
    };
    expect(with_format(2, {{"componentType", kUnsignedShort}}), attributes + "/JOINTS_0",
           "of Draco's type 2, expected 4");
    expect(with_format(3, {{"componentType", kUnsignedByte}, {"normalized", true}}),
           attributes + "/WEIGHTS_0", "of Draco's type 9, expected 2");
    expect(with_format(4, {{"count", 6}}), "/indices", "1 triangles for 6 indices");
    const auto with_mode = [&](int mode) {
      return said_with(is_sequential, [&](SampleDocument& sample, Json&) {
        sample.json["meshes"][0]["primitives"][0]["mode"] = mode;
      });
    };
    expect(with_mode(6), "/mode", "expected 4 or 5");
    EXPECT_TRUE(has(with_mode(5), "UNSUPPORTED_EXTENSION sample#/meshes/0/primitives/0/mode"));
    expect(said_with(is_sequential,
                     [](SampleDocument& sample, Json&) {
                       for (std::size_t a = 0; a < 4; ++a)
                         sample.json["accessors"][a]["count"] = 4;
                     }),
           attributes, "3 vertices for 4");
  }
}

/// Numbers in Draco's format: seven bits in each byte.
void add_number(std::vector<std::byte>& bytes, std::uint32_t number) {
  for (; number >= 0x80; number >>= 7U)
    bytes.push_back(static_cast<std::byte>(0x80U | (number & 0x7fU)));
  bytes.push_back(static_cast<std::byte>(number));
}

/// Formerly Draco allocated memory for attributes without an accessor.
TEST(decompress, attributes_without_an_accessor_count_towards_the_limit) {
  if (!is_built_in(kDraco)) GTEST_SKIP();
  constexpr std::uint32_t triangles = 10'000, vertices = 3 * triangles;
  constexpr int attributes = 60;
  std::vector<std::byte> bytes;
  for (const int each : std::initializer_list<int>{'D', 'R', 'A', 'C', 'O', 2, 2, 1, 0, 0, 0})
    bytes.push_back(static_cast<std::byte>(each));
  add_number(bytes, triangles);
  add_number(bytes, vertices);
  bytes.push_back(std::byte{1});                          // uncompressed 16-bit indices
  bytes.resize(bytes.size() + vertices * sizeof(short));  // all are 0
  for (const int each : {1, attributes})                  // from one decoder
    bytes.push_back(static_cast<std::byte>(each));
  for (int id = 0; id < attributes; ++id)
    for (const int each : {id == 0 ? 0 : 4, 9, id == 0 ? 3 : 255, 0, id})  // kind, type, components
      bytes.push_back(static_cast<std::byte>(each));
  bytes.resize(bytes.size() + attributes);  // their decoders
  SampleDocument sample = draco_sample(true);
  const int view = sample.add_view(bytes);
  Json& primitive = sample.json["meshes"][0]["primitives"][0];
  primitive["attributes"] = {{"POSITION", 0}};
  primitive["extensions"][kDraco] = {{"bufferView", view}, {"attributes", {{"POSITION", 0}}}};
  for (const std::size_t accessor : {0, 4})
    sample.json["accessors"][accessor]["count"] = vertices;
  sample.json["nodes"][0].erase("skin");
  EXPECT_TRUE(has(listed(issues_of(sample)), {"LIMIT_EXCEEDED", "60 attributes of 1805760000 bytes in all"}));
}

TEST(decompress, meshopt_sizes_are_checked_before_allocation) {
  if (!is_built_in("EXT_meshopt_compression")) GTEST_SKIP();
  const auto codes_with = [](const char* member, const Json& value) {
    SampleDocument sample = meshopt_sample();
    sample.json["bufferViews"][0]["extensions"]["EXT_meshopt_compression"][member] = value;
    return listed(issues_of(sample));
  };
  EXPECT_NE(codes_with("count", 1U << 30U).find("LIMIT_EXCEEDED"), std::string::npos);
  EXPECT_NE(codes_with("count", 1000000).find("expected at least"), std::string::npos);
  EXPECT_NE(codes_with("count", 2).find("COMPRESSED_DATA_INVALID"), std::string::npos);
  EXPECT_NE(codes_with("buffer", 7).find("UNRESOLVED_REFERENCE"), std::string::npos);
  EXPECT_NE(codes_with("byteLength", 100000).find("BUFFER_VIEW_TOO_LONG"), std::string::npos);
  EXPECT_NE(codes_with("mode", "TRIANGLES").find("byteStride 12"), std::string::npos);
  EXPECT_NE(codes_with("mode", "PICTURES").find("mode"), std::string::npos);
  EXPECT_NE(codes_with("filter", "QUATERNION").find("expected 8"), std::string::npos);
}

}  // namespace bindpose::gltf::decompress_test
