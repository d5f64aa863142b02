// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: GL programs and buffers as values that delete themselves. Internal to the library.
//
// Everything here, including destructors, needs its context to be current.
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <glad/gl.h>

#include "gpu/device/dialect.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// A GL object's name, made by `Generate` and deleted by `Delete`: entry points for one name or a list.
template <auto Delete, auto Generate = nullptr>
class Handle {
 public:
  Handle() = default;
  explicit Handle(const GladGLContext& gl) : gl_(&gl) { (gl.*Generate)(1, &name_); }
  Handle(const GladGLContext& gl, GLuint name) : gl_(&gl), name_(name) {}
  Handle(Handle&& other) noexcept : gl_(other.gl_), name_(std::exchange(other.name_, 0)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(gl_, other.gl_);
    std::swap(name_, other.name_);
    return *this;
  }
  ~Handle() {
    if (name_ == 0) return;
    if constexpr (std::is_invocable_v<decltype(gl_->*Delete), GLuint>)
      (gl_->*Delete)(name_);
    else
      (gl_->*Delete)(1, &name_);
  }
  GLuint name() const { return name_; }

 private:
  const GladGLContext* gl_ = nullptr;
  GLuint name_ = 0;
};

using Program = Handle<&GladGLContext::DeleteProgram>;
using Shader = Handle<&GladGLContext::DeleteShader>;
using Buffer = Handle<&GladGLContext::DeleteBuffers, &GladGLContext::GenBuffers>;
using VertexArray = Handle<&GladGLContext::DeleteVertexArrays, &GladGLContext::GenVertexArrays>;
using Texture = Handle<&GladGLContext::DeleteTextures, &GladGLContext::GenTextures>;
using FeedbackObject =
    Handle<&GladGLContext::DeleteTransformFeedbacks, &GladGLContext::GenTransformFeedbacks>;
using Query = Handle<&GladGLContext::DeleteQueries, &GladGLContext::GenQueries>;

/// A program of one vertex shader whose `varyings` are captured interleaved, or separately with
/// GL_SEPARATE_ATTRIBS. OpenGL ES gets the empty fragment shader that it requires. Errors SHADER_COMPILE with the
/// log and the line it names, GL_ERROR.
Expected<Program> compile_capture(const GladGLContext& gl, const Dialect& dialect,
                                  const std::string& vertex_shader, const std::vector<std::string>& varyings,
                                  GLenum mode = GL_INTERLEAVED_ATTRIBS);

/// A program that draws pixels. Errors SHADER_COMPILE, GL_ERROR.
Expected<Program> compile_drawing(const GladGLContext& gl, const std::string& vertex_shader,
                                  const std::string& fragment_shader);

/// A compute program. Errors SHADER_COMPILE, GL_ERROR.
Expected<Program> compile_compute(const GladGLContext& gl, const std::string& compute_shader);

/// Creates the program again from the driver's binary. Call only if the limit NUM_PROGRAM_BINARY_FORMATS is not 0.
/// Errors SHADER_COMPILE if the driver refuses its own binary, GL_ERROR.
Expected<Program> from_binary(const GladGLContext& gl, const Program& program);

/// True if textures can read buffers.
bool has_buffer_textures(const GladGLContext& gl);
/// Attaches a range of a buffer to the bound texture; before OpenGL 4.3, the whole buffer. Needs has_buffer_textures().
void attach_to_texture(const GladGLContext& gl, GLuint buffer, std::size_t bytes);

}  // namespace bindpose::gpu
