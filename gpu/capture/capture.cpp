// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/capture.h"

#include <algorithm>
#include <bit>

#include "gpu/device/limits.h"
#include "gpu/program/shader_source.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

void ReusedBuffer::reserve(const GladGLContext& gl, GLenum target, std::size_t bytes) {
  if (buffer_.name() == 0) buffer_ = Buffer(gl);
  gl.BindBuffer(target, buffer_.name());
  if (bytes <= capacity_) return;
  capacity_ = std::bit_ceil(bytes);
  gl.BufferData(target, static_cast<GLsizeiptr>(capacity_), nullptr, GL_DYNAMIC_COPY);
}

void ReusedBuffer::fill(const GladGLContext& gl, GLenum target, const void* data, std::size_t bytes,
                        bool is_exact) {
  if (is_exact) {
    buffer_ = Buffer(gl);
    capacity_ = bytes;
    gl.BindBuffer(target, buffer_.name());
    gl.BufferData(target, static_cast<GLsizeiptr>(bytes), nullptr, GL_DYNAMIC_COPY);
  } else {
    reserve(gl, target, bytes);
  }
  gl.BufferSubData(target, 0, static_cast<GLsizeiptr>(bytes), data);
}

namespace {

/// Words of the bound buffer, from the first on.
void poison(const GladGLContext& gl, GLenum target, std::size_t words) {
  static const std::vector<std::uint32_t> some(std::size_t{1} << 14, poison_word);  // stays in the cache
  for (std::size_t at = 0; at < words; at += some.size())
    gl.BufferSubData(target, static_cast<GLintptr>(at * word_bytes),
                     static_cast<GLsizeiptr>(std::min(words - at, some.size()) * word_bytes), some.data());
}

}  // namespace

bool has_feedback_objects(const Context& context) {
  return !is_older(context.info().opened, {4, 0}, {3, 0});
}

void set_unfiltered(const GladGLContext& gl) {
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

void disable_attributes_from(const CaptureJob& job, GLuint location) {
  const auto most = static_cast<GLuint>(job.context.info().limit("MAX_VERTEX_ATTRIBS"));
  for (; location < most; ++location)
    job.context.gl().DisableVertexAttribArray(location);
}

CaptureTarget capture_target(const CaptureJob& job, std::size_t buffer, std::size_t vertices,
                             std::size_t record) {
  const auto alignment = job.context.info().limit("SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT");
  return {buffer, record, guarded_range(vertices * record, static_cast<std::size_t>(alignment))};
}

void bind_poisoned(const CaptureJob& job, const CaptureTarget& target, std::size_t words, GLenum binding,
                   GLuint index) {
  const GladGLContext& gl = job.context.gl();
  std::vector<ReusedBuffer>& buffers = job.objects.captured;
  if (buffers.size() <= target.buffer) buffers.resize(target.buffer + 1);
  buffers[target.buffer].reserve(gl, binding, target.range.size() * word_bytes);
  poison(gl, binding, target.range.size());
  gl.BindBufferRange(binding, index, buffers[target.buffer].name(),
                     static_cast<GLintptr>(target.range.guard * word_bytes),
                     static_cast<GLsizeiptr>(words * word_bytes));
}

Expected<void> read_back(const CaptureJob& job, const CaptureTarget& target, GLenum binding, GLuint index,
                         const TakeWords& take) {
  const GladGLContext& gl = job.context.gl();
  gl.BindBuffer(binding, job.objects.captured[target.buffer].name());
  const std::size_t words = target.range.size();
  const void* mapped =
      gl.MapBufferRange(binding, 0, static_cast<GLsizeiptr>(words * word_bytes), GL_MAP_READ_BIT);
  if (mapped == nullptr) {
    BINDPOSE_CHECK(check_gl_errors(gl, "reading back"));
    return fail("GL_ERROR", "reading back", "glMapBufferRange gave no memory");
  }
  auto taken = take({static_cast<const std::uint32_t*>(mapped), words});
  const bool intact = gl.UnmapBuffer(binding) == GL_TRUE;
  gl.BindBufferBase(binding, index, 0);
  BINDPOSE_CHECK(check_gl_errors(gl, "reading back"));
  if (!intact) return fail("GL_ERROR", "reading back", "glUnmapBuffer reports that the contents were lost");
  return taken;
}

Expected<void> collect(const CaptureJob& job, const CaptureTarget& target, GLenum binding, GLuint index,
                       std::vector<float>& captured) {
  return read_back(job, target, binding, index, [&](std::span<const std::uint32_t> words) {
    return take_range(words, target.range, target.record, captured);
  });
}

Expected<void> capture_by_compute(const CaptureJob& job, std::vector<float>& captured) {
  const GladGLContext& gl = job.context.gl();
  const std::size_t record = job.layout.captured_words();
  const CaptureTarget target = capture_target(job, 0, job.vertex_count, record);
  if (job.objects.vertices.empty()) job.objects.vertices.resize(1);
  ReusedBuffer& vertices = job.objects.vertices.front();
  vertices.fill(gl, GL_SHADER_STORAGE_BUFFER, job.vertices.data(), job.vertices.size_bytes(), job.is_exact);
  gl.BindBufferRange(GL_SHADER_STORAGE_BUFFER, vertices_binding, vertices.name(), 0,
                     static_cast<GLsizeiptr>(job.vertices.size_bytes()));
  bind_poisoned(job, target, job.range_vertices * record, GL_SHADER_STORAGE_BUFFER, captured_binding);

  gl.UseProgram(job.program);
  gl.Uniform1ui(gl.GetUniformLocation(job.program, "vertex_count"), static_cast<GLuint>(job.drawn));
  gl.Uniform1ui(job.vertices_before, static_cast<GLuint>(job.part_begins_with));
  const auto compute = [&] {
    gl.DispatchCompute(static_cast<GLuint>((job.drawn + compute_group_size - 1) / compute_group_size), 1, 1);
    gl.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  };
  compute();
  BINDPOSE_CHECK(repeat(job, compute));
  BINDPOSE_CHECK(check_gl_errors(gl, "compute shader"));
  return collect(job, target, GL_SHADER_STORAGE_BUFFER, captured_binding, captured);
}

}  // namespace bindpose::gpu
