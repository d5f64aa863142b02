// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The Khronos validation layer, including synchronisation, reports nothing for a run.
#include <memory>
#include <string>

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "gpu/capture/stack_test.h"
#include "gpu/vulkan/device_copy.h"
#include "gpu/vulkan/handle.h"
#include "reference/testing/assert.h"

namespace bindpose::gpu::validation_test {

class ValidationTest : public testing::Test {
 protected:
  void SetUp() override {
    // If it were unloaded, it would leak its allocations.
    ::dlopen("libVkLayer_khronos_validation.so", RTLD_LAZY | RTLD_LOCAL);
    const auto stacks = stacks_under_test({Api::vulkan});
    if (stacks.empty()) GTEST_SKIP() << "another stack is under test";
    auto device = VulkanDevice::open(stacks.front(), true);
    if (!device && device.error().code == "LIBRARY_MISSING") GTEST_SKIP() << to_string(device.error());
    ASSERT_TRUE(device) << to_string(device.error());
    device_ = std::move(*device);
    backend_ = vulkan_backend(*device_);
    skinner_ = std::make_unique<Skinner>(*backend_);
  }
  void TearDown() override {
    skinner_.reset();
    backend_.reset();
    if (!device_ || forgiven_) return;
    EXPECT_EQ(fmt::format("{}", fmt::join(device_->complaints(), "\n")), "");
  }

  std::unique_ptr<VulkanDevice> device_;
  std::unique_ptr<Backend> backend_;
  std::unique_ptr<Skinner> skinner_;
  bool forgiven_ = false;
};

TEST_F(ValidationTest, every_palette_binding_is_valid_in_parts) {
  skinner_->settings.part_vertices = 64;
  for (const std::size_t vertices : {100U, 3000U})
    for (const Variant& variant : supported_variants(lbs(), Api::vulkan)) {
      const ArraySet question = random_question({vertices, 5, 23, true, true});
      BINDPOSE_ASSERT(const auto answer, skinner_->run(lbs(), question, {}, variant));
      EXPECT_LE(difference(answer, plain_answer(question)), 1e-5);
    }
}

TEST_F(ValidationTest, every_vertex_storage_is_valid_in_parts) {
  skinner_->settings.part_vertices = 64;
  const ArraySet question = exact_question(200, 300);
  for (const char* capture : {"transform-feedback", "compute"})
    for (const std::string_view vertices : vertex_storage_names) {
      const Variant variant{
          .formulation = "", .palette = "ubo", .capture = capture, .vertices = std::string(vertices)};
      if (capture == std::string("compute") && vertices != "narrow") continue;
      BINDPOSE_ASSERT(const auto answer, skinner_->run(lbs(), question, {}, variant));
      EXPECT_LE(difference(answer, plain_answer(question)), 1e-5);
    }
}

TEST_F(ValidationTest, repeats_in_device_memory_are_valid) {
  skinner_->settings.repeats = 3;
  for (const char* id : {"lbs", "morph.dense"}) {
    const Algorithm& algorithm = *find_algorithm(id);
    Random random(1);
    const ArraySet question = algorithm.implementation.sample(100, random);
    for (const Variant& variant : covering(supported_variants(algorithm, Api::vulkan))) {
      const auto answer = skinner_->run(algorithm, question, {}, variant);
      EXPECT_TRUE(answer || answer.error().code == "NOT_APPLICABLE") << id << to_string(answer.error());
      EXPECT_TRUE(!answer || skinner_->computed().seconds > 0) << id;
    }
  }
}

TEST_F(ValidationTest, copies_of_device_memory_are_valid) {
  BINDPOSE_ASSERT(const auto copy, VulkanDeviceCopy::make(*device_, 1000));
  EXPECT_TRUE(copy->run());
}

/// Every kind of binding occurs: frames as textures and as buffers, uniforms, joints and integers of a
/// vertex, slots. The judge checks the outputs elsewhere.
TEST_F(ValidationTest, every_kind_of_input_is_valid) {
  for (const char* id : {"morph.dense", "facs", "anim.vertex", "mwe", "cor", "deform.ffd"}) {
    const Algorithm& algorithm = *find_algorithm(id);
    Random random(1);
    const ArraySet question = algorithm.implementation.sample(20, random);
    for (const Variant& variant : covering(supported_variants(algorithm, Api::vulkan))) {
      const auto answer = skinner_->run(algorithm, question, {}, variant);
      if (!answer && (answer.error().code == "NOT_APPLICABLE" || answer.error().code == "NOT_SUPPORTED"))
        continue;
      EXPECT_TRUE(answer) << algorithm.path() << ": " << to_string(answer.error());
    }
  }
}

TEST_F(ValidationTest, rule_violations_are_reported) {
  VulkanObjects& vulkan = device_->objects();
  auto info = of_type<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  info.size = 0;
  const auto buffer = created<VulkanBuffer>(vulkan, &GladVulkanContext::CreateBuffer, info, "vkCreateBuffer");
  EXPECT_FALSE(device_->complaints().empty()) << "Vulkan forbids an empty buffer";
  forgiven_ = true;
}

}  // namespace bindpose::gpu::validation_test
