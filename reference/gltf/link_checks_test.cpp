// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/link_checks.h"

#include <gtest/gtest.h>

#include "reference/gltf/broken_sample.h"
#include "reference/gltf/load.h"

namespace bindpose::gltf::link_checks_test {

constexpr auto kWarning = Issue::Severity::warning;

const std::vector<BrokenSample> kCases = {
    wrong("view_buffer", "/bufferViews/0/buffer", 1, "UNRESOLVED_REFERENCE"),
    wrong("view_offset_beyond_buffer", "/bufferViews/0/byteOffset", 100000, "BUFFER_VIEW_TOO_LONG"),
    wrong("view_length_beyond_buffer", "/bufferViews/0/byteLength", 100000, "BUFFER_VIEW_TOO_LONG"),
    wrong("accessor_view", "/accessors/0/bufferView", 99, "UNRESOLVED_REFERENCE"),
    {"accessor_stride_small", with("/bufferViews/0/byteStride", 4), "ACCESSOR_SMALL_BYTESTRIDE",
     "/accessors/0"},
    wrong("accessor_offset_unaligned", "/accessors/0/byteOffset", 2, "ACCESSOR_OFFSET_ALIGNMENT"),
    {"accessor_total_unaligned", with("/bufferViews/0/byteOffset", 2), "ACCESSOR_TOTAL_OFFSET_ALIGNMENT",
     "/accessors/0"},
    {"accessor_too_long", with("/accessors/0/count", 5), "ACCESSOR_TOO_LONG", "/accessors/0"},
    wrong("accessor_offset_too_long", "/accessors/0/byteOffset", 400, "ACCESSOR_TOO_LONG"),
    {"accessor_count_overflows", with("/accessors/0/count", 9007199254740990), "ACCESSOR_TOO_LONG",
     "/accessors/0"},
    wrong("sparse_count", "/accessors/8/sparse/count", 5, "ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE"),
    wrong("sparse_view", "/accessors/8/sparse/values/bufferView", 99, "UNRESOLVED_REFERENCE"),
    {"sparse_indices_too_long", with("/accessors/8/sparse/count", 2), "ACCESSOR_TOO_LONG",
     "/accessors/8/sparse/indices"},
    {"sparse_values_too_long", with("/accessors/8/sparse/count", 2), "ACCESSOR_TOO_LONG",
     "/accessors/8/sparse/values"},
    wrong("sparse_values_unaligned", "/accessors/8/sparse/values/byteOffset", 1, "ACCESSOR_OFFSET_ALIGNMENT"),
    {"sparse_stride", with("/bufferViews/9/byteStride", 12), "BUFFER_VIEW_INVALID_BYTE_STRIDE",
     "/accessors/8/sparse/values/bufferView"},
    {"sparse_view_of_vertices", with("/bufferViews/9/target", 34962), "BUFFER_VIEW_TARGET_OVERRIDE",
     "/accessors/8/sparse/values/bufferView"},
    {"image_view", with("/images", {{{"bufferView", 0}}}), "BUFFER_VIEW_TARGET_OVERRIDE",
     "/meshes/0/primitives/0/attributes/POSITION"},
    wrong("attribute", "/meshes/0/primitives/0/attributes/NORMAL", 99, "UNRESOLVED_REFERENCE"),
    wrong("attribute_format", "/meshes/0/primitives/0/attributes/NORMAL", 2,
          "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT"),
    wrong("attribute_joints_float", "/meshes/0/primitives/0/attributes/JOINTS_0", 5,
          "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT"),
    {"attribute_joints_normalized", with("/accessors/3/normalized", true),
     "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", "/meshes/0/primitives/0/attributes/JOINTS_0"},
    {"attribute_weights_plain", without("/accessors/6/normalized"),
     "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", "/meshes/0/primitives/0/attributes/WEIGHTS_1"},
    {"attribute_unsigned_int",
     [](SampleDocument& s) {
       const int a = s.add({1, 2, 3, 4}, {kUnsignedInt, "SCALAR", 1, false});
       s.json["meshes"][0]["primitives"][0]["attributes"]["_ID"] = a;
     },
     "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT", "/meshes/0/primitives/0/attributes/_ID"},
    {"attribute_quantized_without_extension",
     [](SampleDocument& s) {
       s.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"] =
           s.add({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {kShort, "VEC3", 3, false});
     },
     "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", "/meshes/0/primitives/0/attributes/POSITION"},
    {"attribute_unaligned",
     [](SampleDocument& s) {
       const int a = s.add({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, {kUnsignedByte, "VEC3", 3, false});
       s.json["meshes"][0]["primitives"][0]["attributes"]["_X"] = a;
     },
     "MESH_PRIMITIVE_ACCESSOR_UNALIGNED", "/meshes/0/primitives/0/attributes/_X"},
    {"attribute_view_shared", with("/accessors/1/bufferView", 0),
     "MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE", "/meshes/0/primitives/0/attributes/NORMAL"},
    {"attribute_count", with("/accessors/1/count", 3), "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT",
     "/meshes/0/primitives/0/attributes/NORMAL"},
    {"attribute_used_as_indices", with("/meshes/0/primitives/0/attributes/_X", 7), "ACCESSOR_USAGE_OVERRIDE",
     "/meshes/0/primitives/0/indices"},
    {"position_without_bounds", without("/accessors/0/min"),
     "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS", "/meshes/0/primitives/0/attributes/POSITION"},
    wrong("indices", "/meshes/0/primitives/0/indices", 99, "UNRESOLVED_REFERENCE"),
    {"indices_stride", with("/bufferViews/7/byteStride", 4),
     "MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE", "/meshes/0/primitives/0/indices"},
    {"indices_format", with("/accessors/7/componentType", 5122),
     "MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT", "/meshes/0/primitives/0/indices"},
    {"indices_target", with("/bufferViews/7/target", 34962), "BUFFER_VIEW_TARGET_OVERRIDE",
     "/meshes/0/primitives/0/indices"},
    {"indices_rest", with("/accessors/7/count", 5, "/accessors/7/max", {2}),
     "MESH_PRIMITIVE_INCOMPATIBLE_MODE", "/meshes/0/primitives/0", kWarning},
    wrong("material", "/meshes/0/primitives/0/material", 0, "UNRESOLVED_REFERENCE"),
    {"material_texcoords",
     with("/materials", {{{"normalTexture", {{"index", 0}}}}}, "/meshes/0/primitives/0/material", 0),
     "MESH_PRIMITIVE_TOO_FEW_TEXCOORDS", "/meshes/0/primitives/0/material"},
    wrong("target", "/meshes/0/primitives/0/targets/0/POSITION", 99, "UNRESOLVED_REFERENCE"),
    {"target_without_base",
     [](SampleDocument& s) {
       s.json["meshes"][0]["primitives"][0]["attributes"].erase("TANGENT");
       s.json["meshes"][0]["primitives"][0]["targets"][0]["TANGENT"] = 1;
     },
     "MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR", "/meshes/0/primitives/0/targets/0/TANGENT"},
    {"target_count", with("/accessors/8/count", 3), "MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT",
     "/meshes/0/primitives/0/targets/0/POSITION"},
    wrong("target_format", "/meshes/0/primitives/0/targets/0/TANGENT", 2,
          "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT"),
    {"target_without_bounds", without("/accessors/8/max"), "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS",
     "/meshes/0/primitives/0/targets/0/POSITION"},
    wrong("node_mesh", "/nodes/0/mesh", 9, "UNRESOLVED_REFERENCE"),
    wrong("node_skin", "/nodes/0/skin", 9, "UNRESOLVED_REFERENCE"),
    wrong("node_camera", "/nodes/0/camera", 0, "UNRESOLVED_REFERENCE"),
    {"node_child", with("/nodes/4/children", {9}), "UNRESOLVED_REFERENCE", "/nodes/4/children/0"},
    wrong("node_weights", "/nodes/0/weights", {0, 1}, "NODE_WEIGHTS_INVALID"),
    {"node_skin_without_joints",
     [](SampleDocument& s) {
       auto& a = s.json["meshes"][0]["primitives"][0]["attributes"];
       for (const char* n : {"JOINTS_0", "WEIGHTS_0", "JOINTS_1", "WEIGHTS_1"})
         a.erase(n);
     },
     "NODE_SKIN_WITH_NON_SKINNED_MESH", "/nodes/0"},
    {"skin_with_a_primitive_without_joints",
     [](SampleDocument& s) {
       auto& primitives = s.json["meshes"][0]["primitives"];
       Json second = primitives[0];
       for (const char* n : {"JOINTS_0", "WEIGHTS_0", "JOINTS_1", "WEIGHTS_1"})
         second["attributes"].erase(n);
       primitives.push_back(second);
     },
     "SKIN_PRIMITIVE_WITHOUT_JOINTS", "/nodes/0", kWarning},
    {"node_joints_without_skin", without("/nodes/0/skin"), "NODE_SKINNED_MESH_WITHOUT_SKIN", "/nodes/0",
     kWarning},
    {"node_second_parent", with("/nodes/0/children", {2}), "NODE_PARENT_OVERRIDE", "/nodes/1/children/0"},
    {"node_loop", with("/nodes/4/children", {1}), "NODE_LOOP", "/nodes/3"},
    {"node_own_child", with("/nodes/4/children", {4}), "NODE_LOOP", "/nodes/4"},
    {"scene_node", with("/scenes/0/nodes", {9}), "UNRESOLVED_REFERENCE", "/scenes/0/nodes/0"},
    {"scene_not_root", with("/scenes/0/nodes", {0, 1, 2}), "SCENE_NON_ROOT_NODE", "/scenes/0/nodes/2"},
    wrong("scene_default", "/scene", 1, "UNRESOLVED_REFERENCE"),
    {"scene_without_joints", with("/scenes/0/nodes", {0}), "NODE_SKIN_NO_SCENE", "/nodes/0"},
    {"skin_joint", with("/skins/0/joints", {9, 1, 2}), "UNRESOLVED_REFERENCE", "/skins/0/joints/0"},
    {"skin_no_common_root",
     [](SampleDocument& s) {
       s.json["nodes"][1].erase("children");
       s.json["scenes"][0]["nodes"] = {0, 1};
     },
     "SKIN_NO_COMMON_ROOT", "/skins/0/joints"},
    {"skin_common_scene",
     [](SampleDocument& s) {
       s.json["nodes"][1].erase("children");
       s.json["scenes"][0]["nodes"] = {0, 1, 2};
       s.json["skins"][0].erase("skeleton");
     },
     "SKIN_NO_COMMON_ROOT", "/skins/0/joints", kWarning},
    wrong("skin_skeleton", "/skins/0/skeleton", 9, "UNRESOLVED_REFERENCE"),
    wrong("skin_skeleton_below", "/skins/0/skeleton", 3, "SKIN_SKELETON_INVALID"),
    wrong("skin_binds", "/skins/0/inverseBindMatrices", 99, "UNRESOLVED_REFERENCE"),
    wrong("skin_binds_format", "/skins/0/inverseBindMatrices", 13, "SKIN_IBM_INVALID_FORMAT"),
    {"skin_binds_count", with("/accessors/9/count", 2), "INVALID_IBM_ACCESSOR_COUNT",
     "/skins/0/inverseBindMatrices"},
    {"skin_binds_stride", with("/bufferViews/10/byteStride", 64), "SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE",
     "/skins/0/inverseBindMatrices"},
    wrong("sampler_input", "/animations/0/samplers/0/input", 99, "UNRESOLVED_REFERENCE"),
    wrong("sampler_output", "/animations/0/samplers/0/output", 99, "UNRESOLVED_REFERENCE"),
    {"sampler_input_stride", with("/bufferViews/11/byteStride", 4),
     "ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE", "/animations/0/samplers/0/input"},
    {"sampler_output_stride", with("/bufferViews/12/byteStride", 16),
     "ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE", "/animations/0/samplers/0/output"},
    wrong("sampler_input_format", "/animations/0/samplers/0/input", 12,
          "ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT"),
    {"sampler_input_without_bounds", without("/accessors/10/max"),
     "ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS", "/animations/0/samplers/0/input"},
    {"sampler_one_cubic_key", with("/accessors/10/count", 1),
     "ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS", "/animations/0/samplers/2/input"},
    wrong("channel_sampler", "/animations/0/channels/0/sampler", 9, "UNRESOLVED_REFERENCE"),
    wrong("channel_node", "/animations/0/channels/0/target/node", 9, "UNRESOLVED_REFERENCE"),
    {"channel_node_matrix", with("/animations/0/channels/0/target/node", 4),
     "ANIMATION_CHANNEL_TARGET_NODE_MATRIX", "/animations/0/channels/0/target"},
    {"channel_no_morphs", with("/animations/0/channels/3/target/node", 1),
     "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS", "/animations/0/channels/3/target"},
    {"channel_format", with("/animations/0/channels/0/target/path", "scale"),
     "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT", "/animations/0/channels/0/sampler"},
    {"channel_count", with("/accessors/11/count", 1), "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT",
     "/animations/0/channels/0/sampler"},
    {"channel_twice",
     [](SampleDocument& s) {
       s.json["animations"][0]["channels"].push_back(s.json["animations"][0]["channels"][0]);
     },
     "ANIMATION_DUPLICATE_TARGETS", "/animations/0/channels/0/target"},
};

TEST(link_checks, each_invalid_value_is_reported) {
  for (const BrokenSample& broken : kCases)
    expect_remark(broken);
}

TEST(link_checks, many_skins_on_a_long_chain_are_checked_quickly) {
  SampleDocument sample;
  constexpr int kNodes = 20'000;
  for (int i = 0; i < kNodes; ++i) {
    Json node = Json::object();
    if (i + 1 < kNodes) node["children"] = {i + 1};
    sample.json["nodes"].push_back(node);
  }
  for (int i = 0; i < kNodes; ++i) {
    sample.json["skins"].push_back({{"joints", {i, kNodes - 1 - i == i ? 0 : kNodes - 1 - i}}});
  }
  EXPECT_TRUE(issues_of(sample).empty());
}

TEST(link_checks, resolves_reports_invalid_references) {
  IssueLog log;
  EXPECT_FALSE(resolves(kNone, 3, Pointer() / "x", log));
  EXPECT_TRUE(resolves(2, 3, Pointer() / "x", log));
  EXPECT_FALSE(log.has_errors());
  EXPECT_FALSE(resolves(3, 3, Pointer() / "x", log));
  EXPECT_TRUE(has_issue(log.all(), Issue::Severity::error, "UNRESOLVED_REFERENCE", "/x"));
}

}  // namespace bindpose::gltf::link_checks_test
