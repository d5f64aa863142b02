// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Files with very many clips, keys, nodes or joints.

#include <gtest/gtest.h>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/cases/asset/binding_cases.h"
#include "conformance/cases/asset/posed_mesh.h"
#include "conformance/defects/shared/stages.h"
#include "conformance/testing/sample_asset.h"

namespace bindpose::conformance::asset_limits_test {

std::shared_ptr<const gltf::Asset> shared(gltf::Asset asset) {
  return std::make_shared<const gltf::Asset>(std::move(asset));
}

/// The sample with its clip copied this many times.
std::shared_ptr<const gltf::Asset> asset_of_clips(std::size_t count) {
  gltf::Asset asset = sample_asset();
  asset.clips.resize(count, asset.clips[0]);
  return shared(std::move(asset));
}

/// A chain of nodes whose last node shows a triangle; a clip rotates the first node.
gltf::Asset chain_of(std::size_t nodes) {
  gltf::Asset asset;
  asset.path = "chain.glb";
  asset.nodes.resize(nodes);
  for (std::size_t n = 1; n < nodes; ++n)
    asset.nodes[n].parent = static_cast<int>(n) - 1;
  asset.nodes.back().mesh = 0;
  asset.meshes = {{"hat", {triangle_primitive(true)}, {}}};
  asset.clips = sample_asset().clips;
  asset.clips[0].channels[0].node = 0;
  return asset;
}

TEST(AssetLimitsTest, too_many_tests_are_refused_unless_a_filter_selects_few) {
  const auto asset = asset_of_clips(3'000);
  const auto refused = asset_cases(asset, "sample");
  ASSERT_FALSE(refused);
  EXPECT_EQ(to_string(refused.error()),
            "ASSET_TESTS at sample.glb: more than 100000 tests; choose some with --filter, for example "
            "'asset.sample.*.clip0.*'");
  const auto chosen = asset_cases(asset, "sample", {}, [](const std::string& name) {
    return name.find(".clip2999.") != std::string::npos;
  });
  ASSERT_TRUE(chosen) << to_string(chosen.error());
  const std::vector<Case> of_one = *asset_cases(asset_of_clips(1), "sample", {}, [](const std::string& name) {
    return name.find(".clip0.") != std::string::npos;
  });
  EXPECT_EQ(chosen->size(), of_one.size());
  EXPECT_GT(chosen->size(), 10U);
  EXPECT_TRUE(chosen->front().question()) << to_string(chosen->front().question().error());
}

TEST(AssetLimitsTest, the_number_of_names_is_limited) {
  const auto none = [](const std::string&) { return false; };
  const auto refused = asset_cases(asset_of_clips(30), "sample", {}, none, {.tests = 10, .names = 500});
  ASSERT_FALSE(refused);
  EXPECT_EQ(to_string(refused.error()),
            "ASSET_TESTS at sample.glb: more than 500 tests to choose from; write a file with fewer clips or "
            "skins");
  EXPECT_TRUE(asset_cases(asset_of_clips(3), "sample", {}, none, {.tests = 10, .names = 500}));
}

/// Each test names all parts, so a file with many clips and many parts would take gigabytes.
TEST(AssetLimitsTest, the_product_of_parts_and_tests_is_limited) {
  gltf::Asset asset = chain_of(200);
  for (gltf::Node& node : asset.nodes)
    node.mesh = 0;
  const auto refused = asset_cases(shared(std::move(asset)), "chain", {}, any_case, {.parts = 1'000});
  ASSERT_FALSE(refused);
  EXPECT_EQ(
      to_string(refused.error()),
      "ASSET_TESTS at chain.glb: more than 1000 parts in all tests; choose some with --filter, for example "
      "'asset.chain.*.clip0.*'");
}

TEST(AssetLimitsTest, one_of_very_many_clips_can_be_posed) {
  const auto of_one = posed_meshes(asset_of_clips(1), {0, 0.75, "lbs"});
  const auto of_many = posed_meshes(asset_of_clips(3'000), {2'999, 0.75, "lbs"});
  ASSERT_TRUE(of_one && of_many);
  ASSERT_EQ(of_one->size(), of_many->size());
  for (std::size_t m = 0; m < of_one->size(); ++m)
    EXPECT_EQ((*of_one)[m].mesh.positions, (*of_many)[m].mesh.positions);
}

/// 1,000 poses of 3,000 nodes exceed limits::loop_joints: 2.8 times as many numbers as one input
/// may hold.
TEST(AssetLimitsTest, a_loop_of_many_keys_and_nodes_keeps_some_key_poses) {
  constexpr std::size_t keys = 1'000, nodes = 3'000;
  gltf::Asset asset = chain_of(nodes);
  Track& track = asset.clips[0].channels[0].track;
  track.times.clear();
  track.values.clear();
  for (std::size_t k = 0; k < keys; ++k) {
    track.times.push_back(static_cast<double>(k));
    const bool turned = k % 2 == 1;
    track.values.insert(track.values.end(), {0, 0, turned ? 1.0 : 0.0, turned ? 0.0 : 1.0});
  }
  const std::vector<Case> loops =
      *asset_cases(shared(std::move(asset)), "chain", {},
                   [](const std::string& name) { return name == "asset.chain.clip0.loop.between.pose.f32"; });
  ASSERT_EQ(loops.size(), 1U);
  EXPECT_EQ(loops[0].notes,
            (std::vector<std::string>{"loops keep 349 key poses, evenly spread, of clips that have more"}));
  const ArraySet question = *loops[0].question();
  EXPECT_EQ(question.find("translations")->shape, (Shape{349, nodes, 3}));
  EXPECT_EQ(question.find("times")->reals().front(), 0);
  EXPECT_EQ(question.find("times")->reals().back(), keys - 1);
  EXPECT_LE(349 * nodes, limits::loop_joints.most);
}

/// A walk from each joint to the root, with a search through all joints for each node, takes 8 *
/// 10^10 steps.
TEST(AssetLimitsTest, parents_of_deep_joints_are_found_in_one_pass) {
  constexpr std::size_t depth = 20'000, leaves = 2'000;
  gltf::Asset asset = chain_of(depth);
  gltf::Skin skin{"skin", {0}, {}};
  for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
    skin.joints.push_back(asset.nodes.size());
    asset.nodes.emplace_back().parent = static_cast<int>(depth) - 1;
  }
  skin.inverse_binds.resize(skin.joints.size());
  gltf::Primitive skinned = triangle_primitive(true);
  skinned.influences = {1, {0, 1, 2}, {1, 1, 1}};
  asset.meshes[0].primitives = {skinned};
  asset.nodes[depth - 1].skin = 0;
  asset.skins = {skin};
  asset.clips.clear();
  const auto drawable = std::make_shared<const Drawable>(drawables(asset).front());
  const auto character = character_of(shared(std::move(asset)), drawable, 1);
  ASSERT_TRUE(character) << to_string(character.error());
  std::vector<int> expected(leaves + 1, 0);
  expected[0] = -1;
  EXPECT_EQ(character->parents, expected);
}

TEST(AssetLimitsTest, a_skin_too_large_for_binding_is_an_error) {
  gltf::Asset asset = sample_asset();
  asset.clips.resize(300'000, asset.clips[0]);
  std::vector<std::string> notes;
  EXPECT_TRUE(binding_cases_of(shared(std::move(asset)), "sample", notes).empty());
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].find("BINDING_SIZE at skin0-no-tangents: 300000 clips, "), 0U) << notes[0];
}

/// Visiting all joints for each joint would take 10^12 steps.
TEST(AssetLimitsTest, one_million_joints_are_chained_in_linear_time) {
  constexpr std::size_t count = 1'000'000;
  Array::Integers parents;
  std::vector<Affine<double>> locals(count);
  for (std::size_t j = 0; j < count; ++j) {
    parents.push_back(j + 1 == count ? -1 : static_cast<std::int32_t>(j) + 1);  // children before parents
    locals[j].translation = {1, 0, 0};
  }
  const auto world = worlds_of(parents, locals);
  ASSERT_EQ(world.size(), count);
  EXPECT_EQ(world[0].translation.x(), static_cast<double>(count));
}

}  // namespace bindpose::conformance::asset_limits_test
