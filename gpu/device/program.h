// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: GL programs and buffers as values that delete themselves. Internal to the library.
//
// Everything here needs its context to be current, destructors included.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <glad/gl.h>

#include "gpu/device/device.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// A GL object's name, deleted by `Delete` when it goes.
template <void (*Delete)(const GladGLContext&, GLuint)>
class Handle {
 public:
  Handle() = default;
  Handle(const GladGLContext& gl, GLuint name) : gl_(&gl), name_(name) {}
  Handle(Handle&& other) noexcept : gl_(other.gl_), name_(std::exchange(other.name_, 0)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(gl_, other.gl_);
    std::swap(name_, other.name_);
    return *this;
  }
  ~Handle() {
    if (name_ != 0) Delete(*gl_, name_);
  }
  GLuint name() const { return name_; }

 private:
  const GladGLContext* gl_ = nullptr;
  GLuint name_ = 0;
};

inline void delete_program(const GladGLContext& gl, GLuint name) {
  gl.DeleteProgram(name);
}
inline void delete_shader(const GladGLContext& gl, GLuint name) {
  gl.DeleteShader(name);
}
inline void delete_buffer(const GladGLContext& gl, GLuint name) {
  gl.DeleteBuffers(1, &name);
}
inline void delete_vertex_array(const GladGLContext& gl, GLuint name) {
  gl.DeleteVertexArrays(1, &name);
}
inline void delete_query(const GladGLContext& gl, GLuint name) {
  gl.DeleteQueries(1, &name);
}

using Program = Handle<delete_program>;
using Shader = Handle<delete_shader>;
using Buffer = Handle<delete_buffer>;
using VertexArray = Handle<delete_vertex_array>;
using Query = Handle<delete_query>;

Buffer make_buffer(const GladGLContext& gl);
VertexArray make_vertex_array(const GladGLContext& gl);
Query make_query(const GladGLContext& gl);

/// A program of one vertex shader whose `varyings` are captured interleaved. OpenGL ES gets the empty
/// fragment shader that it insists on. Errors SHADER_COMPILE with the log and the line it names, GL_ERROR.
Expected<Program> compile_capture(const GladGLContext& gl, Api api, const std::string& vertex_shader,
                                  const std::vector<const char*>& varyings);

/// A compute program. Errors SHADER_COMPILE, GL_ERROR.
Expected<Program> compile_compute(const GladGLContext& gl, const std::string& compute_shader);

/// The first lines of the GLSL: "#version 430 core" or "#version 310 es", and the default precisions.
std::string shader_header(Api api, const std::string& precision = "highp");

}  // namespace bindpose::gpu
