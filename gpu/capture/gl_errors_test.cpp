// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Errors that OpenGL keeps until they are read.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include "gpu/capture/stack_test.h"
#include "reference/testing/assert.h"

namespace bindpose::gpu::gl_errors_test {

using GlErrorsTest = StackTest;

TEST_P(GlErrorsTest, an_error_from_before_the_run_is_reported_as_such) {
  context().gl().Enable(0xFFFF);
  EXPECT_EQ(test::refusal_of(skinner().run(lbs(), random_question({}), {}, {})), "GL_ERROR before the run");
  EXPECT_EQ(error_code(lbs(), random_question({})), "no error");
}

BINDPOSE_TEST_STACKS(GlErrorsTest, opengl);

}  // namespace bindpose::gpu::gl_errors_test
