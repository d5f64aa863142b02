// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/minimal_capture.h"

#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "gpu/device/limits.h"
#include "gpu/program/shader_source.h"
#include "reference/model/try.h"

namespace bindpose::bench {
namespace {

using gpu::PaletteDelivery;

/// A vertex's words: position 3 | normal 3 | tangent 4 | joints 4 | weights 4.
constexpr std::size_t normal_at = 3, tangent_at = 6, joints_at = 10, weights_at = 14, vertex_words = 18;
constexpr std::array<std::pair<std::size_t, GLint>, 5> attributes = {
    {{0, 3}, {normal_at, 3}, {tangent_at, 4}, {joints_at, 4}, {weights_at, 4}}};
constexpr std::size_t captured_words = 10;
constexpr GLuint base_location = 5;  ///< behind the vertex

constexpr const char* skin = R"(
void skin(vec3 x, vec3 n, vec4 t, uvec4 joints, vec4 weights, out vec3 out_x, out vec3 out_n, out vec4 out_t) {
  vec3 sum_x = vec3(0.0), sum_n = vec3(0.0), sum_t = vec3(0.0);
  for (int i = 0; i < 4; ++i) {
    int row = 3 * int(joints[i]);
    vec4 a = palette_row(row), b = palette_row(row + 1), c = palette_row(row + 2);
    sum_x += weights[i] * vec3(dot(a.xyz, x) + a.w, dot(b.xyz, x) + b.w, dot(c.xyz, x) + c.w);
    sum_n += weights[i] * vec3(dot(a.xyz, n), dot(b.xyz, n), dot(c.xyz, n));
    sum_t += weights[i] * vec3(dot(a.xyz, t.xyz), dot(b.xyz, t.xyz), dot(c.xyz, t.xyz));
  }
  out_x = sum_x;
  out_n = normalize(sum_n);
  out_t = vec4(normalize(sum_t), t.w);
}
)";

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

constexpr const char* compute_main = R"(
layout(std430, binding = {}) readonly buffer Vertices {{ uint vertices[]; }};
layout(std430, binding = {}) writeonly buffer Captured {{ float captured[]; }};
layout(local_size_x = {}) in;
uniform uint vertex_count;
float real(uint at) {{ return uintBitsToFloat(vertices[at]); }}
void main() {{
  uint v = gl_GlobalInvocationID.x, at = v * 18u;
  if (v >= vertex_count) return;
  vec3 x, n;
  vec4 t;
  skin(vec3(real(at), real(at + 1u), real(at + 2u)), vec3(real(at + 3u), real(at + 4u), real(at + 5u)),
       vec4(real(at + 6u), real(at + 7u), real(at + 8u), real(at + 9u)),
       uvec4(vertices[at + 10u], vertices[at + 11u], vertices[at + 12u], vertices[at + 13u]),
       vec4(real(at + 14u), real(at + 15u), real(at + 16u), real(at + 17u)), x, n, t);
  for (uint i = 0u; i < 3u; ++i) {{
    captured[v * 10u + i] = x[i];
    captured[v * 10u + 3u + i] = n[i];
  }}
  for (uint i = 0u; i < 4u; ++i) captured[v * 10u + 6u + i] = t[i];
}}
)";

/// The numbers of one array to their place in each vertex.
void put(std::vector<std::uint32_t>& words, std::size_t at, const ArraySet& arrays, const char* name) {
  const Array& array = *arrays.find(name);
  const std::size_t width = bindpose::element_count(array.shape) * vertex_words / words.size();
  for (std::size_t i = 0; i < words.size() / vertex_words * width; ++i) {
    std::uint32_t& word = words[i / width * vertex_words + at + i % width];
    word = array.is_real() ? std::bit_cast<std::uint32_t>(static_cast<float>(array.reals()[i]))
                           : static_cast<std::uint32_t>(array.integers()[i]);
  }
}

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
      vertices_(vertex_words * vertex_count_),
      captured_(captured_words * vertex_count_),
      texture_(gl),
      attributes_(gl) {
  put(vertices_, 0, arrays, "positions");
  put(vertices_, normal_at, arrays, "normals");
  put(vertices_, tangent_at, arrays, "tangents");
  put(vertices_, joints_at, arrays, "joints");
  put(vertices_, weights_at, arrays, "weights");
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
  return gpu::shader_header(api) + gpu::palette_declaration(api, delivery_, palette_.size() / 4) + skin +
         (by_compute_ ? fmt::format(compute_main, gpu::vertices_binding, gpu::captured_binding,
                                    gpu::compute_group_size)
                      : vertex_main);
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
  ArraySet answer;
  const auto add = [&](const char* name, std::size_t at, std::size_t width) {
    Array::Reals values;
    for (std::size_t i = 0; i < vertex_count_ * width; ++i)
      values.push_back(captured_[i / width * captured_words + at + i % width]);
    answer.add(name, {vertex_count_, width}, std::move(values));
  };
  add("positions", 0, 3);
  add("normals", normal_at, 3);
  add("tangents", tangent_at, 4);
  return answer;
}

}  // namespace bindpose::bench
