// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The device is SwiftShader, or the one that the environment variable BINDPOSE_TEST_DEVICE names as parse_web_device() reads it.
#include "gpu/web/device.h"

#include <csignal>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "gpu/capture/packed_numbers_test.h"
#include "gpu/capture/stack_test.h"
#include "gpu/device/card.h"
#include "gpu/program/variant.h"
#include "gpu/web/probe.h"
#include "gpu/web/self_check.h"
#include "gpu/web/skinner.h"
#include "reference/numeric/random.h"

namespace bindpose::gpu {
namespace web_device_test {

constexpr double generous = 1e-5;

TEST(WebNames, a_device_is_what_the_browser_chooses_or_swiftshader) {
  for (const char* name : {"", "swiftshader"})
    EXPECT_EQ(parse_web_device(name)->api, Api::webgl);
  EXPECT_EQ(to_string(*parse_web_device("")), "webgl");
  EXPECT_EQ(to_string(*parse_web_device("swiftshader")), "webgl:swiftshader");
  for (const char* wrong : {"0", "vulkan", "best"})
    EXPECT_EQ(parse_web_device(wrong).error().code, "DEVICE_SYNTAX") << wrong;
}

/// Sets a variable of the environment for a while.
class Named {
 public:
  Named(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    setenv(name, value, 1);
  }
  ~Named() { old_.empty() ? unsetenv(name_) : setenv(name_, old_.c_str(), 1); }
  Named(const Named&) = delete;
  Named& operator=(const Named&) = delete;

 private:
  const char* name_;
  std::string old_;
};

TEST(WebBrowser, one_that_is_not_there_is_missing_with_its_package) {
  const Named unset("BINDPOSE_CHROMIUM", ""), path("PATH", "/nowhere");
  const auto device = WebDevice::open(*parse_web_device(""));
  ASSERT_FALSE(device);
  const Error& error = device.error();
  EXPECT_EQ(error.code, "LIBRARY_MISSING");
  EXPECT_NE(error.message.find("apt-get install chromium-headless-shell"), std::string::npos)
      << error.message;
}

TEST(WebBrowser, one_that_does_not_start_tells_its_last_words) {
  const Named other("BINDPOSE_CHROMIUM", "/bin/ls");
  const auto device = WebDevice::open(*parse_web_device(""));
  ASSERT_FALSE(device);
  const Error& error = device.error();
  EXPECT_EQ(error.code, "DEVICE_UNAVAILABLE");
  EXPECT_NE(error.message.find("unrecognized option '--headless'"), std::string::npos) << error.message;
}

class WebTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* chosen = std::getenv("BINDPOSE_TEST_DEVICE");
    const auto request = parse_web_device(chosen != nullptr ? chosen : "swiftshader");
    ASSERT_TRUE(request) << to_string(request.error());
    auto device = WebDevice::open(*request);
    if (!device && device.error().code == "LIBRARY_MISSING") GTEST_SKIP() << to_string(device.error());
    ASSERT_TRUE(device) << to_string(device.error());
    device_ = std::move(*device);
    skinner_ = std::make_unique<WebSkinner>(*device_);
  }

  WebSkinner& skinner() { return *skinner_; }
  WebDevice& device() { return *device_; }
  const DeviceInfo& info() const { return device_->info(); }

  Error error_of(const ArraySet& question, const Variant& variant) {
    const auto answer = skinner().run(lbs(), question, {}, variant);
    return answer ? Error{"no error", "", ""} : answer.error();
  }
  Error fault() { return error_of(random_question({100, 4, 5, true, true}), {}); }

 private:
  std::unique_ptr<WebDevice> device_;
  std::unique_ptr<WebSkinner> skinner_;
};

TEST_F(WebTest, says_who_it_is) {
  EXPECT_EQ(info().opened.api, Api::webgl);
  EXPECT_EQ(info().version.rfind("WebGL 2.0 ", 0), 0U) << info().version;
  EXPECT_NE(info().version.find("Chrome/"), std::string::npos) << info().version;
  EXPECT_FALSE(info().vendor.empty());
  EXPECT_FALSE(info().renderer.empty());
  EXPECT_EQ(info().software, !info().software_name.empty());
}

TEST_F(WebTest, has_what_webgl_promises_and_not_what_it_lacks) {
  EXPECT_GE(info().limit("MAX_VERTEX_ATTRIBS"), 16);
  EXPECT_GE(info().limit("MAX_UNIFORM_BLOCK_SIZE"), 16384);
  EXPECT_GE(info().limit("MAX_VERTEX_UNIFORM_COMPONENTS"), 1024);
  EXPECT_GE(info().limit("MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS"), 64);
  EXPECT_EQ(info().limit("MAX_VERTEX_SHADER_STORAGE_BLOCKS"), 0);
  EXPECT_EQ(info().limit("MAX_TEXTURE_BUFFER_SIZE"), 0);
}

TEST_F(WebTest, passes_its_self_test) {
  const auto verdict = self_check(device());
  EXPECT_TRUE(verdict) << to_string(verdict.error());
}

TEST_F(WebTest, every_variant_of_blending_in_parts) {
  const ArraySet question = random_question({1000, 5, 23, true, true});
  skinner().hooks.part_vertices = 300;
  std::size_t asked = 0;
  for (const Variant& variant : variants(lbs())) {
    if (!WebSkinner::delivers(variant) || variant.formulation == "implicit-last-weight") continue;
    const auto answer = skinner().run(lbs(), question, {}, variant);
    ASSERT_TRUE(answer) << to_string(answer.error());
    EXPECT_LE(difference(*answer, plain_answer(question)), generous)
        << variant.formulation << " " << variant.palette;
    ++asked;
  }
  EXPECT_GE(asked, palette_delivery_names.size() - 2);
}

TEST_F(WebTest, vertices_that_are_stored_or_drawn_in_another_way_are_the_same_to_the_bit) {
  for (const char* stem : {"lbs", "morph.then-skin"}) {
    const Algorithm& algorithm = *find_algorithm(stem);
    Random random(1);
    const ArraySet question = algorithm.implementation.sample(20, random);
    const Variant first = variants(algorithm).front();
    skinner().hooks.part_vertices = 7;
    const auto expected = skinner().run(algorithm, question, {}, first);
    ASSERT_TRUE(expected) << to_string(expected.error());
    std::size_t asked = 0;
    for (const Variant& variant : by_other_paths(first)) {
      if (!WebSkinner::delivers(variant)) continue;
      const auto answer = skinner().run(algorithm, question, {}, variant);
      ASSERT_TRUE(answer) << to_string(answer.error());
      EXPECT_EQ(difference(*answer, *expected), 0) << stem << " " << variant.vertices << " " << variant.draw;
      ++asked;
    }
    EXPECT_EQ(asked, 5U);
  }
}

TEST_F(WebTest, every_body_compiles_and_answers_its_sample) {
  for (const Algorithm& algorithm : algorithms()) {
    if (embedded_body(algorithm).empty()) continue;
    Random random(1);
    const ArraySet question = algorithm.implementation.sample(20, random);
    std::vector<Variant> delivered = variants(algorithm);
    std::erase_if(delivered, [](const Variant& variant) { return !WebSkinner::delivers(variant); });
    ASSERT_FALSE(delivered.empty()) << algorithm.path();
    for (const Variant& variant : {delivered.front(), delivered.back()}) {
      const auto answer = skinner().run(algorithm, question, {}, variant);
      const std::string code = answer ? "" : answer.error().code;
      EXPECT_TRUE(answer || code == "NOT_SUPPORTED" || code == "NOT_APPLICABLE")
          << algorithm.path() << ": " << to_string(answer.error());
    }
  }
}

TEST_F(WebTest, a_program_is_compiled_once) {
  for (const std::size_t vertices : {10U, 20U})
    EXPECT_EQ(error_of(random_question({vertices, 4, 5, true, true}), {}).code, "no error");
  EXPECT_EQ(skinner().program_count(), 1U);
}

TEST_F(WebTest, no_vertices_are_no_question_for_the_device) {
  const auto answer = skinner().run(lbs(), random_question({0, 4, 5, true, true}), {}, {});
  ASSERT_TRUE(answer) << to_string(answer.error());
  EXPECT_EQ(answer->find("positions")->shape, (Shape{0, 3}));
}

TEST_F(WebTest, what_webgl_does_not_have_is_not_supported) {
  const ArraySet question = random_question({10, 4, 5, true, true});
  for (const Variant& variant :
       {Variant{"", "ssbo"}, Variant{"", "buffer-texture"}, Variant{"", "ubo", "compute"},
        Variant{"", "ubo", "transform-feedback", "", "ssbo"}, Variant{.formulation = {}, .draw = "indexed"},
        Variant{.formulation = {}, .feedback = "separate"}})
    EXPECT_EQ(error_of(question, variant).code, "NOT_SUPPORTED");
}

TEST_F(WebTest, more_joints_than_a_block_holds_are_not_supported_by_the_limits_name) {
  const auto joints = static_cast<std::size_t>(info().limit("MAX_UNIFORM_BLOCK_SIZE")) / 48 + 1;
  const Error error = error_of(random_question({10, 4, joints, true, true}), {"", "ubo"});
  EXPECT_EQ(error.code, "NOT_SUPPORTED");
  EXPECT_EQ(error.where, "GL_MAX_UNIFORM_BLOCK_SIZE");
  EXPECT_EQ(error_of(random_question({10, 4, joints, true, true}), {"", "texture"}).code, "no error");
}

TEST_F(WebTest, vertices_that_lie_too_far_apart_are_not_supported_by_their_stride) {
  const ArraySet question = random_question({10, 24, 5, true, true});
  EXPECT_EQ(error_of(question, {}).code, "no error");
  const Error error = error_of(question, {.formulation = {}, .vertices = "odd-strides"});
  EXPECT_EQ(error.code, "NOT_SUPPORTED");
  EXPECT_EQ(error.where, "stride");
}

TEST_F(WebTest, a_vertex_that_is_skipped_is_caught_by_the_count) {
  EXPECT_EQ(fault().code, "no error");
  skinner().hooks.extra_drawn = -1;
  const Error error = fault();
  EXPECT_EQ(error.code, "INVALID_OUTPUT");
  EXPECT_NE(error.message.find("99 vertices captured, expected 100"), std::string::npos) << error.message;
  skinner().hooks = {};
  EXPECT_EQ(fault().code, "no error");
}

TEST_F(WebTest, what_is_written_past_the_end_is_caught) {
  skinner().hooks.extra_drawn = 1;
  skinner().hooks.extra_range = 1;
  EXPECT_EQ(fault().code, "INVALID_OUTPUT");
}

TEST_F(WebTest, a_draw_into_a_short_range_is_refused_by_name) {
  skinner().hooks.extra_range = -1;
  const Error error = fault();
  EXPECT_EQ(error.code, "WEBGL_ERROR");
  EXPECT_EQ(error.message, "INVALID_OPERATION");
}

TEST_F(WebTest, a_shader_that_does_not_compile_names_its_line) {
  skinner().hooks.bodies["linear_blend"] =
      "Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) { return nonsense; }";
  const Error error = fault();
  EXPECT_EQ(error.code, "SHADER_COMPILE");
  EXPECT_NE(error.message.find("return nonsense; }"), std::string::npos) << error.message;
}

TEST_F(WebTest, a_context_that_is_lost_says_so) {
  ASSERT_TRUE(device().ask("lose", nlohmann::json::array(), "losing"));
  EXPECT_EQ(fault().code, "DEVICE_LOST");
}

TEST_F(WebTest, a_browser_that_has_been_killed_says_so) {
  ASSERT_TRUE(device().browser().call("Browser.crash", nlohmann::json::object()).error().code ==
              "DEVICE_LOST");
  EXPECT_EQ(fault().code, "DEVICE_LOST");
}

TEST_F(WebTest, has_a_card) {
  WebProbe probe(device());
  const auto card = device_card(probe);
  ASSERT_TRUE(card) << to_string(card.error());
  const std::map<std::string, std::string> lines(card->begin(), card->end());
  EXPECT_EQ(lines.at("asked again"), "the same");
}

TEST_F(WebTest, packed_numbers_are_as_near_as_they_have_to_be_and_others_are_named) {
  WebProbe probe(device());
  expect_numbers_are_near(probe);
  Careless<WebProbe> careless(device());
  expect_careless_numbers_are_named(careless);
}

}  // namespace web_device_test
}  // namespace bindpose::gpu
