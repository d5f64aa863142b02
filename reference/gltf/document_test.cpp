// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/document.h"

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "reference/gltf/broken_sample.h"
#include "reference/gltf/load.h"
#include "reference/gltf/sample_document.h"

namespace bindpose::gltf {
namespace document_test {

class BrokenDocument : public testing::TestWithParam<BrokenSample> {};

TEST_P(BrokenDocument, is_remarked) {
  expect_remark(GetParam());
}

constexpr auto kWarning = Issue::Severity::warning;

const std::vector<BrokenSample> kCases = {
    {"asset_missing", [](SampleDocument& s) { s.json.erase("asset"); }, "UNDEFINED_PROPERTY", "/"},
    {"asset_no_object", [](SampleDocument& s) { s.json["asset"] = 1; }, "TYPE_MISMATCH", "/asset"},
    {"version_missing", [](SampleDocument& s) { s.json["asset"] = Json::object(); }, "UNDEFINED_PROPERTY",
     "/asset"},
    {"version_1", [](SampleDocument& s) { s.json["asset"]["version"] = "1.0"; },
     "UNKNOWN_ASSET_MAJOR_VERSION", "/asset/version"},
    {"version_2_1", [](SampleDocument& s) { s.json["asset"]["version"] = "2.1"; },
     "UNKNOWN_ASSET_MINOR_VERSION", "/asset/version", kWarning},
    {"version_of_words", [](SampleDocument& s) { s.json["asset"]["version"] = "2.0-dev"; },
     "PATTERN_MISMATCH", "/asset/version"},
    {"version_number", [](SampleDocument& s) { s.json["asset"]["version"] = 2.0; }, "TYPE_MISMATCH",
     "/asset/version"},
    {"min_version_of_words", [](SampleDocument& s) { s.json["asset"]["minVersion"] = "two"; },
     "PATTERN_MISMATCH", "/asset/minVersion"},
    {"min_version_greater", [](SampleDocument& s) { s.json["asset"]["minVersion"] = "2.1"; },
     "ASSET_MIN_VERSION_GREATER_THAN_VERSION", "/asset/minVersion"},
    {"list_of_wrong_type", [](SampleDocument& s) { s.json["samplers"] = Json::object(); }, "TYPE_MISMATCH",
     "/samplers"},
    {"list_empty", [](SampleDocument& s) { s.json["skins"] = Json::array(); }, "EMPTY_ENTITY", "/skins"},
    {"list_element_of_wrong_type", [](SampleDocument& s) { s.json["cameras"] = {1}; }, "TYPE_MISMATCH",
     "/cameras/0"},
    {"name_of_wrong_type", [](SampleDocument& s) { s.json["nodes"][1]["name"] = 3; }, "TYPE_MISMATCH",
     "/nodes/1/name"},
    {"extensions_no_object", [](SampleDocument& s) { s.json["extensions"] = 1; }, "TYPE_MISMATCH",
     "/extensions"},
    {"extension_undeclared",
     [](SampleDocument& s) {
       s.json["nodes"][0]["extensions"] = {{"KHR_x", Json::object()}};
     },
     "UNDECLARED_EXTENSION", "/nodes/0/extensions/KHR_x"},
    {"extension_twice",
     [](SampleDocument& s) {
       s.json["extensionsUsed"] = {"a", "a"};
     },
     "DUPLICATE_ELEMENTS", "/extensionsUsed/1"},
    {"extension_not_used",
     [](SampleDocument& s) {
       s.json["extensionsUsed"] = {"a"};
       s.json["extensionsRequired"] = {"b"};
     },
     "UNUSED_EXTENSION_REQUIRED", "/extensionsRequired/0"},
    {"extensions_used_missing", [](SampleDocument& s) { s.json["extensionsRequired"] = {"b"}; },
     "UNSATISFIED_DEPENDENCY", "/extensionsRequired"},
    {"extensions_used_empty", [](SampleDocument& s) { s.json["extensionsUsed"] = Json::array(); },
     "EMPTY_ENTITY", "/extensionsUsed"},
    {"extension_no_string", [](SampleDocument& s) { s.json["extensionsUsed"] = {1}; }, "ARRAY_TYPE_MISMATCH",
     "/extensionsUsed/0"},
    {"quantization_optional", [](SampleDocument& s) { s.json["extensionsUsed"] = {"KHR_mesh_quantization"}; },
     "NON_REQUIRED_EXTENSION", "/extensionsUsed/0"},
    {"draco_required",
     [](SampleDocument& s) {
       s.json["extensionsUsed"] = {"KHR_draco_mesh_compression"};
       s.json["extensionsRequired"] = {"KHR_draco_mesh_compression"};
     },
     "UNSUPPORTED_EXTENSION", "/extensionsRequired/0"},
    {"unknown_extension_on_a_primitive",
     [](SampleDocument& s) {
       s.json["extensionsUsed"] = {"X_y"};
       s.json["extensionsRequired"] = {"X_y"};
       s.json["meshes"][0]["primitives"][0]["extensions"] = {{"X_y", Json::object()}};
     },
     "UNSUPPORTED_EXTENSION", "/extensionsRequired/0"},
    {"unknown_extension_at_the_root_is_required",
     [](SampleDocument& s) {
       s.json["extensionsUsed"] = {"X_y"};
       s.json["extensionsRequired"] = {"X_y"};
       s.json["extensions"] = {{"X_y", Json::object()}};
     },
     "UNSUPPORTED_EXTENSION", "/extensionsRequired/0"},
    {"animation_pointer_required",
     [](SampleDocument& s) {
       s.json["extensionsUsed"] = {"KHR_animation_pointer"};
       s.json["extensionsRequired"] = {"KHR_animation_pointer"};
       s.json["animations"][0]["channels"][0]["target"]["extensions"] = {
           {"KHR_animation_pointer", {{"pointer", "/nodes/0/rotation"}}}};
     },
     "UNSUPPORTED_EXTENSION", "/extensionsRequired/0"},
    {"node_constraint_required",
     [](SampleDocument& s) {
       s.json["extensionsUsed"] = {"KHR_materials_unlit", "VRMC_node_constraint"};
       s.json["extensionsRequired"] = {"KHR_materials_unlit", "VRMC_node_constraint"};
     },
     "UNSUPPORTED_EXTENSION", "/extensionsRequired/1"},
    {"moving_extension_is_not_applied",
     [](SampleDocument& s) {
       s.json["extensionsUsed"] = {"X_y", "EXT_mesh_gpu_instancing"};
     },
     "EXTENSION_NOT_APPLIED", "/extensionsUsed/1", kWarning},
    {"buffer_length_missing", [](SampleDocument& s) { s.json["buffers"] = Json::array({Json::object()}); },
     "UNDEFINED_PROPERTY", "/buffers/0"},
    {"buffer_length_zero",
     [](SampleDocument& s) {
       s.json["buffers"] = {{{"byteLength", 0}}};
     },
     "VALUE_NOT_IN_RANGE", "/buffers/0/byteLength"},
    {"buffer_length_fraction",
     [](SampleDocument& s) {
       s.json["buffers"] = {{{"byteLength", 1.5}}};
     },
     "TYPE_MISMATCH", "/buffers/0/byteLength"},
    {"view_buffer_missing", [](SampleDocument& s) { s.json["bufferViews"][0].erase("buffer"); },
     "UNDEFINED_PROPERTY", "/bufferViews/0"},
    {"view_buffer_negative", [](SampleDocument& s) { s.json["bufferViews"][0]["buffer"] = -1; },
     "INVALID_INDEX", "/bufferViews/0/buffer"},
    {"view_length_zero", [](SampleDocument& s) { s.json["bufferViews"][0]["byteLength"] = 0; },
     "VALUE_NOT_IN_RANGE", "/bufferViews/0/byteLength"},
    {"view_offset_negative", [](SampleDocument& s) { s.json["bufferViews"][0]["byteOffset"] = -4; },
     "VALUE_NOT_IN_RANGE", "/bufferViews/0/byteOffset"},
    {"view_stride_small", [](SampleDocument& s) { s.json["bufferViews"][0]["byteStride"] = 2; },
     "VALUE_NOT_IN_RANGE", "/bufferViews/0/byteStride"},
    {"view_stride_large", [](SampleDocument& s) { s.json["bufferViews"][0]["byteStride"] = 256; },
     "VALUE_NOT_IN_RANGE", "/bufferViews/0/byteStride"},
    {"view_stride_odd", [](SampleDocument& s) { s.json["bufferViews"][0]["byteStride"] = 13; },
     "VALUE_MULTIPLE_OF", "/bufferViews/0/byteStride"},
    {"view_stride_beyond_length", [](SampleDocument& s) { s.json["bufferViews"][0]["byteStride"] = 252; },
     "BUFFER_VIEW_TOO_BIG_BYTE_STRIDE", "/bufferViews/0/byteStride"},
    {"view_stride_of_indices",
     [](SampleDocument& s) {
       s.json["bufferViews"][7]["byteStride"] = 4;
       s.json["bufferViews"][7]["target"] = 34963;
     },
     "BUFFER_VIEW_INVALID_BYTE_STRIDE", "/bufferViews/7/byteStride"},
    {"view_target_unknown", [](SampleDocument& s) { s.json["bufferViews"][0]["target"] = 1; },
     "VALUE_NOT_IN_LIST", "/bufferViews/0/target", kWarning},
    {"accessor_empty", [](SampleDocument& s) { s.json["accessors"].push_back(Json::object()); },
     "UNDEFINED_PROPERTY", "/accessors/15"},
    {"accessor_count_zero", [](SampleDocument& s) { s.json["accessors"][0]["count"] = 0; },
     "VALUE_NOT_IN_RANGE", "/accessors/0/count"},
    {"accessor_type_unknown", [](SampleDocument& s) { s.json["accessors"][9]["type"] = "VEC5"; },
     "VALUE_NOT_IN_LIST", "/accessors/9/type", kWarning},
    {"accessor_component_type_unknown",
     [](SampleDocument& s) { s.json["accessors"][9]["componentType"] = 5124; }, "VALUE_NOT_IN_LIST",
     "/accessors/9/componentType", kWarning},
    {"accessor_offset_without_view", [](SampleDocument& s) { s.json["accessors"][8]["byteOffset"] = 0; },
     "UNSATISFIED_DEPENDENCY", "/accessors/8/byteOffset"},
    {"accessor_float_normalized", [](SampleDocument& s) { s.json["accessors"][0]["normalized"] = true; },
     "ACCESSOR_NORMALIZED_INVALID", "/accessors/0/normalized"},
    {"accessor_normalized_of_wrong_type", [](SampleDocument& s) { s.json["accessors"][0]["normalized"] = 1; },
     "TYPE_MISMATCH", "/accessors/0/normalized"},
    {"accessor_matrix_unaligned", [](SampleDocument& s) { s.json["accessors"][9]["byteOffset"] = 2; },
     "ACCESSOR_MATRIX_ALIGNMENT", "/accessors/9/byteOffset"},
    {"accessor_min_of_wrong_length", [](SampleDocument& s) { s.json["accessors"][0]["min"] = {0}; },
     "ARRAY_LENGTH_NOT_IN_LIST", "/accessors/0/min"},
    {"accessor_max_of_words",
     [](SampleDocument& s) {
       s.json["accessors"][0]["max"] = {"a", "b", "c"};
     },
     "ARRAY_TYPE_MISMATCH", "/accessors/0/max"},
    {"accessor_max_beyond_type",
     [](SampleDocument& s) {
       s.json["accessors"][3]["max"] = {256, 0, 0, 0};
     },
     "INVALID_GL_VALUE", "/accessors/3/max"},
    {"accessor_sparse_of_wrong_type", [](SampleDocument& s) { s.json["accessors"][8]["sparse"] = 1; },
     "TYPE_MISMATCH", "/accessors/8/sparse"},
    {"accessor_sparse_empty", [](SampleDocument& s) { s.json["accessors"][8]["sparse"] = Json::object(); },
     "UNDEFINED_PROPERTY", "/accessors/8/sparse"},
    {"accessor_sparse_count_zero", [](SampleDocument& s) { s.json["accessors"][8]["sparse"]["count"] = 0; },
     "VALUE_NOT_IN_RANGE", "/accessors/8/sparse/count"},
    {"accessor_sparse_view_missing",
     [](SampleDocument& s) { s.json["accessors"][8]["sparse"]["values"] = Json::object(); },
     "UNDEFINED_PROPERTY", "/accessors/8/sparse/values"},
    {"accessor_sparse_type_unknown",
     [](SampleDocument& s) { s.json["accessors"][8]["sparse"]["indices"]["componentType"] = 5126; },
     "VALUE_NOT_IN_LIST", "/accessors/8/sparse/indices/componentType", kWarning},
    {"mesh_empty", [](SampleDocument& s) { s.json["meshes"].push_back(Json::object()); },
     "UNDEFINED_PROPERTY", "/meshes/1"},
    {"mesh_primitives_empty", [](SampleDocument& s) { s.json["meshes"][0]["primitives"] = Json::array(); },
     "EMPTY_ENTITY", "/meshes/0/primitives"},
    {"mesh_primitives_of_wrong_type", [](SampleDocument& s) { s.json["meshes"][0]["primitives"] = {1}; },
     "ARRAY_TYPE_MISMATCH", "/meshes/0/primitives"},
    {"mesh_weights_count",
     [](SampleDocument& s) {
       s.json["meshes"][0]["weights"] = {0, 1};
     },
     "MESH_INVALID_WEIGHTS_COUNT", "/meshes/0/weights"},
    {"mesh_unequal_targets",
     [](SampleDocument& s) {
       s.json["meshes"][0]["primitives"].push_back({{"attributes", {{"POSITION", 0}}}});
     },
     "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT", "/meshes/0/primitives/1"},
    {"mesh_unequal_targets_more",
     [](SampleDocument& s) {
       auto p = s.json["meshes"][0]["primitives"][0];
       p["targets"].push_back(p["targets"][0]);
       s.json["meshes"][0]["primitives"].push_back(p);
     },
     "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT", "/meshes/0/primitives/1/targets"},
    {"primitive_mode", [](SampleDocument& s) { s.json["meshes"][0]["primitives"][0]["mode"] = 7; },
     "VALUE_NOT_IN_RANGE", "/meshes/0/primitives/0/mode"},
    {"primitive_attributes_missing",
     [](SampleDocument& s) { s.json["meshes"][0]["primitives"][0].erase("attributes"); },
     "UNDEFINED_PROPERTY", "/meshes/0/primitives/0"},
    {"primitive_attributes_empty",
     [](SampleDocument& s) { s.json["meshes"][0]["primitives"][0]["attributes"] = Json::object(); },
     "EMPTY_ENTITY", "/meshes/0/primitives/0/attributes"},
    {"primitive_attribute_unknown",
     [](SampleDocument& s) { s.json["meshes"][0]["primitives"][0]["attributes"]["COLOUR"] = 0; },
     "MESH_PRIMITIVE_INVALID_ATTRIBUTE", "/meshes/0/primitives/0/attributes/COLOUR"},
    {"primitive_attribute_unknown_escaped",
     [](SampleDocument& s) { s.json["meshes"][0]["primitives"][0]["attributes"]["A/B"] = 0; },
     "MESH_PRIMITIVE_INVALID_ATTRIBUTE", "/meshes/0/primitives/0/attributes/A~1B"},
    {"primitive_attribute_index",
     [](SampleDocument& s) { s.json["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_01"] = 0; },
     "MESH_PRIMITIVE_INVALID_ATTRIBUTE", "/meshes/0/primitives/0/attributes/TEXCOORD_01"},
    {"primitive_attribute_negative",
     [](SampleDocument& s) { s.json["meshes"][0]["primitives"][0]["attributes"]["_X"] = -1; },
     "INVALID_INDEX", "/meshes/0/primitives/0/attributes/_X"},
    {"primitive_attribute_gap",
     [](SampleDocument& s) { s.json["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_1"] = 0; },
     "MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY", "/meshes/0/primitives/0/attributes"},
    {"primitive_joints_without_weights",
     [](SampleDocument& s) { s.json["meshes"][0]["primitives"][0]["attributes"].erase("WEIGHTS_1"); },
     "MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH", "/meshes/0/primitives/0/attributes"},
    {"primitive_without_position",
     [](SampleDocument& s) {
       s.json["meshes"][0]["primitives"][0]["attributes"].erase("POSITION");
       s.json["meshes"][0]["primitives"][0].erase("targets");
       s.json["meshes"][0].erase("weights");
       s.json.erase("animations");
     },
     "MESH_PRIMITIVE_NO_POSITION", "/meshes/0/primitives/0/attributes", kWarning},
    {"targets_empty",
     [](SampleDocument& s) { s.json["meshes"][0]["primitives"][0]["targets"] = Json::array(); },
     "EMPTY_ENTITY", "/meshes/0/primitives/0/targets"},
    {"targets_of_wrong_type", [](SampleDocument& s) { s.json["meshes"][0]["primitives"][0]["targets"] = 1; },
     "TYPE_MISMATCH", "/meshes/0/primitives/0/targets"},
    {"targets_element_of_wrong_type",
     [](SampleDocument& s) { s.json["meshes"][0]["primitives"][0]["targets"] = {1}; }, "ARRAY_TYPE_MISMATCH",
     "/meshes/0/primitives/0/targets"},
    {"target_empty",
     [](SampleDocument& s) { s.json["meshes"][0]["primitives"][0]["targets"][0] = Json::object(); },
     "EMPTY_ENTITY", "/meshes/0/primitives/0/targets/0"},
    {"target_attribute_unknown",
     [](SampleDocument& s) { s.json["meshes"][0]["primitives"][0]["targets"][0]["JOINTS_0"] = 3; },
     "MESH_PRIMITIVE_INVALID_ATTRIBUTE", "/meshes/0/primitives/0/targets/0/JOINTS_0"},
    {"node_children_empty", [](SampleDocument& s) { s.json["nodes"][4]["children"] = Json::array(); },
     "EMPTY_ENTITY", "/nodes/4/children"},
    {"node_children_twice",
     [](SampleDocument& s) {
       s.json["nodes"][1]["children"] = {2, 2};
     },
     "DUPLICATE_ELEMENTS", "/nodes/1/children/1"},
    {"node_rotation_beyond_1",
     [](SampleDocument& s) {
       s.json["nodes"][3]["rotation"] = {0, 0, 0, 1.5};
     },
     "VALUE_NOT_IN_RANGE", "/nodes/3/rotation/3"},
    {"node_rotation_short",
     [](SampleDocument& s) {
       s.json["nodes"][3]["rotation"] = {0, 0, 1};
     },
     "ARRAY_LENGTH_NOT_IN_LIST", "/nodes/3/rotation"},
    {"node_rotation_not_unit",
     [](SampleDocument& s) {
       s.json["nodes"][3]["rotation"] = {0, 0, 0.1, 0.9};
     },
     "ROTATION_NON_UNIT", "/nodes/3/rotation"},
    {"node_translation_beyond_float32",
     [](SampleDocument& s) {
       s.json["nodes"][1]["translation"] = {1e39, 0, 0};
     },
     "VALUE_NOT_IN_RANGE", "/nodes/1/translation/0"},
    {"node_matrix_and_trs",
     [](SampleDocument& s) {
       s.json["nodes"][4]["scale"] = {1, 1, 1};
     },
     "NODE_MATRIX_TRS", "/nodes/4/matrix"},
    {"node_matrix_singular", [](SampleDocument& s) { s.json["nodes"][4]["matrix"][0] = 0; },
     "NODE_MATRIX_NON_TRS", "/nodes/4/matrix"},
    {"node_matrix_projective", [](SampleDocument& s) { s.json["nodes"][4]["matrix"][3] = 1; },
     "NODE_MATRIX_NON_TRS", "/nodes/4/matrix"},
    {"node_matrix_sheared", [](SampleDocument& s) { s.json["nodes"][4]["matrix"][4] = 2; },
     "NODE_MATRIX_NON_TRS", "/nodes/4/matrix"},
    {"node_skin_without_mesh", [](SampleDocument& s) { s.json["nodes"][4]["skin"] = 0; },
     "UNSATISFIED_DEPENDENCY", "/nodes/4/skin"},
    {"node_weights_without_mesh", [](SampleDocument& s) { s.json["nodes"][4]["weights"] = {1}; },
     "UNSATISFIED_DEPENDENCY", "/nodes/4/weights"},
    {"skin_joints_missing", [](SampleDocument& s) { s.json["skins"][0].erase("joints"); },
     "UNDEFINED_PROPERTY", "/skins/0"},
    {"skin_joints_empty", [](SampleDocument& s) { s.json["skins"][0]["joints"] = Json::array(); },
     "EMPTY_ENTITY", "/skins/0/joints"},
    {"scene_nodes_empty", [](SampleDocument& s) { s.json["scenes"][0]["nodes"] = Json::array(); },
     "EMPTY_ENTITY", "/scenes/0/nodes"},
    {"scene_of_wrong_type", [](SampleDocument& s) { s.json["scene"] = "0"; }, "TYPE_MISMATCH", "/scene"},
    {"animation_empty", [](SampleDocument& s) { s.json["animations"].push_back(Json::object()); },
     "UNDEFINED_PROPERTY", "/animations/1"},
    {"channels_empty", [](SampleDocument& s) { s.json["animations"][0]["channels"] = Json::array(); },
     "EMPTY_ENTITY", "/animations/0/channels"},
    {"channel_target_missing",
     [](SampleDocument& s) { s.json["animations"][0]["channels"][0].erase("target"); }, "UNDEFINED_PROPERTY",
     "/animations/0/channels/0"},
    {"channel_path_missing",
     [](SampleDocument& s) { s.json["animations"][0]["channels"][0]["target"].erase("path"); },
     "UNDEFINED_PROPERTY", "/animations/0/channels/0/target"},
    {"channel_path_unknown",
     [](SampleDocument& s) { s.json["animations"][0]["channels"][0]["target"]["path"] = "pointer"; },
     "VALUE_NOT_IN_LIST", "/animations/0/channels/0/target/path", kWarning},
    {"sampler_interpolation_unknown",
     [](SampleDocument& s) { s.json["animations"][0]["samplers"][0]["interpolation"] = "SMOOTH"; },
     "VALUE_NOT_IN_LIST", "/animations/0/samplers/0/interpolation", kWarning},
    {"sampler_input_missing",
     [](SampleDocument& s) { s.json["animations"][0]["samplers"][0].erase("input"); }, "UNDEFINED_PROPERTY",
     "/animations/0/samplers/0"},
};

INSTANTIATE_TEST_SUITE_P(case_of, BrokenDocument, testing::ValuesIn(kCases),
                         [](const testing::TestParamInfo<BrokenSample>& tested) {
                           return std::string(tested.param.name);
                         });

TEST(document, elements_are_laid_out_as_the_specification_says) {
  AccessorEntry accessor;
  accessor.component_type = kUnsignedByte;
  accessor.type = ElementType::mat3;
  EXPECT_EQ(element_size(accessor), 11);
  EXPECT_EQ(packed_stride(accessor), 12);
  EXPECT_EQ(component_offset(accessor, 3), 4);
  accessor.type = ElementType::mat2;
  EXPECT_EQ(element_size(accessor), 6);
  EXPECT_EQ(packed_stride(accessor), 8);
  accessor.component_type = kShort;
  accessor.type = ElementType::mat3;
  EXPECT_EQ(element_size(accessor), 22);
  EXPECT_EQ(packed_stride(accessor), 24);
  accessor.component_type = kFloat;
  accessor.type = ElementType::mat4;
  EXPECT_EQ(element_size(accessor), 64);
  EXPECT_EQ(component_offset(accessor, 5), 20);
}

TEST(document, extensions_about_looks_do_not_matter) {
  SampleDocument sample = skinned_sample();
  sample.json["extensionsUsed"] = {"KHR_materials_unlit", "KHR_texture_transform", "KHR_lights_punctual"};
  sample.json["extensionsRequired"] = {"KHR_materials_unlit", "KHR_texture_transform"};
  EXPECT_TRUE(issues_of(sample).empty()) << listed(issues_of(sample));
}

}  // namespace document_test
}  // namespace bindpose::gltf
