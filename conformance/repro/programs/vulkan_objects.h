/* SPDX-FileCopyrightText: 2026 The bindpose authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What: a Vulkan device, its memory, a texture, and one list of commands: what repro.c builds with. Nothing is given back before the
 * program ends.
 */
#pragma once

#include "inputs.h"
#include <vulkan/vulkan.h>

#define CHECK(call) check(call, #call)

static void check(VkResult result, const char* call) {
  if (result == VK_SUCCESS) return;
  fprintf(stderr, "repro: %d of %s\n", (int)result, call);
  exit(2);
}

static VkInstance instance;
static VkPhysicalDevice physical;
static VkDevice device;
static uint32_t family;
static VkCommandBuffer commands;

static void find_device(void) {
  const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                         .apiVersion = VK_API_VERSION_1_1};
  const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                     .pApplicationInfo = &application};
  VkPhysicalDevice devices[64];
  uint32_t count = 64;
  CHECK(vkCreateInstance(&info, NULL, &instance));
  if (vkEnumeratePhysicalDevices(instance, &count, devices) < 0 || DEVICE_INDEX >= (int)count)
    stop("Vulkan has no such device");
  physical = devices[DEVICE_INDEX];
}

static void open_device(void) {
  const VkQueueFlags wanted = COMPUTE ? VK_QUEUE_COMPUTE_BIT : VK_QUEUE_COMPUTE_BIT | VK_QUEUE_GRAPHICS_BIT;
  VkQueueFamilyProperties families[64];
  uint32_t count = 64;
  find_device();
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
  while (family < count && (families[family].queueFlags & wanted) != wanted)
    ++family;
  if (family == count) stop("the device has no queue for this");
  const float priority = 1;
  const VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                         .queueFamilyIndex = family,
                                         .queueCount = 1,
                                         .pQueuePriorities = &priority};
  VkPhysicalDeviceTransformFeedbackFeaturesEXT feedback = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT,
      .transformFeedback = VK_TRUE};
  const char* const extensions[] = {VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME};
  const VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                   .pNext = COMPUTE ? NULL : &feedback,
                                   .queueCreateInfoCount = 1,
                                   .pQueueCreateInfos = &queue,
                                   .enabledExtensionCount = COMPUTE ? 0 : 1,
                                   .ppEnabledExtensionNames = extensions};
  CHECK(vkCreateDevice(physical, &info, NULL, &device));
}

static VkDeviceMemory allocate(VkMemoryRequirements needs, VkMemoryPropertyFlags wanted) {
  VkPhysicalDeviceMemoryProperties kinds;
  VkDeviceMemory memory;
  uint32_t i = 0;
  vkGetPhysicalDeviceMemoryProperties(physical, &kinds);
  while (i < kinds.memoryTypeCount &&
         (!(needs.memoryTypeBits >> i & 1) || (kinds.memoryTypes[i].propertyFlags & wanted) != wanted))
    ++i;
  if (i == kinds.memoryTypeCount) stop("the device has no memory for this");
  const VkMemoryAllocateInfo info = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size, .memoryTypeIndex = i};
  CHECK(vkAllocateMemory(device, &info, NULL, &memory));
  return memory;
}

/* A buffer that the processor and the device see. */
struct buffer {
  VkBuffer name;
  void* mapped;
};

static struct buffer make_buffer(const void* data, size_t size) {
  const size_t least = 64; /* Vulkan has no empty buffers */
  const VkBufferCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
      .size = size < least ? least : size,
      .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
               VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
               (COMPUTE ? 0u : (unsigned)VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT)};
  struct buffer made;
  VkMemoryRequirements needs;
  CHECK(vkCreateBuffer(device, &info, NULL, &made.name));
  vkGetBufferMemoryRequirements(device, made.name, &needs);
  const VkDeviceMemory memory =
      allocate(needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  CHECK(vkBindBufferMemory(device, made.name, memory, 0));
  CHECK(vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, &made.mapped));
  memcpy(made.mapped, data, size);
  return made;
}

static struct buffer buffer_of(const char* file) {
  size_t size;
  const void* data = read_file(file, &size);
  return make_buffer(data, size);
}

static void begin_commands(void) {
  const VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                             .queueFamilyIndex = family};
  VkCommandPool pool;
  CHECK(vkCreateCommandPool(device, &pool_info, NULL, &pool));
  const VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                            .commandPool = pool,
                                            .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                            .commandBufferCount = 1};
  CHECK(vkAllocateCommandBuffers(device, &info, &commands));
  const VkCommandBufferBeginInfo once = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  CHECK(vkBeginCommandBuffer(commands, &once));
}

/* Waits for all of them. */
static void end_commands(void) {
  const VkMemoryBarrier written = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                   .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                   .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                       &written, 0, NULL, 0, NULL);
  CHECK(vkEndCommandBuffer(commands));
  VkQueue queue;
  vkGetDeviceQueue(device, family, 0, &queue);
  const VkSubmitInfo info = {
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
  CHECK(vkQueueSubmit(queue, 1, &info, VK_NULL_HANDLE));
  CHECK(vkQueueWaitIdle(queue));
}

static VkImage make_image(uint32_t width, uint32_t height) {
  const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                  .imageType = VK_IMAGE_TYPE_2D,
                                  .format = VK_FORMAT_R32G32B32A32_SFLOAT,
                                  .extent = {width, height, 1},
                                  .mipLevels = 1,
                                  .arrayLayers = 1,
                                  .samples = VK_SAMPLE_COUNT_1_BIT,
                                  .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};
  VkImage image;
  VkMemoryRequirements needs;
  CHECK(vkCreateImage(device, &info, NULL, &image));
  vkGetImageMemoryRequirements(device, image, &needs);
  CHECK(vkBindImageMemory(device, image, allocate(needs, 0), 0));
  return image;
}

static void change_layout(VkImage image, VkImageLayout from, VkImageLayout to) {
  const VkImageMemoryBarrier barrier = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
      .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
      .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
      .oldLayout = from,
      .newLayout = to,
      .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
      .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
      .image = image,
      .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0,
                       NULL, 0, NULL, 1, &barrier);
}

/* Its texels are sent as the first of the commands. */
static VkDescriptorImageInfo make_texture(const struct rows* rows) {
  size_t size;
  const void* texels = read_file(rows->file, &size);
  const uint32_t width = (uint32_t)rows->width, height = (uint32_t)(size / 16) / width;
  const VkImage image = make_image(width, height);
  const VkBufferImageCopy all = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                 .imageExtent = {width, height, 1}};
  change_layout(image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
  vkCmdCopyBufferToImage(commands, make_buffer(texels, size).name, image,
                         VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &all);
  change_layout(image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
  const VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                      .image = image,
                                      .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                      .format = VK_FORMAT_R32G32B32A32_SFLOAT,
                                      .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  const VkSamplerCreateInfo sampler = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
  VkDescriptorImageInfo made = {.imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
  CHECK(vkCreateImageView(device, &view, NULL, &made.imageView));
  CHECK(vkCreateSampler(device, &sampler, NULL, &made.sampler));
  return made;
}
