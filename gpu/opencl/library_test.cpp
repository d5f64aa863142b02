// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/opencl/library.h"

#include <gtest/gtest.h>

namespace bindpose::gpu::opencl_library_test {

TEST(OpenClResults, results_have_their_opencl_names) {
  EXPECT_TRUE(check_result(CL_SUCCESS, "clFinish"));
  const Error resources = check_result(CL_OUT_OF_RESOURCES, "clFinish").error();
  EXPECT_EQ(to_string(resources), to_string(Error{"OPENCL_ERROR", "clFinish", "CL_OUT_OF_RESOURCES"}));
  EXPECT_EQ(check_result(CL_DEVICE_NOT_AVAILABLE, "clFinish").error().code, "DEVICE_LOST");
  EXPECT_EQ(check_result(-4711, "clFinish").error().message, "result -4711");
}

}  // namespace bindpose::gpu::opencl_library_test
