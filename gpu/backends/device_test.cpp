// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Reports, supported features and errors of each API's device.
#include "gpu/cuda/device.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gpu/capture/self_check.h"
#include "gpu/capture/stack_test.h"
#include "gpu/opencl/device.h"
#include "gpu/web/device.h"
#include "reference/numeric/random.h"
#include "reference/testing/assert.h"

namespace bindpose::gpu::backends_device_test {

bool is_one_of(Apis apis, Api api) {
  return std::ranges::find(apis, api) != apis.end();
}

class DeviceTest : public StackTest {};

struct Words {
  Apis apis;
  const char* version;  ///< the beginning of the version
  const char* glsl;     ///< a part of the version of GLSL
};
const Words known_words[] = {{{Api::gl}, "", ""},
                             {{Api::gles}, "OpenGL ES 3.", ""},
                             {{Api::vulkan}, "Vulkan 1.", "glslang"},
                             {{Api::opencl}, "OpenCL ", "glslang"},
                             {{Api::cuda}, "CUDA ", "glslang"},
                             {{Api::webgl}, "WebGL 2.0 ", ""},
                             {{Api::webgpu}, "WebGPU on ", "WGSL"}};

TEST_P(DeviceTest, a_device_describes_itself) {
  EXPECT_EQ(api(), GetParam().api);
  const bool is_numbered = is_one_of({Api::vulkan, Api::opencl, Api::cuda}, api());
  EXPECT_EQ(info().opened.platform, is_numbered ? Platform::device : GetParam().platform);
  EXPECT_FALSE(info().vendor.empty());
  EXPECT_FALSE(info().renderer.empty());
  EXPECT_FALSE(info().glsl_version.empty());
  EXPECT_EQ(info().software, !info().software_name.empty());
  const Words& words =
      *std::ranges::find_if(known_words, [this](const Words& each) { return is_one_of(each.apis, api()); });
  EXPECT_EQ(info().version.rfind(words.version, 0), 0U) << info().version;
  EXPECT_NE(info().glsl_version.find(words.glsl), std::string::npos) << info().glsl_version;
  EXPECT_EQ(info().version.find("Chrome/") != std::string::npos, is_one_of(browsers, api()))
      << info().version;
}

struct Promise {
  Apis apis;
  const char* limit;
  long least;
  long most = std::numeric_limits<long>::max();
};
const Promise promises[] = {
    {{Api::gl, Api::gles, Api::vulkan, Api::webgl}, "MAX_VERTEX_ATTRIBS", 16},
    {{Api::gl, Api::gles, Api::vulkan, Api::webgl}, "MAX_UNIFORM_BLOCK_SIZE", 16384},
    {{Api::opencl, Api::cuda, Api::webgpu}, "MAX_UNIFORM_BLOCK_SIZE", 65536},
    {{Api::vulkan, Api::webgpu}, "MAX_SHADER_STORAGE_BLOCK_SIZE", 1L << 27},
    {{Api::gl, Api::gles, Api::vulkan, Api::webgpu}, "MAX_COMPUTE_WORK_GROUP_COUNT", 65535},
    {{Api::vulkan}, "MAX_COMPUTE_SHADER_STORAGE_BLOCKS", 4},
    {{Api::webgpu}, "MAX_COMPUTE_SHADER_STORAGE_BLOCKS", 8},
    {{Api::opencl, Api::cuda}, "MAX_COMPUTE_SHADER_STORAGE_BLOCKS", 128},
    {{Api::vulkan}, "SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT", 1},
    {{Api::webgpu}, "SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT", 0, 256},
    {{Api::gl, Api::gles, Api::webgl}, "MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS", 64},
    {{Api::webgpu}, "MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS", 0, 0},
    {{Api::webgl}, "MAX_VERTEX_UNIFORM_COMPONENTS", 1024},
    {{Api::webgl}, "MAX_VERTEX_SHADER_STORAGE_BLOCKS", 0, 0},
    {{Api::webgl}, "MAX_TEXTURE_BUFFER_SIZE", 0, 0}};

TEST_P(DeviceTest, features_are_those_of_the_api) {
  for (const Promise& promise : promises) {
    if (!is_one_of(promise.apis, api())) continue;
    EXPECT_GE(info().limit(promise.limit), promise.least) << promise.limit;
    EXPECT_LE(info().limit(promise.limit), promise.most) << promise.limit;
  }
}

TEST_P(DeviceTest, a_device_passes_its_self_check) {
  const auto verdict = self_check(device());
  EXPECT_TRUE(verdict) << to_string(verdict.error());
}

/// A device that returns every vertex unchanged.
class Idle : public Backend {
 public:
  explicit Idle(const DeviceInfo& info) : info_(info) {}
  const DeviceInfo& info() const override { return info_; }
  Expected<void> compile(const Plan&, const RunSettings&) override { return {}; }
  Expected<void> send(Plan&, std::size_t) override { return {}; }
  Expected<void> run_part(const Part& part, std::vector<float>& captured) override {
    captured.resize(captured.size() + part.count * part.record());
    return {};
  }
  std::size_t program_count() const override { return 0; }

 private:
  const DeviceInfo& info_;
};

TEST_P(DeviceTest, a_device_that_computes_nothing_fails_its_self_check) {
  Idle idle(info());
  EXPECT_EQ(self_check(idle).error().code, "SELF_TEST");
}

TEST_P(DeviceTest, a_missing_device_is_unavailable) {
  if (!is_one_of({Api::vulkan, Api::opencl, Api::cuda}, api()))
    GTEST_SKIP() << "devices of this API have no numbers";
  const DeviceRequest missing{Platform::device, 99, api()};
  test::expect_error(open_backend(missing), "DEVICE_UNAVAILABLE", to_string(missing));
}

constexpr Apis without_drawing = {Api::opencl, Api::cuda, Api::webgpu};

struct Refused {
  Variant variant;
  Apis apis;
};
const Refused refused_variants[] = {
    {{"", "texture", "compute"}, {Api::vulkan, Api::opencl, Api::cuda, Api::webgl, Api::webgpu}},
    {{"", "ubo", "transform-feedback"}, without_drawing},
    {{"", "ubo", "compute", "", "texture"}, {Api::opencl, Api::cuda, Api::webgl, Api::webgpu}},
    {{.formulation = "", .capture = "compute", .vertices = "odd-strides"},
     {Api::opencl, Api::cuda, Api::webgl, Api::webgpu}},
    {{"", "ssbo"}, {Api::opencl, Api::cuda, Api::webgl, Api::webgpu}},
    {{"", "buffer-texture"}, {Api::vulkan, Api::opencl, Api::cuda, Api::webgl, Api::webgpu}},
    {{"", "ubo", "compute"}, {Api::webgl}},
    {{"", "ubo", "transform-feedback", "", "ssbo"}, {Api::opencl, Api::cuda, Api::webgl, Api::webgpu}},
    {{.formulation = {}, .draw = "indexed"}, {Api::vulkan, Api::opencl, Api::cuda, Api::webgl, Api::webgpu}},
    {{.formulation = {}, .draw = "first"}, {Api::vulkan, Api::opencl, Api::cuda, Api::webgpu}},
    {{.formulation = {}, .feedback = "separate"},
     {Api::vulkan, Api::opencl, Api::cuda, Api::webgl, Api::webgpu}}};

TEST_P(DeviceTest, bindings_that_the_api_lacks_are_not_supported) {
  for (const auto& [variant, apis] : refused_variants) {
    EXPECT_EQ(supports(api(), variant), !is_one_of(apis, api())) << variant.palette << variant.capture;
    if (!is_one_of(apis, api())) continue;
    const Error error = error_of(random_question({10, 4, 5, true, true}), variant);
    EXPECT_EQ(error.code, "NOT_SUPPORTED");
    EXPECT_EQ(error.message, supported_by(api()));
  }
}

/// Runs every algorithm on a device of each API.
class EveryBodyTest : public StackTest {};

TEST_P(EveryBodyTest, a_shader_function_compiles_and_computes_its_sample) {
  for (const Algorithm& algorithm : algorithms()) {
    if (embedded_function(algorithm).empty()) continue;
    Random random(1);
    const ArraySet question = algorithm.implementation.sample(20, random);
    ASSERT_FALSE(delivered(algorithm).empty()) << algorithm.path();
    for (const Variant& variant : {delivered(algorithm).front(), delivered(algorithm).back()}) {
      const std::string code = error_code(algorithm, question, {}, variant);
      EXPECT_TRUE(code == "no error" || code == "NOT_SUPPORTED" || code == "NOT_APPLICABLE")
          << algorithm.path() << ": " << code;
    }
  }
}

/// Runs the compute shader or kernel of every algorithm.
class StagedTest : public StackTest {};

TEST_P(StagedTest, coalesced_stores_give_the_same_bits) {
  for (const Algorithm& algorithm : algorithms()) {
    if (embedded_function(algorithm).empty()) continue;
    constexpr std::size_t no_multiple_of_a_group = 150;
    Random random(1);
    const ArraySet question = algorithm.implementation.sample(no_multiple_of_a_group, random);
    settings().staged = false;
    const ArraySet apart = run(algorithm, question, {}, delivered(algorithm).front());
    settings().staged = true;
    EXPECT_EQ(difference(run(algorithm, question, {}, delivered(algorithm).front()), apart), 0)
        << algorithm.path();
  }
}

class TranslationTest : public StackTest {};

TEST_P(TranslationTest, an_untranslatable_shader_names_the_missing_feature) {
  settings().bodies["linear_blend"] =
      "Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {\n"
      "  rest.x = tan(rest.x);\n  return rest;\n}";
  const Error error = error_of(random_question({}), usual());
  EXPECT_EQ(error.code, "NOT_SUPPORTED");
  EXPECT_EQ(error.message, "the shader has function 15 of GLSL.std.450");
}

template <class Device>
void expect_memory_is_copied(Api api) {
  const auto stacks = stacks_under_test({api});
  if (stacks.empty()) GTEST_SKIP() << "the tests use another driver";
  const auto device = Device::open(stacks.front());
  if (!device && device.error().code == "LIBRARY_MISSING") GTEST_SKIP() << to_string(device.error());
  ASSERT_TRUE(device) << to_string(device.error());
  const auto kernels = (*device)->kernel_api();
  const std::vector<std::byte> from(1000, std::byte{7}), to(1000);
  const auto source = kernels->memory(from), target = kernels->memory(to);
  ASSERT_TRUE(source && target);
  ASSERT_TRUE(kernels->copy(**source, **target, 500) && kernels->finish());
  std::vector<std::byte> read(1000);
  ASSERT_TRUE(kernels->read(**target, read));
  EXPECT_EQ(read[499], std::byte{7});
  EXPECT_EQ(read[500], std::byte{0});
}

TEST(KernelMemory, opencl_copies_memory_on_the_device) {
  expect_memory_is_copied<OpenClDevice>(Api::opencl);
}
TEST(KernelMemory, cuda_copies_memory_on_the_device) {
  expect_memory_is_copied<CudaDevice>(Api::cuda);
}

constexpr Apis kernels = {Api::opencl, Api::cuda};
BINDPOSE_TEST_STACKS(DeviceTest, every_api);
BINDPOSE_TEST_STACKS(EveryBodyTest, browsers);
BINDPOSE_TEST_STACKS(StagedTest, kernels);
BINDPOSE_TEST_STACKS(TranslationTest, translating);

}  // namespace bindpose::gpu::backends_device_test
