// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The particularities of the browser's devices.
#include "gpu/web/browser.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "gpu/capture/stack_test.h"
#include "gpu/program/variant.h"
#include "gpu/web/device.h"
#include "reference/numeric/random.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::gpu::browser_test {

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

TEST(WebBrowser, a_missing_browser_names_its_package) {
  const Named unset("BINDPOSE_CHROMIUM", ""), path("PATH", "/nowhere");
  const auto device = WebDevice::open(*parse_device_of(Api::webgl, ""));
  ASSERT_FALSE(device);
  const Error& error = device.error();
  EXPECT_EQ(error.code, "LIBRARY_MISSING");
  EXPECT_NE(error.message.find("apt-get install chromium-headless-shell"), std::string::npos)
      << error.message;
}

TEST(WebBrowser, a_browser_that_does_not_start_reports_its_last_output) {
  const Named other("BINDPOSE_CHROMIUM", "/bin/ls");
  const auto device = WebDevice::open(*parse_device_of(Api::webgl, ""));
  ASSERT_FALSE(device);
  const Error& error = device.error();
  EXPECT_EQ(error.code, "DEVICE_UNAVAILABLE");
  EXPECT_NE(error.message.find("unrecognized option '--headless'"), std::string::npos) << error.message;
}

/// Formerly such a message ended the run.
TEST(WebBrowser, messages_of_other_types_are_errors) {
  const TemporaryFolder folder;
  const std::filesystem::path script = folder / "browser";
  const auto said_for = [&](const std::string& messages) {
    std::ofstream(script) << "#!/bin/sh\nprintf '" << messages << "\\0' >&4\nexec cat <&3 >/dev/null\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    const Named other("BINDPOSE_CHROMIUM", script.c_str());
    const auto browser = Browser::start({});
    return browser ? (*browser)->product() : browser.error().message;
  };
  EXPECT_EQ(said_for(R"({"id": -1.5, "method": 7}\0{"id": 1, "result": {"product": "Toy"}})"), "Toy");
  EXPECT_EQ(said_for(R"({"id": 1, "result": {"product": 7}})"), "");
  for (const char* message : {R"({"id": 1, "result": 7})", R"({"id": 1, "error": 7})"})
    EXPECT_TRUE(said_for(message).starts_with("it does not start")) << message;
}

class BrowserTest : public StackTest {
 protected:
  WebDevice& web() { return device_as<WebDevice>(); }
  Error fault() { return error_of(random_question({100, 4, 5, true, true}), usual()); }
};

TEST_P(BrowserTest, a_lost_device_is_reported) {
  ASSERT_TRUE(web().ask("lose", nlohmann::json::array(), "losing"));
  EXPECT_EQ(fault().code, "DEVICE_LOST");
}

TEST_P(BrowserTest, a_killed_browser_is_reported) {
  ASSERT_EQ(web().browser().call("Browser.crash", nlohmann::json::object()).error().code, "DEVICE_LOST");
  EXPECT_EQ(fault().code, "DEVICE_LOST");
}

class WebGlTest : public BrowserTest {};

TEST_P(WebGlTest, every_storage_and_draw_call_gives_the_same_bits) {
  for (const char* stem : {"lbs", "morph.then-skin"}) {
    const Algorithm& algorithm = *find_algorithm(stem);
    Random random(1);
    const ArraySet question = algorithm.implementation.sample(20, random);
    const Variant first = variants(algorithm).front();
    settings().part_vertices = 7;
    const ArraySet expected = run(algorithm, question, {}, first);
    std::size_t asked = 0;
    for (const Variant& variant : by_other_paths(first)) {
      if (!supports(api(), variant)) continue;
      EXPECT_EQ(difference(run(algorithm, question, {}, variant), expected), 0)
          << stem << " " << variant.vertices << " " << variant.draw;
      ++asked;
    }
    EXPECT_EQ(asked, 5U);
  }
}

TEST_P(WebGlTest, a_stride_beyond_the_limit_is_not_supported) {
  const ArraySet question = random_question({10, 24, 5, true, true});
  EXPECT_EQ(error_of(question, {}).code, "no error");
  const Error error = error_of(question, {.formulation = {}, .vertices = "odd-strides"});
  EXPECT_EQ(error.code, "NOT_SUPPORTED");
  EXPECT_EQ(error.where, "stride");
}

class WebGpuTest : public BrowserTest {};

TEST_P(WebGpuTest, a_range_beyond_its_buffer_is_refused_with_a_message) {
  settings().faults.extra_range = 1000;
  const Error error = fault();
  EXPECT_EQ(error.code, "WEBGPU_ERROR");
  EXPECT_EQ(error.where, "compute");
  EXPECT_NE(error.message.find("GPUValidationError: "), std::string::npos) << error.message;
  settings() = {};
  EXPECT_EQ(fault().code, "no error") << "the device is as before";
}

TEST_P(WebGpuTest, refused_wgsl_names_its_line) {
  settings().bodies["linear_blend"] =
      "Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {\n"
      "  for (;;) rest.x += rest.n;\n  return rest;\n}";
  const Error error = fault();
  EXPECT_EQ(error.code, "SHADER_COMPILE");
  EXPECT_EQ(error.where, "WGSL");
  EXPECT_NE(error.message.find("loop {"), std::string::npos) << error.message;
}

/// No shader function of the suite has all of these.
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

TEST_P(WebGpuTest, unusual_loops_and_constants_are_translated) {
  const ArraySet question = random_question({100, 4, 5, true, true});
  settings().bodies["linear_blend"] =
      "Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) { return rest; }";
  const ArraySet expected = run(lbs(), question);
  settings().bodies["linear_blend"] = winding_body;
  EXPECT_EQ(difference(run(lbs(), question), expected), 0);
}

TEST_P(WebGpuTest, a_killed_gpu_process_of_a_browser_is_reported) {
  EXPECT_EQ(fault().code, "no error");
  ASSERT_TRUE(web().browser().call("Browser.crashGpuProcess", nlohmann::json::object()));
  EXPECT_EQ(fault().code, "DEVICE_LOST");
}

constexpr Apis webgl = {Api::webgl};
constexpr Apis webgpu = {Api::webgpu};
BINDPOSE_TEST_STACKS(BrowserTest, browsers);
BINDPOSE_TEST_STACKS(WebGlTest, webgl);
BINDPOSE_TEST_STACKS(WebGpuTest, webgpu);

}  // namespace bindpose::gpu::browser_test
