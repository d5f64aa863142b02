// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/device_requirement.h"

#include <gtest/gtest.h>

#include "reference/testing/printable_line.h"

namespace bindpose::conformance::device_requirement_test {

const SubjectInfo llvmpipe = {{"renderer", "llvmpipe (LLVM 15.0.6, 256 bits)"},
                              {"vendor", "Mesa/X.org"},
                              {"version", "4.5 (Core Profile) Mesa 22.3.6"},
                              {"glsl", "4.50"},
                              {"software", "llvmpipe"}};
const SubjectInfo card = {{"renderer", "NVIDIA H200/PCIe/SSE2"},
                          {"vendor", "NVIDIA Corporation"},
                          {"version", "OpenGL ES 3.2 NVIDIA 550.54"},
                          {"glsl", "3.20"},
                          {"software", ""}};
const SubjectInfo lavapipe = {{"renderer", "llvmpipe (LLVM 15.0.6, 256 bits)"},
                              {"vendor", "llvmpipe Mesa 22.3.6 (LLVM 15.0.6)"},
                              {"version", "Vulkan 1.3.230, driver 0.0.1"},
                              {"glsl", "4.50 by glslang 12.0.0 as SPIR-V 1.3"},
                              {"device", "vulkan:0"},
                              {"software", "lavapipe"}};

TEST(DeviceRequirement, a_requirement_can_name_a_vulkan_version) {
  for (const char* requirement : {"api>=1.3", "glsl>=4.50,software", "device=vulkan:0", "vendor=*Mesa*"})
    EXPECT_TRUE(require_device(requirement, lavapipe)) << requirement;
  EXPECT_EQ(require_device("api>=1.4", lavapipe).error().code, "DEVICE_OTHER");
}

TEST(DeviceRequirement, a_requirement_holds_if_every_term_holds) {
  for (const char* requirement : {"", "software", "renderer=*llvmpipe*", "renderer=*LLVMPIPE*,api>=4.5",
                                  "api>=3.3,glsl>=4.30,vendor=Mesa*"})
    EXPECT_TRUE(require_device(requirement, llvmpipe)) << requirement;
  for (const char* requirement :
       {"hardware", "hardware,renderer=NVIDIA*", "api>=3.1", "vendor=nvidia*,hardware"})
    EXPECT_TRUE(require_device(requirement, card)) << requirement;
}

TEST(DeviceRequirement, the_error_names_the_actual_device) {
  for (const char* requirement :
       {"hardware", "renderer=NVIDIA*", "api>=4.6", "software,glsl>=4.60", "api>=10.0"}) {
    const auto other = require_device(requirement, llvmpipe);
    ASSERT_FALSE(other) << requirement;
    EXPECT_EQ(other.error().code, "DEVICE_OTHER");
    EXPECT_NE(other.error().message.find("llvmpipe (LLVM 15.0.6, 256 bits) by Mesa/X.org"),
              std::string::npos);
  }
  EXPECT_FALSE(require_device("api>=4.3", card)) << "OpenGL ES 3.2";
}

TEST(DeviceRequirement, invalid_values_are_reported) {
  for (const char* requirement : {"hard", "api>=", "api>=x", "color=red", "renderer", "software,,", "=x"})
    EXPECT_EQ(require_device(requirement, llvmpipe).error().code, "REQUIREMENT_SYNTAX") << requirement;
}

TEST(DeviceRequirement, names_in_errors_can_be_printed) {
  const std::string name = test::malicious_name();
  EXPECT_TRUE(test::is_printable_line(require_device(name, card).error()));
  EXPECT_TRUE(test::is_printable_line(require_device("renderer=" + name, {{"renderer", name}}).error()));
}

}  // namespace bindpose::conformance::device_requirement_test
