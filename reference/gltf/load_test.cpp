// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/load.h"

#include <fstream>
#include <random>

#include <gtest/gtest.h>

#include "reference/gltf/accessor_store.h"
#include "reference/gltf/sample_document.h"
#include "reference/io/document_limits.h"
#include "reference/testing/assert.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::gltf::load_test {

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

TEST(load, a_missing_file_is_reported) {
  const auto asset = load("/nonexistent/a.gltf");
  ASSERT_FALSE(asset);
  EXPECT_EQ(asset.error().issues.at(0).code, "IO_ERROR");
  EXPECT_FALSE(load(testing::TempDir()));
}

TEST(load, files_are_read) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "skinned.glb";
  const std::vector<std::byte> bytes = skinned_sample().glb();
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  BINDPOSE_ASSERT(const auto asset, load(file));
  EXPECT_EQ(asset.path, file.string());
}

TEST(load, errors_of_all_kinds_are_reported_at_once) {
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

TEST(load, each_issue_is_printed_on_one_line) {
  const Refusal refusal{"a.glb",
                        {{Issue::Severity::error, "GLB_INVALID_MAGIC", "@0", "magic 0"},
                         {Issue::Severity::warning, "VALUE_NOT_IN_LIST", "/accessors/0/type", "what"},
                         {Issue::Severity::error, "INVALID_JSON", "", "no"}}};
  EXPECT_EQ(to_string(refusal),
            "error GLB_INVALID_MAGIC a.glb#@0: magic 0\n"
            "warning VALUE_NOT_IN_LIST a.glb#/accessors/0/type: what\n"
            "error INVALID_JSON a.glb: no");
}

TEST(load, an_empty_document_gives_an_empty_asset) {
  BINDPOSE_ASSERT(const auto asset, parse(as_bytes(R"({"asset":{"version":"2.0"}})"), {}, ""));
  EXPECT_TRUE(asset.meshes.empty());
}

TEST(load, every_prefix_of_a_file_is_refused) {
  const std::vector<std::byte> bytes = triangle_sample().glb();
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(parse(std::span(bytes).first(length), {}, "a.glb")) << length;
  }
}

TEST(load, random_bytes_never_cause_internal_errors) {
  const std::vector<std::byte> bytes = skinned_sample().glb();
  std::mt19937_64 random(20260101);
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::byte> broken = bytes;
    for (int i = 0; i < 3; ++i)
      broken[random() % broken.size()] = static_cast<std::byte>(random() & 0xff);
    const auto asset = parse(broken, {}, "");
    if (asset) continue;
    EXPECT_FALSE(asset.error().issues.empty());
    EXPECT_TRUE(lacks(to_string(asset.error()), {"TINYGLTF_REFUSED", "INTERNAL_ERROR"}));
  }
}

/// The issue LIMIT_EXCEEDED of a file, or all issues if that is not the first.
std::string limit_of(const SampleDocument& sample) {
  const std::vector<Issue> issues = issues_of(sample);
  return !issues.empty() && issues[0].code == "LIMIT_EXCEEDED" ? issues[0].pointer + ": " + issues[0].message
                                                               : "other: " + listed(issues);
}

TEST(load, files_and_buffers_above_a_gibibyte_are_not_read) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "large.glb", buffer = folder.path() / "large.bin";
  for (const fs::path& each : {file, buffer}) {
    std::ofstream(each).put('g');
    fs::resize_file(each, limits::asset.most + 1);  // sparse: it takes no space
  }
  const auto refused = load(file);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().issues.at(0).code, "LIMIT_EXCEEDED");
  EXPECT_EQ(refused.error().issues.at(0).message, "1073741825 bytes, expected at most 1073741824");
  SampleDocument sample = triangle_sample();
  sample.json["buffers"] = {{{"byteLength", sample.bytes.size()}, {"uri", "small.bin"}},
                            {{"byteLength", limits::asset_buffers.most}, {"uri", "large.bin"}}};
  std::ofstream(folder.path() / "small.bin", std::ios::binary)
      .write(reinterpret_cast<const char*>(sample.bytes.data()),
             static_cast<std::streamsize>(sample.bytes.size()));
  const auto two = parse(as_bytes(sample.json.dump()), folder.path(), "a.gltf");
  ASSERT_FALSE(two);
  EXPECT_EQ(two.error().issues.at(0).code, "LIMIT_EXCEEDED") << to_string(two.error());
  EXPECT_EQ(two.error().issues.at(0).pointer, "/buffers/1/byteLength");
}

TEST(load, json_with_too_many_values_is_refused_before_parsing) {
  std::string text = R"({"asset": {"version": "2.0"}, "extras": [[])";
  while (text.size() < 3 * limits::asset_json_values.most + 100)
    text += ",[]";
  const std::vector<Issue> issues = issues_of(text + "]}");
  EXPECT_TRUE(has_issue(issues, Issue::Severity::error, "LIMIT_EXCEEDED", "")) << listed(issues);
}

TEST(load, copies_of_weights_and_meshes_are_limited) {
  constexpr int keys = 300, targets = 300, nodes = 3000;
  SampleDocument sample = skinned_sample();
  std::vector<double> times(keys), values(keys * targets);
  std::iota(times.begin(), times.end(), 0.0);
  const int input = sample.add(times, kScalars), output = sample.add(values, kScalars);
  Json& mesh = sample.json["meshes"][0];
  mesh.erase("weights"), mesh.erase("extras");
  mesh["primitives"][0]["targets"] = Json(targets, mesh["primitives"][0]["targets"][0]);
  for (int i = 0; i < nodes; ++i)
    sample.json["nodes"].push_back({{"mesh", 0}, {"skin", 0}});
  sample.json["animations"][0]["samplers"] = {{{"input", input}, {"output", output}}};
  sample.json["animations"][0]["channels"] = {{{"sampler", 0}}};
  sample.animate_by_pointer(0, "/meshes/0/weights");
  EXPECT_EQ(limit_of(sample).find("other"), limit_of(sample).npos) << limit_of(sample);
  sample.json["nodes"] = {{{"mesh", 0}}};
  sample.json["scenes"][0]["nodes"] = {0};
  sample.json.erase("skins");
  EXPECT_EQ(limit_of(sample).find("other"), 0U) << limit_of(sample);
  sample.json["accessors"].push_back({{"componentType", 5126}, {"count", 1'000'000}, {"type", "VEC3"}});
  sample.json["extensionsUsed"].push_back("EXT_mesh_gpu_instancing");
  sample.json["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"]["TRANSLATION"] =
      sample.json["accessors"].size() - 1;
  EXPECT_EQ(limit_of(sample), "/nodes: 1000001 nodes and instances, expected at most 1000000");
  sample.json["accessors"].back()["count"] = 9'007'199'254'740'990;
  sample.json["nodes"] = Json(3000, sample.json["nodes"][0]);
  EXPECT_TRUE(limit_of(sample).starts_with("/nodes: ")) << "the sum is beyond 2^64: " << limit_of(sample);
  sample.json["accessors"].back()["count"] = 1000;
  sample.json["nodes"] = Json::array({sample.json["nodes"][0]});
  sample.json["nodes"][0]["name"] = std::string(1'000'000, 'n');
  EXPECT_TRUE(limit_of(sample).starts_with("/nodes: instances copy")) << limit_of(sample);
}

TEST(load, the_lengths_of_lists_are_limited) {
  Document document;
  document.nodes.resize(limits::nodes.most);
  document.scenes.resize(limits::scenes.most);
  document.skins.resize(limits::skins.most);
  document.animations.resize(limits::clips.most);
  IssueLog within;
  EXPECT_TRUE(check_counts(document, within));
  EXPECT_TRUE(within.all().empty()) << listed(within.all());
  document.nodes.emplace_back();
  document.scenes.emplace_back();
  document.skins.emplace_back();
  document.animations.emplace_back();
  IssueLog beyond;
  EXPECT_FALSE(check_counts(document, beyond));
  for (const char* list : {"/nodes", "/scenes", "/skins", "/animations"})
    EXPECT_TRUE(has_issue(beyond.all(), Issue::Severity::error, "LIMIT_EXCEEDED", list)) << list;
  EXPECT_EQ(beyond.all()[0].message, "1000001 nodes, expected at most 1000000");
}

/// Searching parents or walking to the root from each node would take minutes.
TEST(load, a_chain_of_many_nodes_is_loaded) {
  constexpr int count = 50'000;
  SampleDocument sample = triangle_sample();
  sample.json["nodes"] = Json::array();
  for (int n = 0; n + 1 < count; ++n)
    sample.json["nodes"].push_back({{"children", {n + 1}}});
  sample.json["nodes"].push_back({{"mesh", 0}});
  sample.json["scenes"] = {{{"nodes", {0}}}};
  BINDPOSE_ASSERT(const auto asset, parse(sample.glb(), {}, "a.glb"));
  EXPECT_EQ(asset.nodes.back().parent, count - 2);
}

TEST(load, nodes_outside_the_default_scene_are_not_shown) {
  SampleDocument sample = triangle_sample();
  sample.json["nodes"] = {{{"children", {1}}}, {{"mesh", 0}}, {{"mesh", 0}}, Json::object()};
  const auto shown = [&sample] {
    const auto asset = parse(sample.glb(), {}, "a.glb");
    std::string nodes, warnings;
    for (std::size_t n = 0; asset && n < asset->nodes.size(); ++n)
      if (asset->nodes[n].is_shown) nodes += std::to_string(n);
    for (std::size_t i = 0; asset && i < asset->warnings.size(); ++i)
      warnings += " " + asset->warnings[i].code + asset->warnings[i].pointer;
    return nodes + warnings;
  };
  sample.json.erase("scenes");
  EXPECT_EQ(shown(), "0123");
  sample.json["scenes"] = {{{"nodes", {0}}}, {{"nodes", {2, 3}}}};
  EXPECT_EQ(shown(), "01 MESH_NOT_IN_SCENE/nodes/2") << "without 'scene', the first";
  sample.json["scene"] = 1;
  EXPECT_EQ(shown(), "23 MESH_NOT_IN_SCENE/nodes/1");
}

TEST(load, a_mesh_under_many_nodes_is_limited_by_shown_vertices) {
  SampleDocument sample;
  sample.add(std::vector<double>(3 * 30'000, 0.0), kVec3);
  sample.json["meshes"] = {{{"primitives", {{{"attributes", {{"POSITION", 0}}}}}}}};
  sample.json["nodes"] = Json::array();
  for (int n = 0; n < 559; ++n)
    sample.json["nodes"].push_back({{"mesh", 0}});
  EXPECT_EQ(limit_of(sample), "other: ") << "16,770,000 vertices";
  sample.json["nodes"].push_back({{"mesh", 0}});
  EXPECT_EQ(limit_of(sample).find("/nodes/559: the nodes up to this one show more than 16777216 vertices"),
            0U)
      << limit_of(sample);
}

/// In primitives that are drawn as one mesh, every vertex has the largest number of influences.
TEST(load, a_wide_and_a_large_primitive_are_limited_by_influences) {
  SampleDocument sample;
  const auto primitive = [&sample](std::size_t vertices, int sets) {
    const int positions = sample.add(std::vector<double>(3 * vertices, 0.0), kVec3);
    const int joints = sample.add(std::vector<double>(4 * vertices, 0.0), {kUnsignedByte, "VEC4", 4, false});
    const int weights = sample.add(std::vector<double>(4 * vertices, 0.25), kVec4);
    Json attributes = {{"POSITION", positions}};
    for (int set = 0; set < sets; ++set) {
      attributes["JOINTS_" + std::to_string(set)] = joints;
      attributes["WEIGHTS_" + std::to_string(set)] = weights;
    }
    return Json{{"attributes", attributes}};
  };
  sample.json["meshes"] = {{{"primitives", {primitive(100'000, 1), primitive(1, 168)}}}};
  sample.json["nodes"] = {{{"mesh", 0}, {"skin", 0}}, Json::object()};
  sample.json["skins"] = {{{"joints", {1}}}};
  EXPECT_EQ(limit_of(sample).find("/nodes/0: the nodes up to this one show more than 67108864 influences"),
            0U)
      << limit_of(sample);
}

/// Each morphed part becomes a separate mesh whose joints are all nodes of the file.
TEST(load, morphed_parts_are_limited_by_their_joints) {
  SampleDocument sample;
  sample.add({0, 0, 0}, kVec3);
  sample.json["meshes"] = {
      {{"primitives", {{{"attributes", {{"POSITION", 0}}}, {"targets", {{{"POSITION", 0}}}}}}}}};
  sample.json["nodes"] = Json::array();
  for (int n = 0; n < 2'049; ++n)
    sample.json["nodes"].push_back({{"mesh", 0}});
  EXPECT_EQ(limit_of(sample).find("/nodes/2047: the nodes up to this one show more than 4194304 joints"), 0U)
      << limit_of(sample);
}

}  // namespace bindpose::gltf::load_test
