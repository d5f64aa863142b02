// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: one Vulkan draw or dispatch into a poisoned, guarded buffer, and the checks of the result. Internal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gpu/capture/backend.h"
#include "gpu/program/shader_source.h"
#include "gpu/vulkan/memory.h"
#include "gpu/vulkan/program.h"

namespace bindpose::gpu {

/// Objects that all runs share.
struct VulkanBuffers {
  std::vector<HostBuffer> vertices;  ///< one for a compute shader
  HostBuffer captured;
  HostBuffer joints;
  HostBuffer frames;
  HostBuffer uniforms;
  FloatTexture frame_texture;
  VulkanQueries written;
};

/// One part of a mesh. Data per joint, frames and uniforms are in the buffers.
struct VulkanJob {
  const VulkanObjects& vulkan;
  VulkanBuffers& buffers;
  const VulkanProgram& program;
  const Plan& plan;
  const Part& part;
  GuardedRange range;
  std::span<const std::span<const std::byte>> vertices;  ///< vertices of each buffer
};

/// Appends part.count * part.record() words to `captured`. Errors VULKAN_ERROR, DEVICE_LOST,
/// INVALID_OUTPUT.
Expected<void> capture_part(const VulkanJob& job, std::vector<float>& captured);

}  // namespace bindpose::gpu
