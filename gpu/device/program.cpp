// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/device/program.h"

#include <algorithm>

#include <fmt/format.h>

#include "gpu/device/limits.h"
#include "gpu/device/named_line.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

/// GL's log of a shader or a program, read by `get` and `get_log`.
template <class Get, class GetLog>
std::string log_of(GLuint name, Get get, GetLog get_log) {
  GLint length = 0;
  get(name, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(std::max(length, 0)), '\0');
  if (length > 0) get_log(name, length, nullptr, log.data());
  log.erase(log.find_last_not_of(std::string("\n\r\t \0", 5)) + 1);
  return log;
}

Expected<Shader> compile(const GladGLContext& gl, GLenum stage, const char* where,
                         const std::string& source) {
  Shader shader(gl, gl.CreateShader(stage));
  const char* text = source.c_str();
  gl.ShaderSource(shader.name(), 1, &text, nullptr);
  gl.CompileShader(shader.name());
  GLint ok = GL_FALSE;
  gl.GetShaderiv(shader.name(), GL_COMPILE_STATUS, &ok);
  if (ok == GL_TRUE) return shader;
  const std::string log = log_of(shader.name(), gl.GetShaderiv, gl.GetShaderInfoLog);
  return fail("SHADER_COMPILE", where, fmt::format("{}\n{}", log, named_line(log, source)));
}

Expected<void> link(const GladGLContext& gl, const Program& program) {
  gl.LinkProgram(program.name());
  GLint ok = GL_FALSE;
  gl.GetProgramiv(program.name(), GL_LINK_STATUS, &ok);
  if (ok == GL_TRUE) return check_gl_errors(gl, "linking");
  return fail("SHADER_COMPILE", "linking", log_of(program.name(), gl.GetProgramiv, gl.GetProgramInfoLog));
}

/// For a part of a buffer. Null in OpenGL before 4.3 and in OpenGL ES before 3.2 without the extension.
PFNGLTEXBUFFERRANGEPROC tex_buffer_range(const GladGLContext& gl) {
  for (const PFNGLTEXBUFFERRANGEPROC function :
       {gl.TexBufferRange, gl.TexBufferRangeEXT, gl.TexBufferRangeOES})
    if (function != nullptr) return function;
  return nullptr;
}

}  // namespace

Expected<Program> compile_capture(const GladGLContext& gl, const Dialect& dialect,
                                  const std::string& vertex_shader, const std::vector<std::string>& varyings,
                                  GLenum mode) {
  BINDPOSE_TRY(auto vertex, compile(gl, GL_VERTEX_SHADER, "vertex shader", vertex_shader));
  Program program(gl, gl.CreateProgram());
  gl.AttachShader(program.name(), vertex.name());
  Shader fragment;
  if (dialect.is_es()) {
    BINDPOSE_TRY(fragment, compile(gl, GL_FRAGMENT_SHADER, "fragment shader",
                                   shader_header(dialect) + "void main() {}\n"));
    gl.AttachShader(program.name(), fragment.name());
  }
  std::vector<const char*> names;
  for (const std::string& varying : varyings)
    names.push_back(varying.c_str());
  gl.TransformFeedbackVaryings(program.name(), static_cast<GLsizei>(names.size()), names.data(), mode);
  BINDPOSE_CHECK(link(gl, program));
  return program;
}

Expected<Program> compile_drawing(const GladGLContext& gl, const std::string& vertex_shader,
                                  const std::string& fragment_shader) {
  BINDPOSE_TRY(const auto vertex, compile(gl, GL_VERTEX_SHADER, "vertex shader", vertex_shader));
  BINDPOSE_TRY(const auto fragment, compile(gl, GL_FRAGMENT_SHADER, "fragment shader", fragment_shader));
  Program program(gl, gl.CreateProgram());
  gl.AttachShader(program.name(), vertex.name());
  gl.AttachShader(program.name(), fragment.name());
  BINDPOSE_CHECK(link(gl, program));
  return program;
}

Expected<Program> compile_compute(const GladGLContext& gl, const std::string& compute_shader) {
  BINDPOSE_TRY(auto compute, compile(gl, GL_COMPUTE_SHADER, "compute shader", compute_shader));
  Program program(gl, gl.CreateProgram());
  gl.AttachShader(program.name(), compute.name());
  BINDPOSE_CHECK(link(gl, program));
  return program;
}

Expected<Program> from_binary(const GladGLContext& gl, const Program& program) {
  GLint length = 0, ok = GL_FALSE;
  GLenum format = 0;
  gl.GetProgramiv(program.name(), GL_PROGRAM_BINARY_LENGTH, &length);
  std::vector<char> binary(static_cast<std::size_t>(std::max(length, 0)));
  gl.GetProgramBinary(program.name(), length, &length, &format, binary.data());
  BINDPOSE_CHECK(check_gl_errors(gl, "glGetProgramBinary"));
  Program loaded(gl, gl.CreateProgram());
  gl.ProgramBinary(loaded.name(), format, binary.data(), length);
  BINDPOSE_CHECK(check_gl_errors(gl, "glProgramBinary"));
  gl.GetProgramiv(loaded.name(), GL_LINK_STATUS, &ok);
  if (ok == GL_TRUE) return loaded;
  return fail("SHADER_COMPILE", "glProgramBinary",
              log_of(loaded.name(), gl.GetProgramiv, gl.GetProgramInfoLog));
}

bool has_buffer_textures(const GladGLContext& gl) {
  return tex_buffer_range(gl) != nullptr || gl.TexBuffer != nullptr;
}

void attach_to_texture(const GladGLContext& gl, GLuint buffer, std::size_t bytes) {
  if (const auto attach = tex_buffer_range(gl); attach != nullptr)
    attach(GL_TEXTURE_BUFFER, GL_RGBA32F, buffer, 0, static_cast<GLsizeiptr>(bytes));
  else
    gl.TexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, buffer);
}

}  // namespace bindpose::gpu
