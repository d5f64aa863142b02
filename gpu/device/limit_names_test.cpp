// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/device/limit_names.h"

#include <gtest/gtest.h>

namespace bindpose::gpu::limit_names_test {

TEST(LimitNames, a_limit_has_the_name_of_its_api) {
  EXPECT_EQ(limit_name(Api::gl, "MAX_UNIFORM_BLOCK_SIZE"), "GL_MAX_UNIFORM_BLOCK_SIZE");
  EXPECT_EQ(limit_name(Api::gles, "MAX_UNIFORM_BLOCK_SIZE"), "GL_MAX_UNIFORM_BLOCK_SIZE");
  EXPECT_EQ(limit_name(Api::vulkan, "MAX_UNIFORM_BLOCK_SIZE"), "maxUniformBufferRange");
  EXPECT_EQ(limit_name(Api::vulkan, "MAX_VERTEX_UNIFORM_COMPONENTS"), "maxUniformBufferRange / 4");
  EXPECT_EQ(limit_name(Api::opencl, "MAX_UNIFORM_BLOCK_SIZE"), "CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE");
  EXPECT_EQ(limit_name(Api::opencl, "MAX_COMPUTE_SHADER_STORAGE_BLOCKS"), "CL_DEVICE_MAX_PARAMETER_SIZE / 8");
  EXPECT_EQ(limit_name(Api::webgpu, "MAX_UNIFORM_BLOCK_SIZE"), "maxUniformBufferBindingSize");
  EXPECT_EQ(limit_name(Api::opencl, "MAX_TEXTURE_SIZE"), "GL_MAX_TEXTURE_SIZE") << "kernels read no textures";
}

TEST(LimitNames, a_limit_is_found_by_either_name) {
  DeviceInfo info;
  info.opened = {Platform::device, 0, Api::vulkan};
  info.limits = {{"maxUniformBufferRange", 65536}};
  EXPECT_EQ(info.limit("MAX_UNIFORM_BLOCK_SIZE"), 65536);
  EXPECT_EQ(info.limit("MAX_VERTEX_UNIFORM_COMPONENTS"), 16384);
  EXPECT_EQ(info.limit("MAX_TEXTURE_SIZE"), 0) << "not queried";
  EXPECT_EQ(info.limit("MAX_NONSENSE"), 0);
}

}  // namespace bindpose::gpu::limit_names_test
