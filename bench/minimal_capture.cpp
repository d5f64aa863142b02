// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/minimal_capture.h"

#include <array>
#include <cstring>
#include <utility>

#include "bench/minimal_mesh.h"
#include "gpu/device/limits.h"
#include "gpu/program/shader_source.h"
#include "reference/model/try.h"

namespace bindpose::bench {
namespace {

using gpu::PaletteDelivery;

using minimal::joints_at, minimal::normal_at, minimal::tangent_at, minimal::vertex_words, minimal::weights_at;

constexpr std::array<std::pair<std::size_t, GLint>, 5> attributes = {
    {{0, 3}, {normal_at, 3}, {tangent_at, 4}, {joints_at, 4}, {weights_at, 4}}};
constexpr GLuint base_location = 5;  ///< behind the vertex

constexpr const char* vertex_main = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 tangent;
layout(location = 3) in uvec4 joints;
layout(location = 4) in vec4 weights;
out vec3 captured_positions;
out vec3 captured_normals;
out vec4 captured_tangents;
void main() {
  skin(position, normal, tangent, joints, weights, captured_positions, captured_normals, captured_tangents);
  gl_Position = vec4(0.0);
}
)";

void store(const GladGLContext& gl, GLenum target, const gpu::Buffer& buffer, const void* data,
           std::size_t bytes) {
  gl.BindBuffer(target, buffer.name());
  gl.BufferSubData(target, 0, static_cast<GLsizeiptr>(bytes), data);
}

gpu::Buffer buffer_of(const GladGLContext& gl, std::size_t bytes) {
  gpu::Buffer buffer(gl);
  gl.BindBuffer(GL_COPY_WRITE_BUFFER, buffer.name());
  gl.BufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_DYNAMIC_COPY);
  return buffer;
}

}  // namespace

MinimalCapture::MinimalCapture(const GladGLContext& gl, PaletteDelivery delivery, bool by_compute,
                               const ArraySet& arrays)
    : gl_(&gl),
      delivery_(delivery),
      by_compute_(by_compute),
      vertex_count_(arrays.find("positions")->shape[0]),
      palette_rows_(3 * arrays.find("palette")->shape[0]),
      vertices_(minimal_vertices(arrays)),
      captured_(minimal_captured_words * vertex_count_),
      texture_(gl),
      attributes_(gl) {
  const auto& rows = arrays.find("palette")->reals();
  palette_.resize(4 * gpu::rows_before(delivery, palette_rows_));
  palette_.insert(palette_.end(), rows.begin(), rows.end());
  if (delivery == PaletteDelivery::texture)
    palette_.resize((palette_rows_ + gpu::palette_texture_width - 1) / gpu::palette_texture_width *
                    gpu::palette_texture_width * 4);
  vertex_buffer_ = buffer_of(gl, vertices_.size() * sizeof(std::uint32_t));
  palette_buffer_ = buffer_of(gl, palette_.size() * sizeof(float));
  captured_buffer_ = buffer_of(gl, captured_.size() * sizeof(float));
}

std::string MinimalCapture::own_shader(gpu::Api api) const {
  return by_compute_ ? minimal_compute_shader(api, delivery_, palette_.size() / 4)
                     : minimal_skinning(api, delivery_, palette_.size() / 4) + vertex_main;
}

Expected<MinimalCapture> MinimalCapture::make(const GladGLContext& gl, gpu::Api api, PaletteDelivery delivery,
                                              bool by_compute, const ArraySet& arrays,
                                              const std::string& shader) {
  MinimalCapture made(gl, delivery, by_compute, arrays);
  BINDPOSE_CHECK(made.compile(api, shader.empty() ? made.own_shader(api) : shader));
  return made;
}

Expected<void> MinimalCapture::compile(gpu::Api api, const std::string& shader) {
  const GladGLContext& gl = *gl_;
  const std::vector<std::string> captured = {"captured_positions", "captured_normals", "captured_tangents"};
  BINDPOSE_TRY(program_, by_compute_ ? gpu::compile_compute(gl, shader)
                                     : gpu::compile_capture(gl, api, shader, captured));
  gl.UseProgram(program_.name());
  if (delivery_ == PaletteDelivery::texture || delivery_ == PaletteDelivery::buffer_texture)
    gl.Uniform1i(gl.GetUniformLocation(program_.name(), "palette"), 0);
  const auto before = static_cast<GLuint>(gpu::rows_before(delivery_, palette_rows_));
  gl.Uniform1ui(gl.GetUniformLocation(program_.name(), "instance_base"), before);
  gl.Uniform1ui(gl.GetUniformLocation(program_.name(), "vertex_count"), static_cast<GLuint>(vertex_count_));
  gl.BindVertexArray(attributes_.name());
  gl.BindBuffer(GL_ARRAY_BUFFER, vertex_buffer_.name());
  GLuint location = 0;
  for (const auto& [at, width] : attributes) {
    const auto* offset =
        reinterpret_cast<const void*>(at * sizeof(float));  // NOLINT(performance-no-int-to-ptr)
    constexpr GLsizei stride = vertex_words * sizeof(float);
    gl.EnableVertexAttribArray(location);
    if (at == joints_at)
      gl.VertexAttribIPointer(location, width, GL_UNSIGNED_INT, stride, offset);
    else
      gl.VertexAttribPointer(location, width, GL_FLOAT, GL_FALSE, stride, offset);
    ++location;
  }
  return gpu::check_gl_errors(gl, "preparing the minimal program");
}

void MinimalCapture::send_palette() {
  const GladGLContext& gl = *gl_;
  const std::size_t bytes = palette_.size() * sizeof(float);
  switch (delivery_) {
    case PaletteDelivery::uniform_array:
      return gl.Uniform4fv(gl.GetUniformLocation(program_.name(), "palette"),
                           static_cast<GLsizei>(palette_rows_), palette_.data());
    case PaletteDelivery::texture:
      gl.ActiveTexture(GL_TEXTURE0);
      gl.BindTexture(GL_TEXTURE_2D, texture_.name());
      gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
      return gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, gpu::palette_texture_width,
                           static_cast<GLsizei>(palette_.size() / 4 / gpu::palette_texture_width), 0, GL_RGBA,
                           GL_FLOAT, palette_.data());
    case PaletteDelivery::buffer_texture:
      store(gl, GL_TEXTURE_BUFFER, palette_buffer_, palette_.data(), bytes);
      gl.ActiveTexture(GL_TEXTURE0);
      gl.BindTexture(GL_TEXTURE_BUFFER, texture_.name());
      return gpu::attach_to_texture(gl, palette_buffer_.name(), static_cast<std::size_t>(bytes));
    case PaletteDelivery::ssbo:
      store(gl, GL_SHADER_STORAGE_BUFFER, palette_buffer_, palette_.data(), bytes);
      return gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, gpu::palette_binding, palette_buffer_.name());
    case PaletteDelivery::ubo:
    case PaletteDelivery::instance_base:
      store(gl, GL_UNIFORM_BUFFER, palette_buffer_, palette_.data(), bytes);
      return gl.BindBufferBase(GL_UNIFORM_BUFFER, gpu::palette_binding, palette_buffer_.name());
  }
}

void MinimalCapture::draw() {
  const GladGLContext& gl = *gl_;
  gl.BindVertexArray(attributes_.name());
  gl.VertexAttribI4ui(base_location, static_cast<GLuint>(gpu::rows_before(delivery_, palette_rows_)), 0, 0,
                      0);
  gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, captured_buffer_.name());
  gl.Enable(GL_RASTERIZER_DISCARD);
  gl.BeginTransformFeedback(GL_POINTS);
  gl.DrawArrays(GL_POINTS, 0, static_cast<GLsizei>(vertex_count_));
  gl.EndTransformFeedback();
  gl.Disable(GL_RASTERIZER_DISCARD);
}

void MinimalCapture::dispatch() {
  const GladGLContext& gl = *gl_;
  gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, gpu::vertices_binding, vertex_buffer_.name());
  gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, gpu::captured_binding, captured_buffer_.name());
  gl.DispatchCompute(
      static_cast<GLuint>((vertex_count_ + gpu::compute_group_size - 1) / gpu::compute_group_size), 1, 1);
  gl.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
}

void MinimalCapture::run() {
  const GladGLContext& gl = *gl_;
  gl.UseProgram(program_.name());
  store(gl, GL_ARRAY_BUFFER, vertex_buffer_, vertices_.data(), vertices_.size() * sizeof(std::uint32_t));
  send_palette();
  if (by_compute_)
    dispatch();
  else
    draw();
  const GLenum binding = by_compute_ ? GL_SHADER_STORAGE_BUFFER : GL_TRANSFORM_FEEDBACK_BUFFER;
  const std::size_t bytes = captured_.size() * sizeof(float);
  gl.BindBuffer(binding, captured_buffer_.name());
  const void* mapped = gl.MapBufferRange(binding, 0, static_cast<GLsizeiptr>(bytes), GL_MAP_READ_BIT);
  if (mapped != nullptr) std::memcpy(captured_.data(), mapped, bytes);
  gl.UnmapBuffer(binding);
}

ArraySet MinimalCapture::answer() const {
  return minimal_answer(captured_);
}

}  // namespace bindpose::bench
