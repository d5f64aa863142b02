// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

#include <glad/gl.h>

#include "bench/ceilings.h"
#include "conformance/subjects/gpu_subject.h"
#include "gpu/capture/gl_backend.h"
#include "gpu/device/context.h"
#include "gpu/device/limits.h"
#include "gpu/device/program.h"
#include "reference/model/try.h"

namespace bindpose::bench {
namespace {

constexpr int device_copies = 7;

/// By wall time: a device works in parallel with the processor.
double copy_once(const GladGLContext& gl, GLsizeiptr bytes) {
  const auto start = std::chrono::steady_clock::now();
  gl.CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, bytes);
  gl.Finish();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

Expected<std::unique_ptr<gpu::Context>> open_context(const conformance::SubjectSpec& device) {
  BINDPOSE_TRY(const auto request, conformance::device_of(device));
  BINDPOSE_TRY(auto context, gpu::open_gl(request));
  BINDPOSE_CHECK(context->make_current());
  return context;
}

Expected<double> device_copy(const conformance::SubjectSpec& device) {
  BINDPOSE_TRY(const auto context, open_context(device));
  return device_copy(*context);
}

Expected<double> device_copy(const gpu::Context& context) {
  const GladGLContext& gl = context.gl();
  const auto bytes = static_cast<GLsizeiptr>(device_copy_bytes(context.info()));
  const gpu::Buffer from(gl), to(gl);
  const std::vector<char> zeros(device_copy_bytes(context.info()));
  gl.BindBuffer(GL_COPY_READ_BUFFER, from.name());
  gl.BufferData(GL_COPY_READ_BUFFER, bytes, zeros.data(), GL_STATIC_COPY);
  gl.BindBuffer(GL_COPY_WRITE_BUFFER, to.name());
  gl.BufferData(GL_COPY_WRITE_BUFFER, bytes, zeros.data(), GL_STATIC_COPY);
  copy_once(gl, bytes);
  double seconds = std::numeric_limits<double>::infinity();
  for (int turn = 0; turn < device_copies; ++turn)
    seconds = std::min(seconds, copy_once(gl, bytes));
  BINDPOSE_CHECK(gpu::check_gl_errors(gl, "copying from buffer to buffer"));
  return 2.0 * static_cast<double>(bytes) / seconds;
}

}  // namespace bindpose::bench
