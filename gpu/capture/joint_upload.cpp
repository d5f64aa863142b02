// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/joint_upload.h"

#include <array>
#include <cstdint>
#include <vector>

#include <glad/gl.h>

#include "gpu/program/palette_binding.h"

namespace bindpose::gpu {
namespace {

/// Sets the block's binding, for versions of GLSL that cannot declare bindings.
void bind_block(const GladGLContext& gl, GLuint program) {
  const GLuint block = gl.GetUniformBlockIndex(program, "Palette");
  if (block != GL_INVALID_INDEX) gl.UniformBlockBinding(program, block, palette_binding);
}

void send_in_block(const GladGLContext& gl, GLuint program, GLenum target, CaptureObjects& objects,
                   const std::vector<float>& rows, bool is_exact) {
  const std::size_t bytes = rows.size() * sizeof(float);
  objects.palette.fill(gl, target, rows.data(), bytes, is_exact);
  if (target == GL_UNIFORM_BUFFER) bind_block(gl, program);
  gl.BindBufferRange(target, palette_binding, objects.palette.name(), 0, static_cast<GLsizeiptr>(bytes));
}

/// Sends the rows to the uniform array `palette`.
void send_as_uniforms(const GladGLContext& gl, GLuint program, const std::vector<float>& rows) {
  gl.Uniform4fv(gl.GetUniformLocation(program, "palette"), static_cast<GLsizei>(rows.size() / 4),
                rows.data());
}

/// Binds a texture that `palette` then samples.
void bind_texture(const GladGLContext& gl, GLuint program, GLenum target, Texture& texture) {
  if (texture.name() == 0) texture = Texture(gl);
  gl.ActiveTexture(GL_TEXTURE0 + palette_texture_unit);
  gl.BindTexture(target, texture.name());
  gl.Uniform1i(gl.GetUniformLocation(program, "palette"), palette_texture_unit);
}

void send_in_texture(const GladGLContext& gl, GLuint program, CaptureObjects& objects,
                     const std::vector<float>& rows) {
  bind_texture(gl, program, GL_TEXTURE_2D, objects.palette_texture);
  set_unfiltered(gl);
  gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, static_cast<GLsizei>(palette_texture_width),
                static_cast<GLsizei>(rows.size() / 4 / palette_texture_width), 0, GL_RGBA, GL_FLOAT,
                rows.data());
}

void send_in_buffer_texture(const GladGLContext& gl, GLuint program, CaptureObjects& objects,
                            const std::vector<float>& rows, bool is_exact) {
  const std::size_t bytes = rows.size() * sizeof(float);
  objects.palette.fill(gl, GL_TEXTURE_BUFFER, rows.data(), bytes, is_exact);
  bind_texture(gl, program, GL_TEXTURE_BUFFER, objects.palette_buffer_texture);
  attach_to_texture(gl, objects.palette.name(), bytes);
}

/// Sends the first row of both instances as an attribute, and the first row of the second
/// instance as a uniform.
void send_base(const GladGLContext& gl, GLuint program, CaptureObjects& objects, std::size_t rows_before) {
  const std::array<std::uint32_t, 2> bases = {0, static_cast<std::uint32_t>(rows_before)};
  objects.instance_bases.fill(gl, GL_ARRAY_BUFFER, bases.data(), sizeof(bases));
  gl.Uniform1ui(gl.GetUniformLocation(program, "instance_base"), bases[1]);
}

}  // namespace

void upload_joints(const GladGLContext& gl, GLuint program, CaptureObjects& objects, const Plan& plan,
                   std::size_t rows_before) {
  if (plan.data.joint_rows == 0) return;
  const PaletteBinding joint_binding = plan.spec.joint_binding;
  const std::vector<float>& rows = plan.data.joint_records;
  switch (joint_binding) {
    case PaletteBinding::ubo:
      return send_in_block(gl, program, GL_UNIFORM_BUFFER, objects, rows, plan.is_exact);
    case PaletteBinding::ssbo:
      return send_in_block(gl, program, GL_SHADER_STORAGE_BUFFER, objects, rows, plan.is_exact);
    case PaletteBinding::uniform_array:
      return send_as_uniforms(gl, program, rows);
    case PaletteBinding::texture:
      return send_in_texture(gl, program, objects, rows);
    case PaletteBinding::buffer_texture:
      return send_in_buffer_texture(gl, program, objects, rows, plan.is_exact);
    case PaletteBinding::instance_base:
      send_base(gl, program, objects, rows_before);
      return send_in_block(gl, program, GL_UNIFORM_BUFFER, objects, rows, plan.is_exact);
  }
}

}  // namespace bindpose::gpu
