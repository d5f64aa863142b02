// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/captures/interposer/matrices.h"

namespace bindpose::captures {
namespace {

GLint about_uniform(GLuint program, GLuint index, GLenum what) {
  GLint value = -1;
  gl().GetActiveUniformsiv(program, 1, &index, what, &value);
  return value;
}

/// The value of a uniform in a block, from the buffer that the block reads.
std::vector<float> in_block(GLuint program, GLuint index, GLuint block) {
  GLint binding = 0, buffer = 0, before = 0;
  GLint64 start = 0;
  gl().GetActiveUniformBlockiv(program, block, GL_UNIFORM_BLOCK_BINDING, &binding);
  gl().GetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, static_cast<GLuint>(binding), &buffer);
  gl().GetInteger64i_v(GL_UNIFORM_BUFFER_START, static_cast<GLuint>(binding), &start);
  gl().GetIntegerv(GL_COPY_READ_BUFFER_BINDING, &before);
  const GLint64 at = start + about_uniform(program, index, GL_UNIFORM_OFFSET);
  const GLint stride = about_uniform(program, index, GL_UNIFORM_MATRIX_STRIDE);
  std::vector<float> lines(16);
  gl().BindBuffer(GL_COPY_READ_BUFFER, static_cast<GLuint>(buffer));
  for (GLint i = 0; i < 4; ++i)
    gl().GetBufferSubData(GL_COPY_READ_BUFFER, static_cast<GLintptr>(at + i * stride), 4 * sizeof(float),
                          &lines[4 * static_cast<std::size_t>(i)]);
  gl().BindBuffer(GL_COPY_READ_BUFFER, static_cast<GLuint>(before));
  if (about_uniform(program, index, GL_UNIFORM_IS_ROW_MAJOR) != GL_TRUE) return lines;
  std::vector<float> columns(16);
  for (std::size_t i = 0; i < 16; ++i)
    columns[i] = lines[4 * (i % 4) + i / 4];
  return columns;
}

}  // namespace

std::vector<Column> matrices_of(GLuint program) {
  std::vector<Column> matrices;
  GLint count = 0;
  gl().GetProgramiv(program, GL_ACTIVE_UNIFORMS, &count);
  for (GLuint i = 0; i < static_cast<GLuint>(count); ++i) {
    GLchar name[256] = {};
    GLint size = 0;
    GLenum type = 0;
    gl().GetActiveUniform(program, i, sizeof name, nullptr, &size, &type, name);
    if (type != GL_FLOAT_MAT4 || size != 1) continue;
    std::vector<float> numbers(16);
    const GLint block = about_uniform(program, i, GL_UNIFORM_BLOCK_INDEX);
    const GLint place = gl().GetUniformLocation(program, name);
    if (block >= 0)
      numbers = in_block(program, i, static_cast<GLuint>(block));
    else if (place >= 0)
      gl().GetUniformfv(program, place, numbers.data());
    else
      continue;
    matrices.push_back({name, 4, std::move(numbers)});
  }
  return matrices;
}

}  // namespace bindpose::captures
