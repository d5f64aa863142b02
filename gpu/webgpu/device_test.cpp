// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The device is SwiftShader, or the one that the environment variable BINDPOSE_TEST_DEVICE names as parse_web_device() reads it.
#include "gpu/webgpu/device.h"

#include <cstdlib>
#include <map>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "gpu/capture/packed_numbers_test.h"
#include "gpu/capture/stack_test.h"
#include "gpu/device/card.h"
#include "gpu/program/variant.h"
#include "gpu/web/device.h"
#include "gpu/webgpu/probe.h"
#include "gpu/webgpu/self_check.h"
#include "gpu/webgpu/skinner.h"
#include "reference/numeric/random.h"

namespace bindpose::gpu {
namespace webgpu_device_test {

constexpr double generous = 1e-5;

TEST(WebGpuNames, a_device_is_what_the_browser_chooses_or_swiftshader) {
  for (const char* name : {"", "swiftshader"})
    EXPECT_EQ(parse_web_device(name, Api::webgpu)->api, Api::webgpu);
  EXPECT_EQ(to_string(*parse_web_device("", Api::webgpu)), "webgpu");
  EXPECT_EQ(to_string(*parse_web_device("swiftshader", Api::webgpu)), "webgpu:swiftshader");
  for (const char* wrong : {"0", "vulkan", "best"})
    EXPECT_EQ(parse_web_device(wrong, Api::webgpu).error().message, "expected webgpu or webgpu:swiftshader")
        << wrong;
}

TEST(WebGpuShaders, every_body_is_written_in_wgsl) {
  for (const Algorithm& algorithm : algorithms()) {
    if (embedded_body(algorithm).empty()) continue;
    const auto shaders = sample_wgsl(algorithm);
    ASSERT_TRUE(shaders) << algorithm.path() << ": " << to_string(shaders.error());
    EXPECT_FALSE(shaders->empty()) << algorithm.path();
  }
}

class WebGpuTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* chosen = std::getenv("BINDPOSE_TEST_DEVICE");
    const auto request = parse_web_device(chosen != nullptr ? chosen : "swiftshader", Api::webgpu);
    ASSERT_TRUE(request) << to_string(request.error());
    auto device = WebGpuDevice::open(*request);
    if (!device && device.error().code == "LIBRARY_MISSING") GTEST_SKIP() << to_string(device.error());
    ASSERT_TRUE(device) << to_string(device.error());
    device_ = std::move(*device);
    skinner_ = std::make_unique<WebGpuSkinner>(*device_);
  }

  WebGpuSkinner& skinner() { return *skinner_; }
  WebGpuDevice& device() { return *device_; }
  const DeviceInfo& info() const { return device_->info(); }

  Error error_of(const ArraySet& question, const Variant& variant) {
    const auto answer = skinner().run(lbs(), question, {}, variant);
    return answer ? Error{"no error", "", ""} : answer.error();
  }
  Error fault() { return error_of(random_question({100, 4, 5, true, true}), computed); }

  const Variant computed{"", "ubo", "compute"};

 private:
  std::unique_ptr<WebGpuDevice> device_;
  std::unique_ptr<WebGpuSkinner> skinner_;
};

TEST_F(WebGpuTest, says_who_it_is) {
  EXPECT_EQ(info().opened.api, Api::webgpu);
  EXPECT_EQ(info().version.rfind("WebGPU on ", 0), 0U) << info().version;
  EXPECT_NE(info().version.find("Chrome/"), std::string::npos) << info().version;
  EXPECT_NE(info().glsl_version.find("WGSL"), std::string::npos) << info().glsl_version;
  EXPECT_FALSE(info().vendor.empty());
  EXPECT_FALSE(info().renderer.empty());
  EXPECT_EQ(info().software, !info().software_name.empty());
}

TEST_F(WebGpuTest, has_what_webgpu_promises_and_not_what_it_lacks) {
  EXPECT_GE(info().limit("MAX_UNIFORM_BLOCK_SIZE"), 65536);
  EXPECT_GE(info().limit("MAX_COMPUTE_SHADER_STORAGE_BLOCKS"), 8);
  EXPECT_GE(info().limit("MAX_SHADER_STORAGE_BLOCK_SIZE"), 1L << 27);
  EXPECT_LE(info().limit("SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT"), 256);
  EXPECT_GE(info().limit("MAX_COMPUTE_WORK_GROUP_COUNT"), 65535);
  EXPECT_EQ(info().limit("MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS"), 0);
}

TEST_F(WebGpuTest, passes_its_self_test) {
  const auto verdict = self_check(device());
  EXPECT_TRUE(verdict) << to_string(verdict.error());
}

TEST_F(WebGpuTest, every_variant_of_blending_in_parts) {
  const ArraySet question = random_question({1000, 5, 23, true, true});
  skinner().hooks.part_vertices = 300;
  std::size_t asked = 0;
  for (const Variant& variant : variants(lbs())) {
    if (!WebGpuSkinner::delivers(variant) || variant.formulation == "implicit-last-weight") continue;
    const auto answer = skinner().run(lbs(), question, {}, variant);
    ASSERT_TRUE(answer) << to_string(answer.error());
    EXPECT_LE(difference(*answer, plain_answer(question)), generous)
        << variant.formulation << " " << variant.palette;
    ++asked;
  }
  EXPECT_GE(asked, 2U);
}

TEST_F(WebGpuTest, groups_that_store_together_give_the_same_bits) {
  const ArraySet question = random_question({1000, 5, 23, true, true});
  skinner().hooks.part_vertices = 300;
  skinner().hooks.staged = false;
  const auto apart = skinner().run(lbs(), question, {}, computed);
  skinner().hooks.staged = true;
  const auto together = skinner().run(lbs(), question, {}, computed);
  ASSERT_TRUE(apart && together);
  EXPECT_EQ(difference(*together, *apart), 0);
  const auto wgsl = skinner().wgsl_source(lbs(), question, {}, computed);
  ASSERT_TRUE(wgsl) << to_string(wgsl.error());
  EXPECT_NE(wgsl->find("workgroupBarrier()"), std::string::npos);
}

TEST_F(WebGpuTest, every_body_compiles_and_answers_its_sample) {
  for (const Algorithm& algorithm : algorithms()) {
    if (embedded_body(algorithm).empty()) continue;
    Random random(1);
    const ArraySet question = algorithm.implementation.sample(20, random);
    std::vector<Variant> delivered = variants(algorithm);
    std::erase_if(delivered, [](const Variant& variant) { return !WebGpuSkinner::delivers(variant); });
    ASSERT_FALSE(delivered.empty()) << algorithm.path();
    for (const Variant& variant : {delivered.front(), delivered.back()}) {
      const auto answer = skinner().run(algorithm, question, {}, variant);
      const std::string code = answer ? "" : answer.error().code;
      EXPECT_TRUE(answer || code == "NOT_SUPPORTED" || code == "NOT_APPLICABLE")
          << algorithm.path() << ": " << to_string(answer.error());
    }
  }
}

TEST_F(WebGpuTest, a_shader_is_compiled_once) {
  for (const std::size_t vertices : {10U, 20U})
    EXPECT_EQ(error_of(random_question({vertices, 4, 5, true, true}), computed).code, "no error");
  EXPECT_EQ(skinner().program_count(), 1U);
}

TEST_F(WebGpuTest, no_vertices_are_no_question_for_the_device) {
  const auto answer = skinner().run(lbs(), random_question({0, 4, 5, true, true}), {}, computed);
  ASSERT_TRUE(answer) << to_string(answer.error());
  EXPECT_EQ(answer->find("positions")->shape, (Shape{0, 3}));
}

TEST_F(WebGpuTest, what_shaders_are_not_given_is_not_supported) {
  const ArraySet question = random_question({10, 4, 5, true, true});
  for (const Variant& variant : {Variant{"", "texture", "compute"}, Variant{"", "ubo", "transform-feedback"},
                                 Variant{"", "ubo", "compute", "", "texture"}})
    EXPECT_EQ(error_of(question, variant).code, "NOT_SUPPORTED");
}

TEST_F(WebGpuTest, more_joints_than_a_block_holds_are_not_supported_by_the_limits_name) {
  const auto joints = static_cast<std::size_t>(info().limit("MAX_UNIFORM_BLOCK_SIZE")) / 48 + 1;
  const ArraySet question = random_question({10, 4, joints, true, true});
  const Error error = error_of(question, computed);
  EXPECT_EQ(error.code, "NOT_SUPPORTED");
  EXPECT_EQ(error.where, "maxUniformBufferBindingSize");
  EXPECT_NE(error.message.find(std::to_string(48 * joints)), std::string::npos) << error.message;
  EXPECT_EQ(error_of(question, {"", "ssbo", "compute"}).code, "no error");
}

TEST_F(WebGpuTest, a_vertex_that_is_skipped_is_caught_by_the_poison) {
  EXPECT_EQ(fault().code, "no error");
  skinner().hooks.extra_drawn = -1;
  EXPECT_EQ(fault().code, "INVALID_OUTPUT");
  EXPECT_EQ(fault().where, "vertex 99");
  skinner().hooks = {};
  EXPECT_EQ(fault().code, "no error");
}

TEST_F(WebGpuTest, what_is_written_past_the_end_is_caught_by_the_guard) {
  skinner().hooks.extra_drawn = 1;
  skinner().hooks.extra_range = 1;
  EXPECT_EQ(fault().code, "INVALID_OUTPUT");
  EXPECT_NE(fault().message.find("guard after"), std::string::npos) << fault().message;
}

TEST_F(WebGpuTest, a_range_beyond_its_buffer_is_refused_in_words) {
  skinner().hooks.extra_range = 1000;
  const Error error = fault();
  EXPECT_EQ(error.code, "WEBGPU_ERROR");
  EXPECT_EQ(error.where, "compute");
  EXPECT_NE(error.message.find("GPUValidationError: "), std::string::npos) << error.message;
  skinner().hooks = {};
  EXPECT_EQ(fault().code, "no error") << "the device is as before";
}

TEST_F(WebGpuTest, a_body_that_is_no_glsl_names_its_line) {
  skinner().hooks.bodies["linear_blend"] =
      "Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) { return nonsense; }";
  const Error error = fault();
  EXPECT_EQ(error.code, "SHADER_COMPILE");
  EXPECT_NE(error.message.find("return nonsense; }"), std::string::npos) << error.message;
}

TEST_F(WebGpuTest, wgsl_that_the_browser_refuses_names_its_line) {
  skinner().hooks.bodies["linear_blend"] =
      "Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {\n"
      "  for (;;) rest.x += rest.n;\n  return rest;\n}";
  const Error error = fault();
  EXPECT_EQ(error.code, "SHADER_COMPILE");
  EXPECT_EQ(error.where, "WGSL");
  EXPECT_NE(error.message.find("loop {"), std::string::npos) << error.message;
}

TEST_F(WebGpuTest, a_body_that_wgsl_does_not_express_says_what_is_missing) {
  skinner().hooks.bodies["linear_blend"] =
      "Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {\n"
      "  rest.x = tan(rest.x);\n  return rest;\n}";
  EXPECT_EQ(fault().code, "NOT_SUPPORTED");
  EXPECT_EQ(fault().message, "the shader has function 15 of GLSL.std.450");
}

/// No body of the suite has all of it.
constexpr const char* winding_body = R"glsl(
float wound() {
  float s = 0.0;
  for (int i = 0; i < 6; ++i) {
    if (i == 1) continue;
    if (i == 4) break;
    int k = 0;
    do { ++k; s += 1.0; } while (k < i && k < 2);
  }
  while (true) {
    if (s > 7.0 || s < -2.0) break;
    if (s > 100.0) return s;
    s += s == 6.0 ? 0.5 : 1.0;
  }
  return s;
}
Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  vec3 x = vec3(0.0);
  for (int c = 0; c < 3; ++c) x[c] = min(rest.x[c], 1.0 / 0.0);
  mat3 unit = outerProduct(vec3(1.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0));
  unit[1].y = 1.0;
  unit[2].z = 1.0;
  rest.x = transpose(unit) * x + vec3(wound() - 7.5);
  return rest;
})glsl";

TEST_F(WebGpuTest, loops_and_constants_that_no_body_has_are_carried_as_well) {
  const ArraySet question = random_question({100, 4, 5, true, true});
  skinner().hooks.bodies["linear_blend"] =
      "Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) { return rest; }";
  const auto expected = skinner().run(lbs(), question, {}, computed);
  skinner().hooks.bodies["linear_blend"] = winding_body;
  const auto answer = skinner().run(lbs(), question, {}, computed);
  ASSERT_TRUE(expected) << to_string(expected.error());
  ASSERT_TRUE(answer) << to_string(answer.error());
  EXPECT_EQ(difference(*answer, *expected), 0);
}

TEST_F(WebGpuTest, its_wgsl_can_be_read) {
  const auto wgsl = skinner().wgsl_source(lbs(), random_question({10, 4, 5, true, true}), {}, computed);
  ASSERT_TRUE(wgsl) << to_string(wgsl.error());
  EXPECT_NE(wgsl->find("@compute @workgroup_size(64)"), std::string::npos);
}

TEST_F(WebGpuTest, a_device_that_is_lost_says_so) {
  ASSERT_TRUE(device().ask("lose", nlohmann::json::array(), "losing"));
  EXPECT_EQ(fault().code, "DEVICE_LOST");
}

TEST_F(WebGpuTest, a_browser_whose_process_of_the_device_has_been_killed_says_so) {
  EXPECT_EQ(fault().code, "no error");
  ASSERT_TRUE(device().browser().call("Browser.crashGpuProcess", nlohmann::json::object()));
  EXPECT_EQ(fault().code, "DEVICE_LOST");
}

TEST_F(WebGpuTest, a_browser_that_has_been_killed_says_so) {
  ASSERT_TRUE(device().browser().call("Browser.crash", nlohmann::json::object()).error().code ==
              "DEVICE_LOST");
  EXPECT_EQ(fault().code, "DEVICE_LOST");
}

TEST_F(WebGpuTest, has_a_card) {
  WebGpuProbe probe(device());
  const auto card = device_card(probe);
  ASSERT_TRUE(card) << to_string(card.error());
  const std::map<std::string, std::string> lines(card->begin(), card->end());
  EXPECT_EQ(lines.at("asked again"), "the same");
  EXPECT_EQ(lines.count("precise a b + c"), 0U) << "WGSL has no such word";
}

TEST_F(WebGpuTest, packed_numbers_are_as_near_as_they_have_to_be_and_others_are_named) {
  WebGpuProbe probe(device());
  expect_numbers_are_near(probe);
  Careless<WebGpuProbe> careless(device());
  expect_careless_numbers_are_named(careless);
}

TEST_F(WebGpuTest, narrow_records_are_unpacked) {
  expect_narrow_records_are_unpacked(skinner());
}

}  // namespace webgpu_device_test
}  // namespace bindpose::gpu
