// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Every check of the capture is shown a device that fails it.
#include <gtest/gtest.h>

#include "gpu/capture/stack_test.h"

namespace bindpose::gpu {
namespace capture_test {

class CaptureTest : public StackTest {
 protected:
  Error fault(const char* capture) {
    const auto answer =
        skinner().run(lbs(), random_question({100, 4, 5, true, true}), {}, {"", "ubo", capture});
    return answer ? Error{"no error", "", ""} : answer.error();
  }
};

TEST_P(CaptureTest, no_fault_no_error) {
  EXPECT_EQ(fault("transform-feedback").code, "no error");
  EXPECT_EQ(fault("compute").code, "no error");
}

TEST_P(CaptureTest, transform_feedback_that_draws_too_few_is_caught_by_the_count) {
  skinner().hooks.extra_drawn = -1;
  const Error error = fault("transform-feedback");
  EXPECT_EQ(error.code, "INVALID_OUTPUT");
  EXPECT_NE(error.message.find("99 vertices captured, expected 100"), std::string::npos) << error.message;
}

TEST_P(CaptureTest, transform_feedback_into_a_short_range_is_caught) {
  skinner().hooks.extra_range = -1;
  const Error error = fault("transform-feedback");
  // ANGLE refuses the draw; others capture what fits.
  EXPECT_TRUE(error.code == "INVALID_OUTPUT" || error.code == "GL_ERROR") << to_string(error);
}

TEST_P(CaptureTest, transform_feedback_that_draws_too_many_is_caught) {
  skinner().hooks.extra_drawn = 1;
  skinner().hooks.extra_range = 1;
  EXPECT_EQ(fault("transform-feedback").code, "INVALID_OUTPUT");
}

TEST_P(CaptureTest, compute_that_skips_the_last_vertex_is_caught_by_the_poison) {
  skinner().hooks.extra_drawn = -1;
  const Error error = fault("compute");
  EXPECT_EQ(error.code, "INVALID_OUTPUT");
  EXPECT_EQ(error.where, "vertex 99");
}

TEST_P(CaptureTest, compute_that_writes_past_the_end_is_caught_by_the_guard) {
  skinner().hooks.extra_drawn = 1;
  skinner().hooks.extra_range = 1;
  const Error error = fault("compute");
  EXPECT_EQ(error.code, "INVALID_OUTPUT");
  EXPECT_NE(error.message.find("guard after"), std::string::npos) << error.message;
}

TEST_P(CaptureTest, faults_leave_the_skinner_usable) {
  for (const char* capture : {"transform-feedback", "compute"}) {
    skinner().hooks.extra_drawn = -1;
    EXPECT_EQ(fault(capture).code, "INVALID_OUTPUT");
    skinner().hooks = {};
    EXPECT_EQ(fault(capture).code, "no error");
  }
}

TEST_P(CaptureTest, a_shader_that_does_not_compile_names_its_line) {
  skinner().hooks.bodies["linear_blend"] =
      "Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) { return nonsense; }";
  for (const char* capture : {"transform-feedback", "compute"}) {
    const Error error = fault(capture);
    EXPECT_EQ(error.code, "SHADER_COMPILE");
    EXPECT_NE(error.message.find("return nonsense; }"), std::string::npos) << error.message;
  }
}

INSTANTIATE_TEST_SUITE_P(Stack, CaptureTest, testing::ValuesIn(stacks_under_test()), stack_name);

}  // namespace capture_test
}  // namespace bindpose::gpu
