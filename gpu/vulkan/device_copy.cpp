// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/vulkan/device_copy.h"

#include <utility>
#include <vector>

#include "gpu/vulkan/memory.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

struct VulkanDeviceCopy::State {
  const VulkanObjects& vulkan;
  std::size_t bytes = 0;
  HostBuffer from = {}, to = {};
};

VulkanDeviceCopy::VulkanDeviceCopy(std::unique_ptr<State> state) : state_(std::move(state)) {}

VulkanDeviceCopy::~VulkanDeviceCopy() = default;

Expected<std::unique_ptr<VulkanDeviceCopy>> VulkanDeviceCopy::make(VulkanDevice& device, std::size_t bytes) {
  auto state = std::make_unique<State>(State{device.objects(), bytes});
  const std::vector<std::byte> zeros(bytes);
  for (HostBuffer* const buffer : {&state->from, &state->to}) {
    BINDPOSE_CHECK(buffer->fill(state->vulkan, zeros.data(), bytes));
    BINDPOSE_CHECK(buffer->lend(state->vulkan));
  }
  return std::unique_ptr<VulkanDeviceCopy>(new VulkanDeviceCopy(std::move(state)));
}

Expected<void> VulkanDeviceCopy::run() {
  return copy_buffer(state_->vulkan, state_->from.name(), state_->to.name(), state_->bytes);
}

}  // namespace bindpose::gpu
