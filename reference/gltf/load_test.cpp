// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/load.h"

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "reference/gltf/sample_document.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::gltf {
namespace load_test {

namespace fs = std::filesystem;

TEST(load, text_and_glb_give_the_same_asset) {
  const SampleDocument sample = skinned_sample();
  const auto text = parse(as_bytes(sample.text()), {}, "a.gltf");
  const auto binary = parse(sample.glb(), {}, "a.glb");
  ASSERT_TRUE(text && binary);
  EXPECT_EQ(text->path, "a.gltf");
  EXPECT_EQ(text->meshes[0].primitives[0].mesh.positions, binary->meshes[0].primitives[0].mesh.positions);
  EXPECT_EQ(text->meshes[0].primitives[0].influences.weights,
            binary->meshes[0].primitives[0].influences.weights);
  EXPECT_EQ(text->clips[0].channels[2].track.values, binary->clips[0].channels[2].track.values);
}

TEST(load, says_when_there_is_no_file) {
  const auto asset = load("/nonexistent/a.gltf");
  ASSERT_FALSE(asset);
  EXPECT_EQ(asset.error().issues.at(0).code, "IO_ERROR");
  EXPECT_FALSE(load(testing::TempDir()));
}

TEST(load, reads_files) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "skinned.glb";
  const std::vector<std::byte> bytes = skinned_sample().glb();
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  const auto asset = load(file);
  ASSERT_TRUE(asset) << to_string(asset.error());
  EXPECT_EQ(asset->path, file.string());
}

TEST(load, reports_errors_of_all_kinds_at_once) {
  SampleDocument sample = skinned_sample();
  sample.json["nodes"][4]["children"] = {99};
  sample.json["accessors"][0]["count"] = 0;
  sample.json["skins"][0]["skeleton"] = 3;
  sample.json["animations"][0]["channels"][0]["target"].erase("path");
  const std::vector<Issue> issues = issues_of(sample);
  for (const char* code :
       {"UNRESOLVED_REFERENCE", "VALUE_NOT_IN_RANGE", "SKIN_SKELETON_INVALID", "UNDEFINED_PROPERTY"}) {
    EXPECT_NE(listed(issues).find(code), std::string::npos) << code;
  }
}

TEST(load, prints_one_line_an_issue) {
  const Refusal refusal{"a.glb",
                        {{Issue::Severity::error, "GLB_INVALID_MAGIC", "@0", "magic 0"},
                         {Issue::Severity::warning, "VALUE_NOT_IN_LIST", "/accessors/0/type", "what"},
                         {Issue::Severity::error, "INVALID_JSON", "", "no"}}};
  EXPECT_EQ(to_string(refusal),
            "error GLB_INVALID_MAGIC a.glb#@0: magic 0\n"
            "warning VALUE_NOT_IN_LIST a.glb#/accessors/0/type: what\n"
            "error INVALID_JSON a.glb: no");
}

TEST(load, a_document_of_nothing_is_an_asset_of_nothing) {
  const auto asset = parse(as_bytes(R"({"asset":{"version":"2.0"}})"), {}, "");
  ASSERT_TRUE(asset);
  EXPECT_TRUE(asset->meshes.empty());
}

TEST(load, every_prefix_of_a_file_is_refused) {
  const std::vector<std::byte> bytes = triangle_sample().glb();
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(parse(std::span(bytes).first(length), {}, "a.glb")) << length;
  }
}

TEST(load, survives_random_bytes_in_the_wrong_places) {
  const std::vector<std::byte> bytes = skinned_sample().glb();
  std::mt19937_64 random(20260101);
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::byte> broken = bytes;
    for (int i = 0; i < 3; ++i)
      broken[random() % broken.size()] = static_cast<std::byte>(random() & 0xff);
    const auto asset = parse(broken, {}, "");
    if (asset) continue;
    EXPECT_FALSE(asset.error().issues.empty());
    EXPECT_EQ(to_string(asset.error()).find("TINYGLTF_REFUSED"), std::string::npos)
        << to_string(asset.error());
    EXPECT_EQ(to_string(asset.error()).find("INTERNAL_ERROR"), std::string::npos) << to_string(asset.error());
  }
}

}  // namespace load_test
}  // namespace bindpose::gltf
