// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/capture.h"

#include <bit>
#include <cstring>

#include "gpu/device/limits.h"
#include "gpu/program/shader_source.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

constexpr std::size_t word_bytes = sizeof(std::uint32_t);

GuardedRange range_of(const CaptureJob& job) {
  const auto alignment = job.context.info().limit("SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT");
  return guarded_range(job.vertex_count * job.layout.captured_words(), static_cast<std::size_t>(alignment));
}

/// Poisons the capture buffer and binds its range, and nothing of its guards, to `target`.
void bind_poisoned_range(const CaptureJob& job, const GuardedRange& layout, GLenum target, GLuint index) {
  const GladGLContext& gl = job.context.gl();
  const std::vector<std::uint32_t> poison(layout.size(), poison_word);
  job.objects.captured.fill(gl, target, poison.data(), poison.size() * word_bytes);
  const std::size_t bytes = job.range_vertices * job.layout.captured_words() * word_bytes;
  gl.BindBufferRange(target, index, job.objects.captured.name(),
                     static_cast<GLintptr>(layout.guard * word_bytes), static_cast<GLsizeiptr>(bytes));
}

/// Reads the whole buffer back, checks it and appends its range.
Expected<void> collect(const CaptureJob& job, const GuardedRange& layout, GLenum target,
                       std::vector<float>& captured) {
  const GladGLContext& gl = job.context.gl();
  gl.BindBuffer(target, job.objects.captured.name());
  const auto bytes = static_cast<GLsizeiptr>(layout.size() * word_bytes);
  const void* mapped = gl.MapBufferRange(target, 0, bytes, GL_MAP_READ_BIT);
  if (mapped == nullptr) {
    BINDPOSE_CHECK(check_gl_errors(gl, "reading back"));
    return fail("GL_ERROR", "reading back", "glMapBufferRange gave no memory");
  }
  std::vector<std::uint32_t> words(layout.size());
  std::memcpy(words.data(), mapped, static_cast<std::size_t>(bytes));
  const bool intact = gl.UnmapBuffer(target) == GL_TRUE;
  gl.BindBufferBase(target, target == GL_TRANSFORM_FEEDBACK_BUFFER ? 0 : captured_binding, 0);
  BINDPOSE_CHECK(check_gl_errors(gl, "reading back"));
  if (!intact) return fail("GL_ERROR", "reading back", "glUnmapBuffer says that the contents were lost");
  return take_range(words, layout, job.layout.captured_words(), captured);
}

/// One number for each instance.
void point_instance_base(const CaptureJob& job, GLuint location) {
  const GladGLContext& gl = job.context.gl();
  gl.BindBuffer(GL_ARRAY_BUFFER, job.objects.instance_bases.name());
  gl.EnableVertexAttribArray(location);
  gl.VertexAttribIPointer(location, 1, GL_UNSIGNED_INT, 0, nullptr);
  gl.VertexAttribDivisor(location, 1);
}

void point_attributes(const CaptureJob& job) {
  const GladGLContext& gl = job.context.gl();
  gl.BindVertexArray(job.objects.attributes.name());
  job.objects.vertices.fill(gl, GL_ARRAY_BUFFER, job.vertices.data(), job.vertices.size_bytes());
  const auto stride = static_cast<GLsizei>(job.layout.words() * word_bytes);
  GLuint location = 0;
  for (const VertexLayout::Attribute& attribute : job.layout.attributes()) {
    // GL takes an offset as a pointer. NOLINTNEXTLINE(performance-no-int-to-ptr)
    const void* offset = reinterpret_cast<const void*>(attribute.at * word_bytes);
    gl.EnableVertexAttribArray(location);
    gl.VertexAttribDivisor(location, 0);
    if (attribute.type == VertexField::Type::real)
      gl.VertexAttribPointer(location, attribute.words, GL_FLOAT, GL_FALSE, stride, offset);
    else
      gl.VertexAttribIPointer(location, attribute.words,
                              attribute.type == VertexField::Type::integer ? GL_INT : GL_UNSIGNED_INT, stride,
                              offset);
    ++location;
  }
  if (job.second_instance) point_instance_base(job, location++);
  const auto most = static_cast<GLuint>(job.context.info().limit("MAX_VERTEX_ATTRIBS"));
  for (; location < most; ++location)
    gl.DisableVertexAttribArray(location);
}

}  // namespace

void ReusedBuffer::fill(const GladGLContext& gl, GLenum target, const void* data, std::size_t bytes) {
  if (buffer_.name() == 0) buffer_ = Buffer(gl);
  gl.BindBuffer(target, buffer_.name());
  if (bytes > capacity_) {
    capacity_ = std::bit_ceil(bytes);
    gl.BufferData(target, static_cast<GLsizeiptr>(capacity_), nullptr, GL_DYNAMIC_COPY);
  }
  gl.BufferSubData(target, 0, static_cast<GLsizeiptr>(bytes), data);
}

void set_unfiltered(const GladGLContext& gl) {
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

Expected<void> capture_by_transform_feedback(const CaptureJob& job, std::vector<float>& captured) {
  const GladGLContext& gl = job.context.gl();
  const GuardedRange layout = range_of(job);
  point_attributes(job);
  bind_poisoned_range(job, layout, GL_TRANSFORM_FEEDBACK_BUFFER, 0);

  gl.UseProgram(job.program);
  gl.Enable(GL_RASTERIZER_DISCARD);
  gl.BeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, job.objects.written.name());
  gl.BeginTransformFeedback(GL_POINTS);
  const auto drawn = static_cast<GLsizei>(job.drawn);
  if (job.second_instance)
    gl.DrawArraysInstancedBaseInstance(GL_POINTS, 0, drawn, 1, 1);
  else
    gl.DrawArrays(GL_POINTS, 0, drawn);
  gl.EndTransformFeedback();
  gl.EndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
  gl.Disable(GL_RASTERIZER_DISCARD);
  gl.BindVertexArray(0);

  GLuint written = 0;
  gl.GetQueryObjectuiv(job.objects.written.name(), GL_QUERY_RESULT, &written);
  BINDPOSE_CHECK(check_gl_errors(gl, "transform feedback"));
  BINDPOSE_CHECK(check_count(written, job.vertex_count, "GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN"));
  return collect(job, layout, GL_TRANSFORM_FEEDBACK_BUFFER, captured);
}

Expected<void> capture_by_compute(const CaptureJob& job, std::vector<float>& captured) {
  const GladGLContext& gl = job.context.gl();
  const GuardedRange layout = range_of(job);
  job.objects.vertices.fill(gl, GL_SHADER_STORAGE_BUFFER, job.vertices.data(), job.vertices.size_bytes());
  gl.BindBufferRange(GL_SHADER_STORAGE_BUFFER, vertices_binding, job.objects.vertices.name(), 0,
                     static_cast<GLsizeiptr>(job.vertices.size_bytes()));
  bind_poisoned_range(job, layout, GL_SHADER_STORAGE_BUFFER, captured_binding);

  gl.UseProgram(job.program);
  gl.Uniform1ui(gl.GetUniformLocation(job.program, "vertex_count"), static_cast<GLuint>(job.drawn));
  gl.DispatchCompute(static_cast<GLuint>((job.drawn + compute_group_size - 1) / compute_group_size), 1, 1);
  gl.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  BINDPOSE_CHECK(check_gl_errors(gl, "compute shader"));
  return collect(job, layout, GL_SHADER_STORAGE_BUFFER, captured);
}

}  // namespace bindpose::gpu
