// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <span>
#include <string>

#include <gtest/gtest.h>

#include "conformance/testing/results.h"
#include "reference/gltf/load.h"
#include "reference/gltf/mesh_writer.h"
#include "reference/io/safetensors.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance {
namespace pose_test {

/// A triangle on a node that a clip moves by (2, 0, 0) in a second.
std::string moving_triangle() {
  // (0, 0, 0), (1, 0, 0), (0, 1, 0); at 0 and 1 s; by (0, 0, 0) and (2, 0, 0).
  const std::string numbers =
      "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8A"
      "AAAAAAAAAAAAAAAAAABAAAAAAAAAAAA=";
  return R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    "animations": [{"name": "go", "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
                    "samplers": [{"input": 1, "output": 2}]}],
    "buffers": [{"byteLength": 68, "uri": "data:application/octet-stream;base64,)" +
         numbers + R"("}],
    "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 8},
                    {"buffer": 0, "byteOffset": 44, "byteLength": 24}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3, "min": [0, 0, 0], "max": [1, 1, 0]},
                  {"bufferView": 1, "componentType": 5126, "type": "SCALAR", "count": 2, "min": [0], "max": [1]},
                  {"bufferView": 2, "componentType": 5126, "type": "VEC3", "count": 2}]})";
}

class PoseTest : public testing::Test {
 protected:
  PoseTest() { EXPECT_TRUE(write_file(file("go.gltf"), std::string_view(moving_triangle()))); }

  std::filesystem::path file(const char* name) const { return folder_.path() / name; }
  Ran pose(const std::string& words) const {
    return run_in(folder_.path(), BINDPOSE_PROGRAM " pose " + words);
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_.path()),
                                                  std::filesystem::directory_iterator()));
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(PoseTest, warnings_about_the_file_are_printed) {
  std::string text = moving_triangle();
  text.insert(1, R"("extensionsUsed": ["KHR_animation_pointer"], )");
  EXPECT_TRUE(write_file(file("go.gltf"), std::string_view(text)));
  expect_ended(pose("go.gltf -o posed.ply"), 0,
               {"warning EXTENSION_NOT_APPLIED go.gltf#/extensionsUsed/0: 'KHR_animation_pointer'"});
}

TEST_F(PoseTest, numbers_are_in_double_precision) {
  const Ran ran = pose("go.gltf --clip go --time 0.3 -o posed.safetensors");
  ASSERT_EQ(ran.exit_code, 0) << ran.out;
  EXPECT_NE(ran.out.find("posed.safetensors: 3 vertices, 1 triangles"), std::string::npos) << ran.out;
  const auto tensors = from_safetensors(*read_file(file("posed.safetensors")));
  ASSERT_TRUE(tensors);
  const double moved = 2 * static_cast<double>(0.3F);
  EXPECT_EQ(tensors->find("parts-no-normals.positions")->array.reals(),
            (Array::Reals{moved, 0, 0, 1 + moved, 0, 0, moved, 1, 0}));
  EXPECT_EQ(tensors->find("parts-no-normals.triangles")->array.integers(), (Array::Integers{0, 1, 2}));
  EXPECT_EQ(tensors->metadata.at("clip"), "go");
}

TEST_F(PoseTest, a_glb_is_valid_gltf_and_a_ply_has_the_vertices) {
  ASSERT_EQ(pose("go.gltf --clip 0 --time 1 -o posed.glb").exit_code, 0);
  const auto asset = gltf::load(file("posed.glb").string());
  ASSERT_TRUE(asset) << gltf::to_string(asset.error());
  EXPECT_EQ(asset->meshes[0].primitives[0].mesh.positions[1], Vec3<double>(3, 0, 0));
  ASSERT_EQ(pose("go.gltf -o rest.ply").exit_code, 0);
  EXPECT_EQ(slurp(file("rest.ply")).find("ply\nformat binary_little_endian 1.0\nelement vertex 3\n"), 0U);
}

TEST_F(PoseTest, what_is_wrong_has_a_code_and_leaves_no_file) {
  ASSERT_TRUE(write_file(file("broken.glb"), std::string_view("glTF")));
  const std::size_t before = files() + 1;  // with what was said
  for (const auto& [words, said, code] : std::vector<std::tuple<std::string, std::string, int>>{
           {"go.gltf --clip no -o x.glb", "CLIP_UNKNOWN", 2},
           {"go.gltf --clip 1 -o x.glb", "CLIP_UNKNOWN", 2},
           {"go.gltf --clip \"$(printf '\\033[2J')\" -o x.glb", "CLIP_UNKNOWN", 2},
           {"go.gltf --time 1 -o x.glb", "ARGUMENT", 2},
           {"go.gltf --clip go --time nan -o x.glb", "NOT_FINITE", 2},
           {"go.gltf --clip go --time 1e300 -o x.glb", "NOT_FINITE", 2},
           {"go.gltf --method no -o x.glb", "METHOD_UNKNOWN", 2},
           {"go.gltf -o x.obj", "OUT_FORMAT", 2},
           {"go.gltf -o nowhere/x.glb", "FILE_WRITE", 2},
           {"go.gltf", "-o", 2},
           {"none.glb -o x.glb", "none.glb: no such file", 1},
           {". -o x.glb", ".: is not a file", 1},
           {"broken.glb -o x.glb", "GLB_", 1}}) {
    const Ran ran = pose(words);
    expect_ended(ran, code, {said});
    EXPECT_EQ(ran.out.find('\x1b'), std::string::npos) << words;
    EXPECT_EQ(files(), before) << words;
  }
}

}  // namespace pose_test
}  // namespace bindpose::conformance
