// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/document.h"

#include <gtest/gtest.h>

#include "reference/gltf/broken_sample.h"
#include "reference/gltf/load.h"

namespace bindpose::gltf::document_test {

constexpr auto kWarning = Issue::Severity::warning;

constexpr auto kExtension = "/animations/0/channels/0/target/extensions/KHR_animation_pointer";
constexpr auto kPointer = "/animations/0/channels/0/target/extensions/KHR_animation_pointer/pointer";

/// Gives the first channel a pointer as its target; null: the extension without its pointer.
auto pointing_to(const char* pointer) {
  return [=](SampleDocument& s) {
    s.animate_by_pointer(0, pointer == nullptr ? "" : pointer);
    if (pointer == nullptr) s.json[Json::json_pointer(kExtension)].erase("pointer");
  };
}

constexpr auto kInstances = "/nodes/5/extensions/EXT_mesh_gpu_instancing/attributes";

/// Gives a node instances; node 5 is new and shows mesh 0 without a skin. `is_doubled`: accessor 2 doubles.
auto with_instances(std::size_t node, const Json& attributes, bool is_doubled = false) {
  return [=](SampleDocument& s) {
    s.json["extensionsUsed"] = {"EXT_mesh_gpu_instancing"};
    if (node == 5) {
      s.json["nodes"].push_back({{"mesh", 0}});
      s.json["scenes"][0]["nodes"].push_back(5);
    }
    s.json["nodes"][node]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"] =
        attributes.is_null() ? Json::object() : attributes;
    if (is_doubled)
      s.json["nodes"][node]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"]["ROTATION"] =
          s.add({0, 0, 0, 2}, kVec4);
  };
}

const std::vector<BrokenSample> kCases = {
    {"asset_missing", without("/asset"), "UNDEFINED_PROPERTY", "/"},
    wrong("asset_no_object", "/asset", 1, "TYPE_MISMATCH"),
    wrong("version_missing", "/asset", Json::object(), "UNDEFINED_PROPERTY"),
    wrong("version_1", "/asset/version", "1.0", "UNKNOWN_ASSET_MAJOR_VERSION"),
    wrong("version_2_1", "/asset/version", "2.1", "UNKNOWN_ASSET_MINOR_VERSION", kWarning),
    wrong("version_of_words", "/asset/version", "2.0-dev", "PATTERN_MISMATCH"),
    wrong("version_number", "/asset/version", 2.0, "TYPE_MISMATCH"),
    wrong("min_version_of_words", "/asset/minVersion", "two", "PATTERN_MISMATCH"),
    wrong("min_version_greater", "/asset/minVersion", "2.1", "ASSET_MIN_VERSION_GREATER_THAN_VERSION"),
    wrong("list_of_wrong_type", "/samplers", Json::object(), "TYPE_MISMATCH"),
    wrong("list_empty", "/skins", Json::array(), "EMPTY_ENTITY"),
    {"list_element_of_wrong_type", with("/cameras", {1}), "TYPE_MISMATCH", "/cameras/0"},
    wrong("name_of_wrong_type", "/nodes/1/name", 3, "TYPE_MISMATCH"),
    wrong("extensions_no_object", "/extensions", 1, "TYPE_MISMATCH"),
    {"extension_undeclared", with("/nodes/0/extensions", {{"KHR_x", Json::object()}}), "UNDECLARED_EXTENSION",
     "/nodes/0/extensions/KHR_x"},
    {"extension_twice", with("/extensionsUsed", {"a", "a"}), "DUPLICATE_ELEMENTS", "/extensionsUsed/1"},
    {"extension_not_used", with("/extensionsUsed", {"a"}, "/extensionsRequired", {"b"}),
     "UNUSED_EXTENSION_REQUIRED", "/extensionsRequired/0"},
    wrong("extensions_used_missing", "/extensionsRequired", {"b"}, "UNSATISFIED_DEPENDENCY"),
    wrong("extensions_used_empty", "/extensionsUsed", Json::array(), "EMPTY_ENTITY"),
    {"extension_no_string", with("/extensionsUsed", {1}), "ARRAY_TYPE_MISMATCH", "/extensionsUsed/0"},
    {"quantization_optional", with("/extensionsUsed", {"KHR_mesh_quantization"}), "NON_REQUIRED_EXTENSION",
     "/extensionsUsed/0"},
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
    {"node_constraint_required",
     with("/extensionsUsed", {"KHR_materials_unlit", "VRMC_node_constraint"}, "/extensionsRequired",
          {"KHR_materials_unlit", "VRMC_node_constraint"}),
     "UNSUPPORTED_EXTENSION", "/extensionsRequired/1"},
    {"moving_extension_is_not_applied", with("/extensionsUsed", {"X_y", "VRMC_springBone"}),
     "EXTENSION_NOT_APPLIED", "/extensionsUsed/1", kWarning},
    {"buffer_length_missing", with("/buffers", Json::array({Json::object()})), "UNDEFINED_PROPERTY",
     "/buffers/0"},
    {"buffer_length_zero", with("/buffers", {{{"byteLength", 0}}}), "VALUE_NOT_IN_RANGE",
     "/buffers/0/byteLength"},
    {"buffer_length_fraction", with("/buffers", {{{"byteLength", 1.5}}}), "TYPE_MISMATCH",
     "/buffers/0/byteLength"},
    {"view_buffer_missing", without("/bufferViews/0/buffer"), "UNDEFINED_PROPERTY", "/bufferViews/0"},
    wrong("view_buffer_negative", "/bufferViews/0/buffer", -1, "INVALID_INDEX"),
    wrong("view_length_zero", "/bufferViews/0/byteLength", 0, "VALUE_NOT_IN_RANGE"),
    wrong("view_offset_negative", "/bufferViews/0/byteOffset", -4, "VALUE_NOT_IN_RANGE"),
    wrong("view_stride_small", "/bufferViews/0/byteStride", 2, "VALUE_NOT_IN_RANGE"),
    wrong("view_stride_large", "/bufferViews/0/byteStride", 256, "VALUE_NOT_IN_RANGE"),
    wrong("view_stride_odd", "/bufferViews/0/byteStride", 13, "VALUE_MULTIPLE_OF"),
    wrong("view_stride_beyond_length", "/bufferViews/0/byteStride", 252, "BUFFER_VIEW_TOO_BIG_BYTE_STRIDE"),
    {"view_stride_of_indices", with("/bufferViews/7/byteStride", 4, "/bufferViews/7/target", 34963),
     "BUFFER_VIEW_INVALID_BYTE_STRIDE", "/bufferViews/7/byteStride"},
    wrong("view_target_unknown", "/bufferViews/0/target", 1, "VALUE_NOT_IN_LIST", kWarning),
    {"accessor_empty", with("/accessors/-", Json::object()), "UNDEFINED_PROPERTY", "/accessors/15"},
    wrong("accessor_count_zero", "/accessors/0/count", 0, "VALUE_NOT_IN_RANGE"),
    wrong("accessor_type_unknown", "/accessors/9/type", "VEC5", "VALUE_NOT_IN_LIST", kWarning),
    wrong("accessor_component_type_unknown", "/accessors/9/componentType", 5124, "VALUE_NOT_IN_LIST",
          kWarning),
    wrong("accessor_offset_without_view", "/accessors/8/byteOffset", 0, "UNSATISFIED_DEPENDENCY"),
    wrong("accessor_float_normalized", "/accessors/0/normalized", true, "ACCESSOR_NORMALIZED_INVALID"),
    wrong("accessor_normalized_of_wrong_type", "/accessors/0/normalized", 1, "TYPE_MISMATCH"),
    wrong("accessor_matrix_unaligned", "/accessors/9/byteOffset", 2, "ACCESSOR_MATRIX_ALIGNMENT"),
    wrong("accessor_min_of_wrong_length", "/accessors/0/min", {0}, "ARRAY_LENGTH_NOT_IN_LIST"),
    wrong("accessor_max_of_words", "/accessors/0/max", {"a", "b", "c"}, "ARRAY_TYPE_MISMATCH"),
    wrong("accessor_max_beyond_type", "/accessors/3/max", {256, 0, 0, 0}, "INVALID_GL_VALUE"),
    wrong("accessor_sparse_of_wrong_type", "/accessors/8/sparse", 1, "TYPE_MISMATCH"),
    wrong("accessor_sparse_empty", "/accessors/8/sparse", Json::object(), "UNDEFINED_PROPERTY"),
    wrong("accessor_sparse_count_zero", "/accessors/8/sparse/count", 0, "VALUE_NOT_IN_RANGE"),
    wrong("accessor_sparse_view_missing", "/accessors/8/sparse/values", Json::object(), "UNDEFINED_PROPERTY"),
    wrong("accessor_sparse_type_unknown", "/accessors/8/sparse/indices/componentType", 5126,
          "VALUE_NOT_IN_LIST", kWarning),
    {"mesh_empty", with("/meshes/-", Json::object()), "UNDEFINED_PROPERTY", "/meshes/1"},
    wrong("mesh_primitives_empty", "/meshes/0/primitives", Json::array(), "EMPTY_ENTITY"),
    wrong("mesh_primitives_of_wrong_type", "/meshes/0/primitives", {1}, "ARRAY_TYPE_MISMATCH"),
    wrong("mesh_weights_count", "/meshes/0/weights", {0, 1}, "MESH_INVALID_WEIGHTS_COUNT"),
    {"mesh_unequal_targets", with("/meshes/0/primitives/-", {{"attributes", {{"POSITION", 0}}}}),
     "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT", "/meshes/0/primitives/1"},
    {"mesh_unequal_targets_more",
     [](SampleDocument& s) {
       auto p = s.json["meshes"][0]["primitives"][0];
       p["targets"].push_back(p["targets"][0]);
       s.json["meshes"][0]["primitives"].push_back(p);
     },
     "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT", "/meshes/0/primitives/1/targets"},
    wrong("primitive_mode", "/meshes/0/primitives/0/mode", 7, "VALUE_NOT_IN_RANGE"),
    {"primitive_attributes_missing", without("/meshes/0/primitives/0/attributes"), "UNDEFINED_PROPERTY",
     "/meshes/0/primitives/0"},
    wrong("primitive_attributes_empty", "/meshes/0/primitives/0/attributes", Json::object(), "EMPTY_ENTITY"),
    wrong("primitive_attribute_unknown", "/meshes/0/primitives/0/attributes/COLOUR", 0,
          "MESH_PRIMITIVE_INVALID_ATTRIBUTE"),
    wrong("primitive_attribute_unknown_escaped", "/meshes/0/primitives/0/attributes/A~1B", 0,
          "MESH_PRIMITIVE_INVALID_ATTRIBUTE"),
    wrong("primitive_attribute_index", "/meshes/0/primitives/0/attributes/TEXCOORD_01", 0,
          "MESH_PRIMITIVE_INVALID_ATTRIBUTE"),
    wrong("primitive_attribute_negative", "/meshes/0/primitives/0/attributes/_X", -1, "INVALID_INDEX"),
    {"primitive_attribute_gap", with("/meshes/0/primitives/0/attributes/TEXCOORD_1", 0),
     "MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY", "/meshes/0/primitives/0/attributes"},
    {"primitive_joints_without_weights", without("/meshes/0/primitives/0/attributes/WEIGHTS_1"),
     "MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH", "/meshes/0/primitives/0/attributes"},
    {"primitive_without_position",
     [](SampleDocument& s) {
       s.json["meshes"][0]["primitives"][0]["attributes"].erase("POSITION");
       s.json["meshes"][0]["primitives"][0].erase("targets");
       s.json["meshes"][0].erase("weights");
       s.json.erase("animations");
     },
     "MESH_PRIMITIVE_NO_POSITION", "/meshes/0/primitives/0/attributes", kWarning},
    wrong("targets_empty", "/meshes/0/primitives/0/targets", Json::array(), "EMPTY_ENTITY"),
    wrong("targets_of_wrong_type", "/meshes/0/primitives/0/targets", 1, "TYPE_MISMATCH"),
    wrong("targets_element_of_wrong_type", "/meshes/0/primitives/0/targets", {1}, "ARRAY_TYPE_MISMATCH"),
    wrong("target_empty", "/meshes/0/primitives/0/targets/0", Json::object(), "EMPTY_ENTITY"),
    wrong("target_attribute_unknown", "/meshes/0/primitives/0/targets/0/JOINTS_0", 3,
          "MESH_PRIMITIVE_INVALID_ATTRIBUTE"),
    wrong("node_children_empty", "/nodes/4/children", Json::array(), "EMPTY_ENTITY"),
    {"node_children_twice", with("/nodes/1/children", {2, 2}), "DUPLICATE_ELEMENTS", "/nodes/1/children/1"},
    {"node_rotation_beyond_1", with("/nodes/3/rotation", {0, 0, 0, 1.5}), "VALUE_NOT_IN_RANGE",
     "/nodes/3/rotation/3"},
    wrong("node_rotation_short", "/nodes/3/rotation", {0, 0, 1}, "ARRAY_LENGTH_NOT_IN_LIST"),
    wrong("node_rotation_not_unit", "/nodes/3/rotation", {0, 0, 0.1, 0.9}, "ROTATION_NON_UNIT"),
    {"node_translation_beyond_float32", with("/nodes/1/translation", {1e39, 0, 0}), "VALUE_NOT_IN_RANGE",
     "/nodes/1/translation/0"},
    {"node_matrix_and_trs", with("/nodes/4/scale", {1, 1, 1}), "NODE_MATRIX_TRS", "/nodes/4/matrix"},
    {"node_matrix_singular", with("/nodes/4/matrix/0", 0), "NODE_MATRIX_NON_TRS", "/nodes/4/matrix"},
    {"node_matrix_projective", with("/nodes/4/matrix/3", 1), "NODE_MATRIX_NON_TRS", "/nodes/4/matrix"},
    {"node_matrix_sheared", with("/nodes/4/matrix/4", 2), "NODE_MATRIX_NON_TRS", "/nodes/4/matrix"},
    wrong("node_skin_without_mesh", "/nodes/4/skin", 0, "UNSATISFIED_DEPENDENCY"),
    wrong("node_weights_without_mesh", "/nodes/4/weights", {1}, "UNSATISFIED_DEPENDENCY"),
    {"instances_empty", with_instances(5, {}), "EMPTY_ENTITY", kInstances},
    {"instances_of_no_mesh", with_instances(1, {{"_ID", 0}}), "UNSATISFIED_DEPENDENCY",
     "/nodes/1/extensions/EXT_mesh_gpu_instancing"},
    {"instances_of_a_skin", with_instances(0, {{"_ID", 0}}), "UNSUPPORTED_EXTENSION",
     "/nodes/0/extensions/EXT_mesh_gpu_instancing"},
    {"instances_without_accessor", with_instances(5, {{"SCALE", 99}}), "UNRESOLVED_REFERENCE",
     "/nodes/5/extensions/EXT_mesh_gpu_instancing/attributes/SCALE"},
    {"instances_of_another_format", with_instances(5, {{"ROTATION", 0}}),
     "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT",
     "/nodes/5/extensions/EXT_mesh_gpu_instancing/attributes/ROTATION"},
    {"instances_of_two_counts", with_instances(5, {{"SCALE", 0}, {"TRANSLATION", 12}}),
     "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT",
     "/nodes/5/extensions/EXT_mesh_gpu_instancing/attributes/TRANSLATION"},
    {"instances_not_turned_by_units", with_instances(5, {{"ROTATION", 2}}, true), "ROTATION_NON_UNIT",
     "/nodes/5/extensions/EXT_mesh_gpu_instancing/attributes/ROTATION"},
    {"skin_joints_missing", without("/skins/0/joints"), "UNDEFINED_PROPERTY", "/skins/0"},
    wrong("skin_joints_empty", "/skins/0/joints", Json::array(), "EMPTY_ENTITY"),
    wrong("scene_nodes_empty", "/scenes/0/nodes", Json::array(), "EMPTY_ENTITY"),
    wrong("scene_of_wrong_type", "/scene", "0", "TYPE_MISMATCH"),
    {"animation_empty", with("/animations/-", Json::object()), "UNDEFINED_PROPERTY", "/animations/1"},
    wrong("channels_empty", "/animations/0/channels", Json::array(), "EMPTY_ENTITY"),
    {"channel_target_missing", without("/animations/0/channels/0/target"), "UNDEFINED_PROPERTY",
     "/animations/0/channels/0"},
    {"channel_path_missing", without("/animations/0/channels/0/target/path"), "UNDEFINED_PROPERTY",
     "/animations/0/channels/0/target"},
    wrong("channel_path_unknown", "/animations/0/channels/0/target/path", "pointer", "VALUE_NOT_IN_LIST",
          kWarning),
    {"pointer_missing", pointing_to(nullptr), "UNDEFINED_PROPERTY", kExtension},
    {"pointer_without_slash", pointing_to("nodes/3/rotation"), "PATTERN_MISMATCH", kPointer},
    {"pointer_to_a_missing_node", pointing_to("/nodes/5/rotation"), "UNRESOLVED_REFERENCE", kPointer},
    {"pointer_to_a_missing_mesh", pointing_to("/meshes/1/weights"), "UNRESOLVED_REFERENCE", kPointer},
    {"pointer_to_a_missing_weight", pointing_to("/nodes/0/weights/1"), "UNRESOLVED_REFERENCE", kPointer},
    {"pointer_to_weights_of_a_joint", pointing_to("/nodes/1/weights"),
     "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS", kPointer},
    {"pointer_to_a_node_with_a_matrix", pointing_to("/nodes/4/rotation"),
     "ANIMATION_CHANNEL_TARGET_NODE_MATRIX", kPointer},
    {"pointer_to_a_matrix", pointing_to("/nodes/3/matrix"), "VALUE_NOT_IN_LIST", kPointer, kWarning},
    {"pointer_to_a_component", pointing_to("/nodes/3/rotation/0"), "VALUE_NOT_IN_LIST", kPointer, kWarning},
    {"pointer_with_a_leading_zero", pointing_to("/nodes/03/rotation"), "VALUE_NOT_IN_LIST", kPointer,
     kWarning},
    {"pointer_of_another_format", pointing_to("/nodes/3/scale"),
     "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT", "/animations/0/channels/0/sampler"},
    {"pointer_to_numbers_of_an_unknown_type",
     [](SampleDocument& s) {
       pointing_to("/nodes/3/rotation")(s);
       s.json["accessors"].push_back({{"componentType", 5124}, {"count", 2}, {"type", "VEC4"}});
       s.json["animations"][0]["samplers"][0]["output"] = s.json["accessors"].size() - 1;
     },
     "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT", "/animations/0/channels/0/sampler"},
    {"pointer_to_what_a_channel_moves", pointing_to("/nodes/1/translation"), "ANIMATION_DUPLICATE_TARGETS",
     "/animations/0/channels/0/target"},
    {"pointer_to_one_of_the_weights_a_channel_moves", pointing_to("/nodes/0/weights/0"),
     "ANIMATION_DUPLICATE_TARGETS", "/animations/0/channels/0/target"},
    {"pointer_and_node",
     [](SampleDocument& s) {
       pointing_to("/nodes/3/rotation")(s);
       s.json["animations"][0]["channels"][0]["target"]["node"] = 3;
     },
     "KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE", kExtension},
    {"pointer_and_path",
     [](SampleDocument& s) {
       pointing_to("/nodes/3/rotation")(s);
       s.json["animations"][0]["channels"][0]["target"]["path"] = "rotation";
     },
     "KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH", kExtension},
    wrong("sampler_interpolation_unknown", "/animations/0/samplers/0/interpolation", "SMOOTH",
          "VALUE_NOT_IN_LIST", kWarning),
    {"sampler_input_missing", without("/animations/0/samplers/0/input"), "UNDEFINED_PROPERTY",
     "/animations/0/samplers/0"},
};

TEST(document, each_invalid_value_is_reported) {
  for (const BrokenSample& broken : kCases)
    expect_remark(broken);
}

TEST(document, elements_have_the_layout_of_the_specification) {
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

TEST(document, extensions_for_appearance_are_accepted) {
  SampleDocument sample = skinned_sample();
  sample.json["extensionsUsed"] = {"KHR_materials_unlit", "KHR_texture_transform", "KHR_lights_punctual"};
  sample.json["extensionsRequired"] = {"KHR_materials_unlit", "KHR_texture_transform"};
  EXPECT_TRUE(issues_of(sample).empty()) << listed(issues_of(sample));
}

}  // namespace bindpose::gltf::document_test
