// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/device/device.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "gpu/device/context.h"
#include "reference/testing/assert.h"

namespace bindpose::gpu::device_test {

TEST(DeviceParse, every_platform_is_read) {
  EXPECT_EQ(parse_device("").value(), (DeviceRequest{Platform::best, 0, Api::gl}));
  EXPECT_EQ(parse_device("best", "gles").value(), (DeviceRequest{Platform::best, 0, Api::gles}));
  EXPECT_EQ(parse_device("device").value(), (DeviceRequest{Platform::device, 0, Api::gl}));
  EXPECT_EQ(parse_device("device:12").value(), (DeviceRequest{Platform::device, 12, Api::gl}));
  EXPECT_EQ(parse_device("surfaceless", "gles").value(),
            (DeviceRequest{Platform::surfaceless, 0, Api::gles}));
  EXPECT_EQ(parse_device("osmesa").value(), (DeviceRequest{Platform::osmesa, 0, Api::gl}));
  EXPECT_EQ(parse_device("angle").value(), (DeviceRequest{Platform::angle, 0, Api::gles}));
}

TEST(DeviceParse, misspelt_devices_are_refused) {
  for (const char* text : {"devices", "device:", "device:-1", "device:1x", "surfaceless:1", "osmesa:0", ":1",
                           " device", "device:99999999999"}) {
    EXPECT_EQ(test::code_of(parse_device(text)), "DEVICE_SYNTAX") << text;
  }
  EXPECT_EQ(parse_device("surfaceless", "", "3.3").value(),
            (DeviceRequest{Platform::surfaceless, 0, Api::gl, {3, 3}}));
  EXPECT_EQ(parse_device("angle", "", "3.0").value(), (DeviceRequest{Platform::angle, 0, Api::gles, {3, 0}}));
  EXPECT_EQ(to_string(*parse_device("surfaceless", "gles", "3.1")), "surfaceless gles 3.1");
  for (const char* wrong : {"3.2", "4.7", "3", "3.3.0", "es"})
    EXPECT_EQ(parse_device("surfaceless", "gl", wrong).error().code, "DEVICE_SYNTAX") << wrong;
  EXPECT_EQ(parse_device("surfaceless", "gles", "3.3").error().code, "DEVICE_SYNTAX");
  EXPECT_EQ(parse_device("best", "vulkan").error().code, "DEVICE_SYNTAX");
}

TEST(DeviceParse, apis_that_a_platform_lacks_are_refused) {
  EXPECT_EQ(parse_device("osmesa", "gles").error().code, "NOT_SUPPORTED");
  EXPECT_EQ(parse_device("angle", "gl").error().code, "NOT_SUPPORTED");
}

TEST(DeviceParse, a_device_prints_as_the_parsed_text) {
  EXPECT_EQ(to_string(DeviceRequest{Platform::device, 1, Api::gl}), "device:1");
  EXPECT_EQ(to_string(DeviceRequest{Platform::surfaceless, 0, Api::gles}), "surfaceless gles");
  EXPECT_EQ(to_string(DeviceRequest{Platform::angle, 0, Api::gles}), "angle");
}

TEST(DeviceParse, vulkan_opencl_and_cuda_devices_have_numbers) {
  for (const Api api : {Api::vulkan, Api::opencl, Api::cuda}) {
    EXPECT_EQ(to_string(parse_device_of(api, "").value()), to_string(api));
    EXPECT_EQ(to_string(parse_device_of(api, "12").value()), std::string(to_string(api)) + ":12");
    for (const char* wrong : {"best", "-1", "1x", "device:0", "99999999999", "swiftshader"})
      EXPECT_EQ(parse_device_of(api, wrong).error().code, "DEVICE_SYNTAX") << wrong;
  }
}

TEST(DeviceParse, a_browser_chooses_its_device_or_uses_swiftshader) {
  for (const Api api : {Api::webgl, Api::webgpu}) {
    const std::string name(to_string(api));
    EXPECT_EQ(to_string(parse_device_of(api, "").value()), name);
    EXPECT_EQ(to_string(parse_device_of(api, "swiftshader").value()), name + ":swiftshader");
    for (const char* wrong : {"0", "vulkan", "best"}) {
      EXPECT_EQ(parse_device_of(api, wrong).error().code, "DEVICE_SYNTAX") << wrong;
      EXPECT_EQ(parse_device_of(api, wrong).error().message,
                "expected " + name + " or " + name + ":swiftshader");
    }
  }
}

TEST(DeviceInfo, software_is_recognised_by_its_renderer) {
  EXPECT_EQ(software_renderer("llvmpipe (LLVM 15.0.6, 256 bits)"), "llvmpipe");
  EXPECT_EQ(software_renderer("zink (llvmpipe (LLVM 15.0.6, 256 bits))"), "zink on lavapipe");
  EXPECT_EQ(software_renderer("softpipe"), "softpipe");
  EXPECT_EQ(software_renderer(
                "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader "
                "driver-5.0.0)"),
            "SwiftShader");
  EXPECT_EQ(software_renderer("NVIDIA H200/PCIe/SSE2"), "");
  EXPECT_EQ(software_renderer("AMD Radeon RX 7900 XTX (radeonsi, navi31, LLVM 17.0.6)"), "");
}

TEST(DeviceInfo, a_limit_that_was_not_queried_is_zero) {
  DeviceInfo info;
  info.limits["MAX_VERTEX_ATTRIBS"] = 16;
  EXPECT_EQ(info.limit("MAX_VERTEX_ATTRIBS"), 16);
  EXPECT_EQ(info.limit("MAX_SHADER_STORAGE_BLOCK_SIZE"), 0);
}

TEST(Angle, angle_without_its_folder_is_missing) {
  unsetenv("ANGLE_DIR");
  EXPECT_EQ(test::code_of(Context::open({Platform::angle, 0, Api::gles})), "LIBRARY_MISSING");
}

TEST(ReachableDevices, every_platform_is_available_or_has_a_reason) {
  const Reachable reachable = reachable_devices();
  const auto offers = [&](Platform platform) {
    return std::any_of(reachable.requests.begin(), reachable.requests.end(),
                       [&](const DeviceRequest& request) { return request.platform == platform; });
  };
  EXPECT_FALSE(offers(Platform::best));
  std::size_t platforms = 0;
  for (const Platform platform : {Platform::device, Platform::surfaceless, Platform::osmesa, Platform::angle})
    platforms += offers(platform) ? 1 : 0;
  EXPECT_GE(platforms + reachable.missing.size(), 3U);  // without libEGL, two platforms share a reason
  for (const Error& error : reachable.missing)
    EXPECT_FALSE(error.message.empty());
}

}  // namespace bindpose::gpu::device_test
