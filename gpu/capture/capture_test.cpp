// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Every check of the capture, on a device with the fault that it detects.
#include <gtest/gtest.h>

#include "gpu/capture/stack_test.h"

namespace bindpose::gpu::capture_test {

class CaptureTest : public StackTest {
 protected:
  Error fault(const char* capture) {
    return error_of(random_question({100, 4, 5, true, true}), {"", "ubo", capture});
  }
};

class FeedbackTest : public CaptureTest {
 protected:
  void SetUp() override {
    CaptureTest::SetUp();
    if (!IsSkipped() && !draws()) GTEST_SKIP() << "no transform feedback";
  }
};

class ComputeTest : public CaptureTest {
 protected:
  void SetUp() override {
    CaptureTest::SetUp();
    if (!IsSkipped() && !computes()) GTEST_SKIP() << "no compute shaders";
  }
};

TEST_P(FeedbackTest, too_few_drawn_vertices_are_caught_by_the_count) {
  settings().faults.extra_drawn = -1;
  const Error error = fault("transform-feedback");
  EXPECT_EQ(error.code, "INVALID_OUTPUT");
  EXPECT_NE(error.message.find("99 vertices captured, expected 100"), std::string::npos) << error.message;
}

TEST_P(FeedbackTest, a_range_that_is_too_short_is_caught) {
  settings().faults.extra_range = -1;
  const Error error = fault("transform-feedback");
  if (api() == Api::webgl) {
    EXPECT_EQ(to_string(error), to_string(Error{"WEBGL_ERROR", "transform feedback", "INVALID_OPERATION"}));
  } else {  // ANGLE refuses the draw; others capture what fits.
    EXPECT_TRUE(error.code == "INVALID_OUTPUT" || error.code == "GL_ERROR") << to_string(error);
  }
}

TEST_P(FeedbackTest, too_many_drawn_vertices_are_caught) {
  settings().faults = {.extra_drawn = 1, .extra_range = 1};
  EXPECT_EQ(fault("transform-feedback").code, "INVALID_OUTPUT");
}

TEST_P(ComputeTest, a_skipped_last_vertex_is_caught_by_the_poison) {
  settings().faults.extra_drawn = -1;
  const Error error = fault("compute");
  EXPECT_EQ(error.code, "INVALID_OUTPUT");
  EXPECT_EQ(error.where, "vertex 99");
}

TEST_P(ComputeTest, a_write_past_the_end_is_caught_by_the_guard) {
  settings().faults = {.extra_drawn = 1, .extra_range = 1};
  const Error error = fault("compute");
  EXPECT_EQ(error.code, "INVALID_OUTPUT");
  EXPECT_NE(error.message.find("guard after"), std::string::npos) << error.message;
}

TEST_P(CaptureTest, faults_leave_the_device_usable) {
  for (const char* capture : captures()) {
    EXPECT_EQ(fault(capture).code, "no error");
    settings().faults.extra_drawn = -1;
    EXPECT_EQ(fault(capture).code, "INVALID_OUTPUT");
    settings() = {};
    EXPECT_EQ(fault(capture).code, "no error");
  }
}

TEST_P(CaptureTest, a_compile_error_names_the_line) {
  settings().bodies["linear_blend"] =
      "Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) { return nonsense; }";
  for (const char* capture : captures()) {
    const Error error = fault(capture);
    EXPECT_EQ(error.code, "SHADER_COMPILE");
    EXPECT_NE(error.message.find("return nonsense; }"), std::string::npos) << error.message;
  }
}

BINDPOSE_TEST_STACKS(FeedbackTest, every_api);
BINDPOSE_TEST_STACKS(ComputeTest, every_api);
BINDPOSE_TEST_STACKS(CaptureTest, every_api);

}  // namespace bindpose::gpu::capture_test
