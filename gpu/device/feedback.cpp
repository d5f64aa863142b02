// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/device/feedback.h"

#include <algorithm>

#include "gpu/device/limits.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

Expected<std::vector<float>> feedback(Context& context, const Program& program, std::size_t points,
                                      std::size_t numbers, const char* what) {
  const GladGLContext& gl = context.gl();
  const Buffer output(gl);
  std::vector<float> captured(numbers);
  const auto bytes = static_cast<GLsizeiptr>(numbers * sizeof(float));
  gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, output.name());
  gl.BufferData(GL_TRANSFORM_FEEDBACK_BUFFER, bytes, captured.data(), GL_DYNAMIC_READ);
  gl.UseProgram(program.name());
  gl.Enable(GL_RASTERIZER_DISCARD);
  gl.BeginTransformFeedback(GL_POINTS);
  gl.DrawArrays(GL_POINTS, 0, static_cast<GLsizei>(points));
  gl.EndTransformFeedback();
  gl.Disable(GL_RASTERIZER_DISCARD);
  const void* mapped = gl.MapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, bytes, GL_MAP_READ_BIT);
  if (mapped != nullptr) {
    std::copy_n(static_cast<const float*>(mapped), numbers, captured.begin());
    gl.UnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
  }
  gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
  BINDPOSE_CHECK(check_gl_errors(gl, what));
  return captured;
}

}  // namespace bindpose::gpu
