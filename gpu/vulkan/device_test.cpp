// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/vulkan/device.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "gpu/capture/packed_numbers_test.h"
#include "gpu/capture/stack_test.h"
#include "gpu/device/card.h"
#include "gpu/vulkan/handle.h"
#include "gpu/vulkan/limits.h"
#include "gpu/vulkan/probe.h"
#include "gpu/vulkan/self_check.h"
#include "gpu/vulkan/vertex_input.h"

namespace bindpose::gpu {
namespace device_test {

TEST(VulkanNames, a_device_is_asked_for_by_number_or_not_at_all) {
  EXPECT_EQ(to_string(parse_numbered_device(Api::vulkan, "").value()), "vulkan");
  EXPECT_EQ(to_string(parse_numbered_device(Api::vulkan, "0").value()), "vulkan:0");
  EXPECT_EQ(to_string(parse_numbered_device(Api::vulkan, "12").value()), "vulkan:12");
  for (const char* wrong : {"best", "-1", "1x", "device:0", "99999999999"})
    EXPECT_EQ(parse_numbered_device(Api::vulkan, wrong).error().code, "DEVICE_SYNTAX") << wrong;
}

TEST(VulkanNames, results_are_called_as_vulkan_does) {
  EXPECT_TRUE(check_result(VK_SUCCESS, "vkQueueSubmit"));
  const Error memory = check_result(VK_ERROR_OUT_OF_DEVICE_MEMORY, "vkAllocateMemory").error();
  EXPECT_EQ(to_string(memory),
            to_string(Error{"VULKAN_ERROR", "vkAllocateMemory", "VK_ERROR_OUT_OF_DEVICE_MEMORY"}));
  EXPECT_EQ(check_result(VK_ERROR_DEVICE_LOST, "vkQueueSubmit").error().code, "DEVICE_LOST");
  EXPECT_EQ(check_result(static_cast<VkResult>(-4711), "vkQueueSubmit").error().message, "VkResult -4711");
}

class VulkanDeviceTest : public StackTest {};

TEST_P(VulkanDeviceTest, says_who_it_is) {
  EXPECT_EQ(info().opened.platform, Platform::device);
  EXPECT_EQ(info().version.rfind("Vulkan 1.", 0), 0U) << info().version;
  EXPECT_FALSE(info().vendor.empty());
  EXPECT_FALSE(info().renderer.empty());
  EXPECT_NE(info().glsl_version.find("glslang"), std::string::npos);
  EXPECT_EQ(info().software, !info().software_name.empty());
}

TEST_P(VulkanDeviceTest, has_what_vulkan_promises) {
  EXPECT_GE(info().limit("MAX_VERTEX_ATTRIBS"), 16);
  EXPECT_GE(info().limit("MAX_UNIFORM_BLOCK_SIZE"), 16384);
  EXPECT_GE(info().limit("MAX_SHADER_STORAGE_BLOCK_SIZE"), 1L << 27);
  EXPECT_GE(info().limit("MAX_COMPUTE_WORK_GROUP_COUNT"), 65535);
  EXPECT_GE(info().limit("MAX_COMPUTE_SHADER_STORAGE_BLOCKS"), 4);
  EXPECT_GE(info().limit("SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT"), 1);
}

TEST_P(VulkanDeviceTest, passes_its_self_test) {
  const auto verdict = self_check(context());
  EXPECT_TRUE(verdict) << to_string(verdict.error());
}

TEST_P(VulkanDeviceTest, one_that_is_not_there_is_unavailable) {
  const auto other = VulkanDevice::open({Platform::device, 99, Api::vulkan});
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, "DEVICE_UNAVAILABLE");
  EXPECT_EQ(other.error().where, "vulkan:99");
}

TEST_P(VulkanDeviceTest, what_is_lost_says_so_and_another_can_be_opened) {
  GladVulkanContext& call = context().objects().call;
  const auto submit = std::exchange(call.QueueSubmit, [](VkQueue, std::uint32_t, const VkSubmitInfo*,
                                                         VkFence) { return VK_ERROR_DEVICE_LOST; });
  for (const char* capture : {"transform-feedback", "compute"})
    EXPECT_EQ(error_code(lbs(), random_question({}), {}, {"", "ubo", capture}), "DEVICE_LOST");
  call.QueueSubmit = submit;
  const auto other = VulkanDevice::open(GetParam());
  ASSERT_TRUE(other) << to_string(other.error());
  EXPECT_TRUE(self_check(**other));
}

TEST_P(VulkanDeviceTest, vertices_are_drawn_and_captured_in_one_way) {
  for (const Variant& variant : by_other_paths({})) {
    const bool is_stored_alone = variant.vertices != "interleaved";
    EXPECT_EQ(VulkanSkinner::delivers(variant), is_stored_alone);
    EXPECT_EQ(error_code(lbs(), random_question({}), {}, variant),
              is_stored_alone ? "no error" : "NOT_SUPPORTED");
  }
}

Variant stored(const char* vertices) {
  return {.formulation = "", .vertices = vertices};
}

/// What becomes of a question where the driver is wrong so.
class VulkanStorageTest : public VulkanDeviceTest {
 protected:
  void SetUp() override {
    VulkanDeviceTest::SetUp();
    if (!IsSkipped() && !context().objects().feedback) GTEST_SKIP() << "the device has no transform feedback";
  }

  bool is_seen(PathFault fault, const ArraySet& question, const Variant& variant) {
    const ArraySet right = run(lbs(), question, {}, variant);
    skinner().hooks.fault = fault;
    const auto answer = skinner().run(lbs(), question, {}, variant);
    skinner().hooks.fault = PathFault::none;
    return !answer || !(difference(*answer, right) <= 1e-2);
  }
};

TEST_P(VulkanStorageTest, each_way_gives_the_same_bits) {
  for (const std::size_t part : {0, 7})
    for (const std::size_t joints : {20, 300})
      for (const ArraySet& question :
           {exact_question(101, joints), random_question({101, 5, joints, true, true})})
        for (const char* vertices : {"deinterleaved", "odd-strides", "narrow"}) {
          skinner().hooks.part_vertices = part;
          EXPECT_EQ(difference(run(lbs(), question, {}, stored(vertices)), run(lbs(), question)), 0)
              << vertices;
        }
}

TEST_P(VulkanStorageTest, what_is_misread_is_seen) {
  const ArraySet question = random_question({});
  EXPECT_TRUE(is_seen(PathFault::first_buffer_for_all, question, stored("deinterleaved")));
  EXPECT_TRUE(is_seen(PathFault::stride_ignored, question, stored("odd-strides")));
  EXPECT_TRUE(is_seen(PathFault::offset_ignored, question, stored("odd-strides")));
  for (const std::size_t joints : {20, 300})
    EXPECT_TRUE(
        is_seen(PathFault::width_misread, random_question({100, 4, joints, true, true}), stored("narrow")));
}

TEST_P(VulkanStorageTest, a_pipeline_is_made_for_each_way) {
  const ArraySet question = random_question({});
  for (const char* vertices : {"interleaved", "narrow", "interleaved", "narrow"})
    run(lbs(), question, {}, stored(vertices));
  EXPECT_EQ(skinner().program_count(), 2U);
}

TEST_P(VulkanStorageTest, limits_are_named) {
  const auto buffers = store_vertices(VertexLayout{}, {}, VertexStorage::interleaved, 0);
  ASSERT_TRUE(buffers);
  for (const char* limit : {"maxVertexInputBindings", "maxVertexInputBindingStride"}) {
    DeviceInfo small = info();
    small.limits[limit] = 0;
    const auto refused = check_vertex_input(context().objects(), small, vertex_input(buffers->attributes));
    ASSERT_FALSE(refused) << limit;
    EXPECT_EQ(refused.error().where, limit);
  }
}

TEST_P(VulkanDeviceTest, without_transform_feedback_computing_is_left) {
  Plan plan;
  plan.data.layout.joints = JointUse::none;
  EXPECT_EQ(check_feedback_limits(info(), plan).has_value(), context().objects().feedback);
  DeviceInfo without = info();
  without.limits.erase("maxTransformFeedbackBufferDataStride");
  const auto refused = check_feedback_limits(without, plan);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "NOT_SUPPORTED");
  EXPECT_EQ(refused.error().where, "VK_EXT_transform_feedback");
}

TEST_P(VulkanDeviceTest, limits_of_transform_feedback_are_named) {
  Plan plan;
  plan.data.layout.joints = JointUse::none;
  if (!context().objects().feedback) GTEST_SKIP() << "the device has no transform feedback";
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
  for (const Variant& variant : deliverable_variants(lbs())) {
    skinner().hooks.from_binary = false;
    const auto compiled = skinner().run(lbs(), question, {}, variant);
    if (!compiled) continue;
    VulkanSkinner another(context());  // whose programs are not known yet
    another.hooks.from_binary = true;
    const auto cached = another.run(lbs(), question, {}, variant);
    ASSERT_TRUE(cached) << to_string(cached.error());
    EXPECT_EQ(difference(*cached, *compiled), 0) << variant.capture << " " << variant.palette;
    ++asked;
  }
  EXPECT_GT(asked, 3U);
}

TEST_P(VulkanDeviceTest, has_a_card_that_says_twice_the_same) {
  VulkanProbe probe(context());
  const auto card = device_card(probe);
  ASSERT_TRUE(card) << to_string(card.error());
  EXPECT_EQ(card->front().first, "dot");
  EXPECT_EQ(card->back(), (std::pair<std::string, std::string>{"asked again", "the same"}));
}

TEST_P(VulkanDeviceTest, packed_numbers_are_as_near_as_they_have_to_be_and_others_are_named) {
  VulkanProbe probe(context());
  expect_numbers_are_near(probe);
  Careless<VulkanProbe> careless(context());
  expect_careless_numbers_are_named(careless);
}

TEST_P(VulkanDeviceTest, computes_what_the_card_asks) {
  VulkanProbe probe(context());
  const ProbeRow row = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  EXPECT_EQ(probe.run("y = a.w + 2.0 * b.x + c.z;", {row, row}), (std::vector<float>{25, 25}));
  EXPECT_EQ(probe.run("y = nothing;", {row}).error().code, "SHADER_COMPILE");
}

INSTANTIATE_TEST_SUITE_P(Stack, VulkanStorageTest, testing::ValuesIn(stacks_under_test()), stack_name);
INSTANTIATE_TEST_SUITE_P(Stack, VulkanDeviceTest, testing::ValuesIn(stacks_under_test()), stack_name);

}  // namespace device_test
}  // namespace bindpose::gpu
