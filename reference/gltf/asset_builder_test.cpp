// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/asset_builder.h"

#include <gtest/gtest.h>

#include "reference/gltf/load.h"
#include "reference/gltf/sample_document.h"

namespace bindpose::gltf::asset_builder_test {

using Triangles = std::vector<std::array<std::uint32_t, 3>>;

Asset asset_of(const SampleDocument& sample) {
  auto asset = parse(as_bytes(sample.text()), {}, "sample.gltf");
  EXPECT_TRUE(asset) << (asset ? "" : to_string(asset.error()));
  return asset ? *asset : Asset();
}

TEST(asset_builder, lists_strips_and_fans_become_triangles) {
  const std::vector<std::uint32_t> order = {0, 1, 2, 3, 4};
  EXPECT_EQ(triangles_of(4, order), (Triangles{{0, 1, 2}}));
  EXPECT_EQ(triangles_of(5, order), (Triangles{{0, 1, 2}, {1, 3, 2}, {2, 3, 4}}));
  EXPECT_EQ(triangles_of(6, order), (Triangles{{1, 2, 0}, {2, 3, 0}, {3, 4, 0}}));
  for (const std::int64_t mode : {0, 1, 2, 3})
    EXPECT_TRUE(triangles_of(mode, order).empty());
  EXPECT_TRUE(triangles_of(5, {0, 1}).empty());
}

TEST(asset_builder, meshes_are_built) {
  const Asset asset = asset_of(skinned_sample());
  const Primitive& primitive = asset.meshes.at(0).primitives.at(0);
  EXPECT_EQ(primitive.mesh.positions.at(3), Vec3<double>(1, 1, 0));
  EXPECT_EQ(primitive.mesh.normals.at(0), Vec3<double>(0, 0, 1));
  EXPECT_EQ(primitive.mesh.tangents.at(2), Vec4<double>(1, 0, 0, -1));
  EXPECT_EQ(primitive.mesh.triangles, (Triangles{{0, 1, 2}, {2, 1, 3}}));
  EXPECT_EQ(asset.meshes[0].morph_weights, std::vector<double>{0.25});
}

TEST(asset_builder, sets_of_influences_are_merged_per_vertex) {
  const Influences influences = asset_of(skinned_sample()).meshes.at(0).primitives.at(0).influences;
  ASSERT_EQ(influences.width, 8U);
  EXPECT_EQ(influences.vertex_count(), 4U);
  const std::vector<std::uint32_t> joints(influences.joints.begin() + 24, influences.joints.end());
  const std::vector<double> weights(influences.weights.begin() + 24, influences.weights.end());
  EXPECT_EQ(joints, (std::vector<std::uint32_t>{2, 0, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(weights, (std::vector<double>{0.5, static_cast<double>(0.3f), 0, 0,
                                          static_cast<double>(13107.0f / 65535.0f), 0, 0, 0}));
}

TEST(asset_builder, sparse_morph_targets_are_built) {
  const Primitive primitive = asset_of(skinned_sample()).meshes.at(0).primitives.at(0);
  ASSERT_EQ(primitive.morph_targets.size(), 1U);
  EXPECT_EQ(primitive.morph_targets[0].positions.at(2), Vec3<double>(0.5, 0, 0));
  EXPECT_EQ(primitive.morph_targets[0].positions.at(1), Vec3<double>(0, 0, 0));
  EXPECT_TRUE(primitive.morph_targets[0].normals.empty());
}

TEST(asset_builder, quantized_strips_are_built) {
  const Primitive primitive = asset_of(quantized_sample()).meshes.at(0).primitives.at(0);
  EXPECT_EQ(primitive.mesh.positions.at(3), Vec3<double>(1, 1, 0));
  EXPECT_EQ(primitive.mesh.normals.at(3), Vec3<double>(0, 0, 1));
  EXPECT_EQ(primitive.mesh.triangles, (Triangles{{0, 1, 2}, {1, 3, 2}}));
  EXPECT_EQ(primitive.influences.weights.at(0), static_cast<double>(128.0f / 255.0f));
}

TEST(asset_builder, integers_without_normalization_stay_integers) {
  SampleDocument sample = quantized_sample();
  sample.json["accessors"][0].erase("normalized");
  EXPECT_EQ(asset_of(sample).meshes.at(0).primitives.at(0).mesh.positions.at(3),
            Vec3<double>(32767, 32767, 0));
}

TEST(asset_builder, nodes_are_built) {
  const Asset asset = asset_of(skinned_sample());
  ASSERT_EQ(asset.nodes.size(), 5U);
  EXPECT_EQ(asset.nodes[0].parent, -1);
  EXPECT_EQ(asset.nodes[3].parent, 2);
  EXPECT_EQ(asset.nodes[0].mesh, 0U);
  EXPECT_EQ(asset.nodes[0].skin, 0U);
  EXPECT_FALSE(asset.nodes[1].mesh);
  EXPECT_EQ(asset.nodes[1].local.trs.translation, Vec3<double>(0, 0.5, 0));
  EXPECT_EQ(asset.nodes[2].local.trs.scale, Vec3<double>(1, 2, 1));
  EXPECT_EQ(asset.nodes[3].local.trs.rotation.z(), static_cast<double>(static_cast<float>(std::sqrt(0.5))));
  EXPECT_EQ(asset.nodes[3].local.trs.rotation.w(), asset.nodes[3].local.trs.rotation.z());
  EXPECT_TRUE(asset.nodes[4].local.is_matrix);
  EXPECT_EQ(asset.nodes[4].local.matrix.translation, Vec3<double>(0, 0.25, 0));
}

TEST(asset_builder, instances_become_children_of_their_node) {
  SampleDocument sample = skinned_sample();
  const double half = std::sqrt(0.5);
  const int translations = sample.add({0, 0, 0, 1, 2, 3}, kVec3),
            scales = sample.add({1, 1, 1, 2, 3, 4}, kVec3);
  const int rotations = sample.add({0, 0, 0, 1, 0, 0, half, half}, kVec4);
  sample.json["extensionsUsed"] = sample.json["extensionsRequired"] = {"EXT_mesh_gpu_instancing"};
  sample.json["nodes"].push_back(
      {{"name", "tree"},
       {"mesh", 0},
       {"weights", {0.5}},
       {"extensions",
        {{"EXT_mesh_gpu_instancing",
          {{"attributes", {{"TRANSLATION", translations}, {"ROTATION", rotations}, {"SCALE", scales}}}}}}}});
  sample.json["scenes"][0]["nodes"].push_back(5);
  sample.json["animations"][0]["channels"][3]["target"]["node"] = 5;
  const Asset asset = asset_of(sample);
  ASSERT_EQ(asset.nodes.size(), 8U);
  EXPECT_FALSE(asset.nodes[5].mesh);
  for (const std::size_t i : {6U, 7U}) {
    EXPECT_EQ(asset.nodes[i].parent, 5);
    EXPECT_EQ(asset.nodes[i].mesh, 0U);
    EXPECT_EQ(asset.nodes[i].morph_weights, std::vector<double>{0.5});
    EXPECT_EQ(asset.clips.at(0).channels.at(i - 3).node, i);
    EXPECT_EQ(asset.clips[0].channels[i - 3].track.width, 1U);
  }
  EXPECT_EQ(asset.nodes[7].name, "tree[1]");
  EXPECT_EQ(asset.nodes[7].local.trs.translation, Vec3<double>(1, 2, 3));
  EXPECT_EQ(asset.nodes[7].local.trs.rotation.z(), static_cast<double>(static_cast<float>(half)));
  EXPECT_EQ(asset.nodes[7].local.trs.scale, Vec3<double>(2, 3, 4));
}

TEST(asset_builder, matrices_are_written_column_by_column) {
  SampleDocument sample = skinned_sample();
  sample.json["nodes"][4]["matrix"] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1};
  const Affine<double> local = asset_of(sample).nodes.at(4).local.matrix;
  EXPECT_EQ(local * Vec3<double>(1, 0, 0), Vec3<double>(7, 9, 9));
}

TEST(asset_builder, skins_are_built) {
  const Skin skin = asset_of(skinned_sample()).skins.at(0);
  EXPECT_EQ(skin.joints, (std::vector<std::size_t>{3, 1, 4}));
  EXPECT_EQ(skin.inverse_binds.at(2).translation, Vec3<double>(0, -1, 0));
}

TEST(asset_builder, missing_inverse_binds_are_identity) {
  SampleDocument sample = skinned_sample();
  sample.json["skins"][0].erase("inverseBindMatrices");
  const Skin skin = asset_of(sample).skins.at(0);
  ASSERT_EQ(skin.inverse_binds.size(), 3U);
  EXPECT_EQ(skin.inverse_binds[1].linear, Mat3<double>::Identity());
  EXPECT_EQ(skin.inverse_binds[1].translation, Vec3<double>::Zero());
}

TEST(asset_builder, clips_are_built) {
  const Clip clip = asset_of(skinned_sample()).clips.at(0);
  ASSERT_EQ(clip.channels.size(), 4U);
  EXPECT_EQ(clip.channels[0].path, Channel::Path::rotation);
  EXPECT_TRUE(clip.channels[0].track.rotation);
  EXPECT_EQ(clip.channels[0].track.width, 4U);
  EXPECT_EQ(clip.channels[1].track.interpolation, Interpolation::step);
  EXPECT_EQ(clip.channels[2].track.interpolation, Interpolation::cubicspline);
  EXPECT_EQ(clip.channels[2].track.values.size(), 18U);
  EXPECT_EQ(clip.channels[3].track.width, 1U);
  EXPECT_EQ(clip.channels[3].node, 0U);
  EXPECT_EQ(clip.channels[0].track.times, (std::vector<double>{0, 1}));
}

void expect_same(const Channel& a, const Channel& b) {
  EXPECT_EQ(a.node, b.node);
  EXPECT_EQ(a.path, b.path);
  EXPECT_EQ(a.track.width, b.track.width);
  EXPECT_EQ(a.track.rotation, b.track.rotation);
  EXPECT_EQ(a.track.interpolation, b.track.interpolation);
  EXPECT_EQ(a.track.times, b.track.times);
  EXPECT_EQ(a.track.values, b.track.values);
}

TEST(asset_builder, pointers_become_channels) {
  SampleDocument sample = skinned_sample();
  const Clip plain = asset_of(sample).clips.at(0);
  const char* pointers[] = {"/nodes/3/rotation", "/nodes/1/translation", "/nodes/2/scale",
                            "/nodes/0/weights"};
  for (std::size_t c = 0; c < std::size(pointers); ++c)
    sample.animate_by_pointer(c, pointers[c]);
  const Clip by_pointer = asset_of(sample).clips.at(0);
  ASSERT_EQ(by_pointer.channels.size(), plain.channels.size());
  for (std::size_t c = 0; c < plain.channels.size(); ++c)
    expect_same(by_pointer.channels[c], plain.channels[c]);
}

TEST(asset_builder, weights_of_a_mesh_move_nodes_without_own_weights) {
  SampleDocument sample = skinned_sample();
  sample.json["nodes"].push_back({{"mesh", 0}, {"skin", 0}});
  sample.json["nodes"].push_back({{"mesh", 0}, {"skin", 0}, {"weights", {0.5}}});
  sample.json["scenes"][0]["nodes"].insert(sample.json["scenes"][0]["nodes"].end(), {5, 6});
  const Channel plain = asset_of(sample).clips.at(0).channels.at(3);
  sample.animate_by_pointer(3, "/meshes/0/weights");
  const Clip clip = asset_of(sample).clips.at(0);
  ASSERT_EQ(clip.channels.size(), 5U);
  expect_same(clip.channels[3], plain);
  EXPECT_EQ(clip.channels[4].node, 5U);
  EXPECT_EQ(clip.channels[4].track.values, plain.track.values);
}

TEST(asset_builder, a_pointer_to_a_material_moves_nothing) {
  SampleDocument sample = skinned_sample();
  sample.animate_by_pointer(2, "/materials/0/emissiveFactor");
  const Asset asset = asset_of(sample);
  EXPECT_EQ(asset.clips.at(0).channels.size(), 3U);
  EXPECT_TRUE(asset.warnings.empty()) << listed(asset.warnings);
}

/// The bar with three morph targets, two of which a clip moves by pointers to single weights.
SampleDocument single_weights(bool has_other_times) {
  SampleDocument sample = skinned_sample();
  Json& targets = sample.json["meshes"][0]["primitives"][0]["targets"];
  targets = {targets[0], targets[0], targets[0]};
  sample.json["meshes"][0]["weights"] = {0.25, 0.5, 0.75};
  sample.json["meshes"][0].erase("extras");
  const int times = sample.add({0, 2}, kScalars), other = sample.add({0, 3}, kScalars);
  const int first = sample.add({9, 1, 9, 9, 2, 9}, kScalars),
            third = sample.add({8, 3, 8, 8, 4, 8}, kScalars);
  sample.json["animations"][0]["samplers"] = {
      {{"input", times}, {"output", first}, {"interpolation", "CUBICSPLINE"}},
      {{"input", has_other_times ? other : times}, {"output", third}, {"interpolation", "CUBICSPLINE"}}};
  sample.json["animations"][0]["channels"] = {{{"sampler", 0}}, {{"sampler", 1}}};
  sample.animate_by_pointer(0, "/nodes/0/weights/0");
  sample.animate_by_pointer(1, "/nodes/0/weights/2");
  return sample;
}

TEST(asset_builder, single_weights_leave_the_other_weights_unchanged) {
  const Clip clip = asset_of(single_weights(false)).clips.at(0);
  ASSERT_EQ(clip.channels.size(), 1U);
  EXPECT_EQ(clip.channels[0].track.width, 3U);
  EXPECT_EQ(clip.channels[0].track.values,
            (std::vector<double>{9, 0, 8, 1, 0.5, 3, 9, 0, 8, 9, 0, 8, 2, 0.5, 4, 9, 0, 8}));
}

TEST(asset_builder, a_single_weight_moves_every_instance) {
  SampleDocument sample = single_weights(false);
  const int places = sample.add({0, 0, 0, 1, 2, 3}, kVec3);
  sample.json["extensionsUsed"] =
      sample.json["extensionsRequired"] = {"EXT_mesh_gpu_instancing", "KHR_animation_pointer"};
  sample.json["nodes"][0].erase("skin");
  sample.json["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"]["TRANSLATION"] = places;
  const Clip clip = asset_of(sample).clips.at(0);
  ASSERT_EQ(clip.channels.size(), 2U);
  EXPECT_EQ(clip.channels[1].node, 6U);
  EXPECT_EQ(clip.channels[1].track.values, clip.channels[0].track.values);
  EXPECT_EQ(clip.channels[1].track.values[3], 1);
}

TEST(asset_builder, instances_without_data_stay_at_their_node) {
  SampleDocument sample = triangle_sample();
  sample.json["extensionsUsed"] = {"EXT_mesh_gpu_instancing"};
  sample.json["accessors"].push_back({{"componentType", 5126}, {"count", 2}, {"type", "VEC4"}});
  sample.json["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"]["ROTATION"] =
      sample.json["accessors"].size() - 1;
  const Asset asset = asset_of(sample);
  ASSERT_EQ(asset.nodes.size(), 3U);
  EXPECT_EQ(asset.nodes[2].local.trs.rotation.w(), 1);
  EXPECT_TRUE(has_issue(asset.warnings, Issue::Severity::warning, "ACCESSOR_WITHOUT_DATA",
                        "/nodes/0/extensions/EXT_mesh_gpu_instancing/attributes/ROTATION"));
}

TEST(asset_builder, single_weights_with_different_keys_are_refused) {
  EXPECT_TRUE(has_issue(issues_of(single_weights(true)), Issue::Severity::error, "UNSUPPORTED_EXTENSION",
                        "/animations/0/channels/1"));
}

TEST(asset_builder, integers_behind_a_pointer_are_read_as_numbers) {
  SampleDocument sample = skinned_sample();
  const int values = sample.add({0, 0, 0, 1, 2, 3}, {kShort, "VEC3", 3, false});
  sample.json["animations"][0]["samplers"][1]["output"] = values;
  sample.animate_by_pointer(1, "/nodes/1/translation");
  EXPECT_EQ(asset_of(sample).clips.at(0).channels.at(1).track.values,
            (std::vector<double>{0, 0, 0, 1, 2, 3}));
}

TEST(asset_builder, channels_without_a_node_are_skipped) {
  SampleDocument sample = skinned_sample();
  sample.json["animations"][0]["channels"][0]["target"].erase("node");
  EXPECT_EQ(asset_of(sample).clips.at(0).channels.size(), 3U);
}

TEST(asset_builder, zero_rotations_are_skipped_but_zero_translations_are_kept) {
  SampleDocument sample = skinned_sample();
  for (const int accessor : {11, 12})
    sample.json["accessors"][static_cast<std::size_t>(accessor)].erase("bufferView");
  const Asset asset = asset_of(sample);
  ASSERT_EQ(asset.clips.at(0).channels.size(), 3U);
  EXPECT_EQ(asset.clips[0].channels[0].track.values, std::vector<double>(6, 0.0));
  EXPECT_TRUE(has_issue(asset.warnings, Issue::Severity::warning, "ACCESSOR_WITHOUT_DATA",
                        "/animations/0/channels/0"));
}

TEST(asset_builder, normals_without_data_are_skipped) {
  SampleDocument sample = skinned_sample();
  sample.json["accessors"][1].erase("bufferView");
  const Asset asset = asset_of(sample);
  EXPECT_TRUE(asset.meshes.at(0).primitives.at(0).mesh.normals.empty());
  EXPECT_TRUE(has_issue(asset.warnings, Issue::Severity::warning, "ACCESSOR_WITHOUT_DATA", "/accessors/1"));
}

TEST(asset_builder, every_number_is_a_float32) {
  SampleDocument sample = skinned_sample();
  sample.json["nodes"][1]["translation"] = {0.1, 0.2, 0.3};
  sample.json["meshes"][0]["weights"] = {0.7};
  const Asset asset = asset_of(sample);
  const auto is_float32 = [](double x) { return x == static_cast<double>(static_cast<float>(x)); };
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(is_float32(asset.nodes.at(1).local.trs.translation[i]));
  EXPECT_TRUE(is_float32(asset.meshes.at(0).morph_weights.at(0)));
  for (const double w : asset.meshes[0].primitives[0].influences.weights)
    EXPECT_TRUE(is_float32(w));
}

}  // namespace bindpose::gltf::asset_builder_test
