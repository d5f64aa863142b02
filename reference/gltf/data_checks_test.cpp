// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/data_checks.h"

#include <gtest/gtest.h>

#include "reference/gltf/broken_sample.h"
#include "reference/gltf/load.h"

namespace bindpose::gltf::data_checks_test {

constexpr auto kWarning = Issue::Severity::warning;

const std::vector<BrokenSample> kCases = {
    {"float_nan", [](SampleDocument& s) { s.set(13, 1, std::numeric_limits<double>::quiet_NaN()); },
     "ACCESSOR_INVALID_FLOAT", "/accessors/13"},
    {"float_infinite", [](SampleDocument& s) { s.set(0, 1, std::numeric_limits<double>::infinity()); },
     "ACCESSOR_INVALID_FLOAT", "/accessors/0"},
    wrong("min_too_small", "/accessors/0/min/1", -1, "ACCESSOR_MIN_MISMATCH"),
    wrong("max_too_large", "/accessors/0/max/2", 1, "ACCESSOR_MAX_MISMATCH"),
    {"below_min", [](SampleDocument& s) { s.set(0, 1, -1); }, "ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND",
     "/accessors/0/min/1"},
    {"above_max", [](SampleDocument& s) { s.set(0, 3, 7); }, "ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND",
     "/accessors/0/max/0"},
    {"integer_above_max", with("/accessors/7/max", {2}), "ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND",
     "/accessors/7/max/0"},
    {"sparse_index",
     [](SampleDocument& s) {
       s.bytes[s.json["bufferViews"][8]["byteOffset"].get<std::size_t>()] = std::byte{4};
     },
     "ACCESSOR_SPARSE_INDEX_OOB", "/accessors/8/sparse"},
    {"sparse_order",
     [](SampleDocument& s) {
       s.json["accessors"][8]["sparse"]["count"] = 2;
       s.json["accessors"][8]["sparse"]["indices"]["bufferView"] = s.add_view({std::byte{1}, std::byte{1}});
       s.json["accessors"][8]["sparse"]["values"]["bufferView"] =
           s.add_view(stored_bytes({0.5, 0, 0, 0, 0, 0}, kFloat));
     },
     "ACCESSOR_SPARSE_INDICES_NON_INCREASING", "/accessors/8/sparse"},
    {"normal_not_unit", [](SampleDocument& s) { s.set(1, 2, 1.01); }, "ACCESSOR_VECTOR3_NON_UNIT",
     "/meshes/0/primitives/0/attributes/NORMAL"},
    {"tangent_not_unit", [](SampleDocument& s) { s.set(2, 4, 0.5); }, "ACCESSOR_VECTOR3_NON_UNIT",
     "/meshes/0/primitives/0/attributes/TANGENT"},
    {"tangent_sign", [](SampleDocument& s) { s.set(2, 3, 0.5); }, "ACCESSOR_INVALID_SIGN",
     "/meshes/0/primitives/0/attributes/TANGENT"},
    {"color_beyond_1",
     [](SampleDocument& s) {
       s.json["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"] =
           s.add({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}, kVec3);
     },
     "ACCESSOR_NON_CLAMPED", "/meshes/0/primitives/0/attributes/COLOR_0"},
    {"index_beyond_vertices", [](SampleDocument& s) { s.set(7, 5, 4); }, "ACCESSOR_INDEX_OOB",
     "/meshes/0/primitives/0/indices"},
    {"index_restart", [](SampleDocument& s) { s.set(7, 5, 65535); }, "ACCESSOR_INDEX_PRIMITIVE_RESTART",
     "/meshes/0/primitives/0/indices"},
    {"time_negative", [](SampleDocument& s) { s.set(10, 0, -1); }, "ACCESSOR_ANIMATION_INPUT_NEGATIVE",
     "/animations/0/samplers/0/input"},
    {"time_standing", [](SampleDocument& s) { s.set(10, 1, 0); }, "ACCESSOR_ANIMATION_INPUT_NON_INCREASING",
     "/animations/0/samplers/0/input"},
    {"rotation_not_unit", [](SampleDocument& s) { s.set(11, 3, 0.9); },
     "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION", "/animations/0/channels/0/sampler"},
    {"bind_last_row", [](SampleDocument& s) { s.set(9, 19, 1); }, "ACCESSOR_INVALID_IBM",
     "/skins/0/inverseBindMatrices"},
    {"bind_last_element", [](SampleDocument& s) { s.set(9, 31, 2); }, "ACCESSOR_INVALID_IBM",
     "/skins/0/inverseBindMatrices"},
    {"joint_beyond_skin", [](SampleDocument& s) { s.set(3, 4, 3); }, "ACCESSOR_JOINTS_INDEX_OOB",
     "/meshes/0/primitives/0/attributes/JOINTS_0"},
    {"joint_twice", [](SampleDocument& s) { s.set(3, 5, 1); }, "ACCESSOR_JOINTS_INDEX_DUPLICATE",
     "/meshes/0/primitives/0/attributes/JOINTS_0"},
    {"joint_twice_across_sets", [](SampleDocument& s) { s.set(4, 12, 2); }, "ACCESSOR_JOINTS_INDEX_DUPLICATE",
     "/meshes/0/primitives/0/attributes/JOINTS_1"},
    {"weight_negative", [](SampleDocument& s) { s.set(5, 1, -0.5); }, "ACCESSOR_WEIGHTS_NEGATIVE",
     "/meshes/0/primitives/0/attributes/WEIGHTS_0"},
    {"weights_not_normalized",
     [](SampleDocument& s) {
       s.set(5, 0, 0.5);
       s.json["accessors"][5]["max"][0] = 0.75;
     },
     "ACCESSOR_WEIGHTS_NON_NORMALIZED", "/meshes/0/primitives/0/attributes/WEIGHTS_0", kWarning},
    {"joint_without_weight",
     [](SampleDocument& s) {
       s.set(3, 3, 2);
       s.json["accessors"][3]["max"][3] = 2;
     },
     "ACCESSOR_JOINTS_USED_ZERO_WEIGHT", "/meshes/0/primitives/0/attributes/JOINTS_0", kWarning},
};

TEST(data_checks, each_invalid_value_is_reported) {
  for (const BrokenSample& broken : kCases)
    expect_remark(broken);
}

TEST(data_checks, weights_of_a_repeated_joint_are_not_added_up) {
  SampleDocument sample = skinned_sample();
  sample.set(3, 5, 1);
  EXPECT_EQ(listed(issues_of(sample)).find("ACCESSOR_WEIGHTS_NON_NORMALIZED"), std::string::npos)
      << listed(issues_of(sample));
}

TEST(data_checks, unnormalized_weights_still_load) {
  SampleDocument sample = skinned_sample();
  sample.set(5, 0, 0.5);
  sample.json["accessors"][5]["max"][0] = 0.75;
  EXPECT_TRUE(parse(as_bytes(sample.text()), {}, ""));
}

TEST(data_checks, nan_is_not_a_unit_normal) {
  SampleDocument sample = skinned_sample();
  sample.set(1, 0, std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(has_issue(issues_of(sample), Issue::Severity::error, "ACCESSOR_VECTOR3_NON_UNIT",
                        "/meshes/0/primitives/0/attributes/NORMAL"));
}

TEST(data_checks, tangents_of_a_spline_need_no_unit_length) {
  SampleDocument sample = skinned_sample();
  const int output =
      sample.add({9, 9, 9, 9, 0, 0, 0, 1, 9, 9, 9, 9, 9, 9, 9, 9, 1, 0, 0, 0, 9, 9, 9, 9}, kVec4);
  sample.json["animations"][0]["samplers"][0] = {
      {"input", 10}, {"output", output}, {"interpolation", "CUBICSPLINE"}};
  EXPECT_TRUE(issues_of(sample).empty()) << listed(issues_of(sample));
}

}  // namespace bindpose::gltf::data_checks_test
