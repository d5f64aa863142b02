// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/vulkan/device.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "gpu/capture/self_check.h"
#include "gpu/capture/stack_test.h"
#include "gpu/vulkan/handle.h"
#include "gpu/vulkan/limits.h"
#include "gpu/vulkan/vertex_input.h"
#include "reference/testing/assert.h"

namespace bindpose::gpu::vulkan_device_test {

TEST(VulkanNames, results_have_their_vulkan_names) {
  EXPECT_TRUE(check_result(VK_SUCCESS, "vkQueueSubmit"));
  const Error memory = check_result(VK_ERROR_OUT_OF_DEVICE_MEMORY, "vkAllocateMemory").error();
  EXPECT_EQ(to_string(memory),
            to_string(Error{"VULKAN_ERROR", "vkAllocateMemory", "VK_ERROR_OUT_OF_DEVICE_MEMORY"}));
  EXPECT_EQ(check_result(VK_ERROR_DEVICE_LOST, "vkQueueSubmit").error().code, "DEVICE_LOST");
  EXPECT_EQ(check_result(static_cast<VkResult>(-4711), "vkQueueSubmit").error().message, "VkResult -4711");
}

class VulkanDeviceTest : public StackTest {
 protected:
  VulkanDevice& vulkan() { return device_as<VulkanDevice>(); }
};

TEST_P(VulkanDeviceTest, a_new_device_works_after_a_device_loss) {
  GladVulkanContext& call = vulkan().objects().call;
  const auto submit = std::exchange(call.QueueSubmit, [](VkQueue, std::uint32_t, const VkSubmitInfo*,
                                                         VkFence) { return VK_ERROR_DEVICE_LOST; });
  for (const char* capture : {"transform-feedback", "compute"})
    EXPECT_EQ(error_code(lbs(), random_question({}), {}, {"", "ubo", capture}), "DEVICE_LOST");
  call.QueueSubmit = submit;
  BINDPOSE_ASSERT(const auto other, open_backend(GetParam()));
  EXPECT_TRUE(self_check(*other.backend));
}

TEST_P(VulkanDeviceTest, only_the_vertex_storage_can_be_chosen) {
  for (const Variant& variant : by_other_paths({})) {
    const bool is_stored_alone = variant.vertices != "interleaved";
    EXPECT_EQ(supports(api(), variant), is_stored_alone);
    EXPECT_EQ(error_code(lbs(), random_question({}), {}, variant),
              is_stored_alone ? "no error" : "NOT_SUPPORTED");
  }
}

Variant stored(const char* vertices) {
  return {.formulation = "", .vertices = vertices};
}

/// Vertex storage on devices with transform feedback.
class VulkanStorageTest : public VulkanDeviceTest {
 protected:
  void SetUp() override {
    VulkanDeviceTest::SetUp();
    if (!IsSkipped() && !vulkan().objects().feedback) GTEST_SKIP() << "the device has no transform feedback";
  }

  bool is_seen(PathFault fault, const ArraySet& question, const Variant& variant) {
    const ArraySet right = run(lbs(), question, {}, variant);
    settings().faults.path = fault;
    const auto answer = skinner().run(lbs(), question, {}, variant);
    settings().faults.path = PathFault::none;
    return !answer || !(difference(*answer, right) <= 1e-2);
  }
};

TEST_P(VulkanStorageTest, every_storage_gives_the_same_bits) {
  for (const std::size_t part : {0, 7})
    for (const std::size_t joints : {20, 300})
      for (const ArraySet& question :
           {exact_question(101, joints), random_question({101, 5, joints, true, true})})
        for (const char* vertices : {"deinterleaved", "odd-strides", "narrow"}) {
          settings().part_vertices = part;
          EXPECT_EQ(difference(run(lbs(), question, {}, stored(vertices)), run(lbs(), question)), 0)
              << vertices;
        }
}

TEST_P(VulkanStorageTest, misread_inputs_are_detected) {
  const ArraySet question = random_question({});
  EXPECT_TRUE(is_seen(PathFault::first_buffer_for_all, question, stored("deinterleaved")));
  EXPECT_TRUE(is_seen(PathFault::stride_ignored, question, stored("odd-strides")));
  EXPECT_TRUE(is_seen(PathFault::offset_ignored, question, stored("odd-strides")));
  for (const std::size_t joints : {20, 300})
    EXPECT_TRUE(
        is_seen(PathFault::width_misread, random_question({100, 4, joints, true, true}), stored("narrow")));
}

TEST_P(VulkanStorageTest, every_storage_has_its_own_pipeline) {
  const ArraySet question = random_question({});
  for (const char* vertices : {"interleaved", "narrow", "interleaved", "narrow"})
    run(lbs(), question, {}, stored(vertices));
  EXPECT_EQ(skinner().program_count(), 2U);
}

TEST_P(VulkanStorageTest, limits_of_vertex_inputs_are_named) {
  BINDPOSE_ASSERT(const auto buffers, store_vertices(VertexLayout{}, {}, VertexStorage::interleaved, 0));
  for (const char* limit : {"maxVertexInputBindings", "maxVertexInputBindingStride"}) {
    DeviceInfo small = info();
    small.limits[limit] = 0;
    const auto refused = check_vertex_input(vulkan().objects(), small, vertex_input(buffers.attributes));
    ASSERT_FALSE(refused) << limit;
    EXPECT_EQ(refused.error().where, limit);
  }
}

TEST_P(VulkanDeviceTest, missing_transform_feedback_is_not_supported) {
  Plan plan;
  plan.data.layout.joints = JointUse::none;
  EXPECT_EQ(check_feedback_limits(info(), plan).has_value(), vulkan().objects().feedback);
  DeviceInfo without = info();
  without.limits.erase("maxTransformFeedbackBufferDataStride");
  EXPECT_EQ(test::refusal_of(check_feedback_limits(without, plan)),
            "NOT_SUPPORTED VK_EXT_transform_feedback");
}

TEST_P(VulkanDeviceTest, limits_of_transform_feedback_are_named) {
  Plan plan;
  plan.data.layout.joints = JointUse::none;
  if (!vulkan().objects().feedback) GTEST_SKIP() << "the device has no transform feedback";
  for (const char* limit : {"maxVertexInputBindingStride", "maxTransformFeedbackBufferDataSize",
                            "maxTransformFeedbackStreamDataSize", "maxVertexOutputComponents"}) {
    DeviceInfo small = info();
    small.limits[limit] = 2;
    const auto refused = check_feedback_limits(small, plan);
    ASSERT_FALSE(refused) << limit;
    EXPECT_EQ(refused.error().code, "NOT_SUPPORTED");
    EXPECT_NE(refused.error().message.find(std::string(limit) + " is 2, "), std::string::npos);
  }
}

TEST_P(VulkanDeviceTest, programs_from_a_pipeline_cache_give_the_same_bits) {
  const ArraySet question = random_question({101, 5, 23, true, true});
  std::size_t asked = 0;
  for (const Variant& variant : delivered(lbs())) {
    settings().from_binary = false;
    const auto compiled = skinner().run(lbs(), question, {}, variant);
    if (!compiled) continue;
    const auto other = vulkan_backend(vulkan());  // has not compiled these programs yet
    Skinner another(*other);
    another.settings.from_binary = true;
    BINDPOSE_ASSERT(const auto cached, another.run(lbs(), question, {}, variant));
    EXPECT_EQ(difference(cached, *compiled), 0) << variant.capture << " " << variant.palette;
    ++asked;
  }
  EXPECT_GT(asked, 3U);
}

constexpr Apis vulkan_alone = {Api::vulkan};
BINDPOSE_TEST_STACKS(VulkanStorageTest, vulkan_alone);
BINDPOSE_TEST_STACKS(VulkanDeviceTest, vulkan_alone);

}  // namespace bindpose::gpu::vulkan_device_test
