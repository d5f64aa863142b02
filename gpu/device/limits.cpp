// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/device/limits.h"

#include <limits>

#include <fmt/format.h>
#include <glad/gl.h>

namespace bindpose::gpu {
namespace {

struct Limit {
  const char* name;
  GLenum value;
};

#define BINDPOSE_LIMIT(name) \
  { #name, GL_##name }
constexpr Limit scalar_limits[] = {
    BINDPOSE_LIMIT(MAX_VERTEX_ATTRIBS),
    BINDPOSE_LIMIT(MAX_VERTEX_UNIFORM_COMPONENTS),
    BINDPOSE_LIMIT(MAX_COMPUTE_UNIFORM_COMPONENTS),
    BINDPOSE_LIMIT(MAX_VERTEX_UNIFORM_BLOCKS),
    BINDPOSE_LIMIT(MAX_COMPUTE_UNIFORM_BLOCKS),
    BINDPOSE_LIMIT(MAX_UNIFORM_BLOCK_SIZE),
    BINDPOSE_LIMIT(MAX_UNIFORM_BUFFER_BINDINGS),
    BINDPOSE_LIMIT(UNIFORM_BUFFER_OFFSET_ALIGNMENT),
    BINDPOSE_LIMIT(MAX_VERTEX_SHADER_STORAGE_BLOCKS),
    BINDPOSE_LIMIT(MAX_COMPUTE_SHADER_STORAGE_BLOCKS),
    BINDPOSE_LIMIT(MAX_SHADER_STORAGE_BLOCK_SIZE),
    BINDPOSE_LIMIT(MAX_SHADER_STORAGE_BUFFER_BINDINGS),
    BINDPOSE_LIMIT(SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT),
    BINDPOSE_LIMIT(MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS),
    BINDPOSE_LIMIT(MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS),
    BINDPOSE_LIMIT(MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS),
    BINDPOSE_LIMIT(MAX_VERTEX_OUTPUT_COMPONENTS),
    BINDPOSE_LIMIT(MAX_VERTEX_TEXTURE_IMAGE_UNITS),
    BINDPOSE_LIMIT(MAX_COMPUTE_WORK_GROUP_INVOCATIONS),
};
// Three numbers each; the first is the one along x.
constexpr Limit indexed_limits[] = {
    BINDPOSE_LIMIT(MAX_COMPUTE_WORK_GROUP_COUNT),
    BINDPOSE_LIMIT(MAX_COMPUTE_WORK_GROUP_SIZE),
};
#undef BINDPOSE_LIMIT

const char* error_name(GLenum error) {
  switch (error) {
    case GL_INVALID_ENUM:
      return "GL_INVALID_ENUM";
    case GL_INVALID_VALUE:
      return "GL_INVALID_VALUE";
    case GL_INVALID_OPERATION:
      return "GL_INVALID_OPERATION";
    case GL_INVALID_FRAMEBUFFER_OPERATION:
      return "GL_INVALID_FRAMEBUFFER_OPERATION";
    case GL_OUT_OF_MEMORY:
      return "GL_OUT_OF_MEMORY";
    default:
      return "GL error";
  }
}

}  // namespace

std::map<std::string, long> query_limits(const GladGLContext& gl) {
  std::map<std::string, long> limits;
  for (const Limit& limit : scalar_limits) {
    GLint64 value = 0;
    gl.GetInteger64v(limit.value, &value);
    if (gl.GetError() == GL_NO_ERROR) limits[limit.name] = static_cast<long>(value);
  }
  for (const Limit& limit : indexed_limits) {
    GLint value = 0;
    gl.GetIntegeri_v(limit.value, 0, &value);
    // Some drivers answer 2^32 - 1, which a GLint shows as -1.
    if (value < 0) value = std::numeric_limits<GLint>::max();
    if (gl.GetError() == GL_NO_ERROR) limits[limit.name] = value;
  }
  return limits;
}

Expected<void> check_gl_errors(const GladGLContext& gl, const std::string& where) {
  std::string names;
  constexpr int most = 16;  // a lost context never stops answering with an error
  for (int i = 0; i < most; ++i) {
    const GLenum error = gl.GetError();
    if (error == GL_NO_ERROR) break;
    names += fmt::format("{}{} ({:#x})", names.empty() ? "" : ", ", error_name(error), error);
  }
  if (names.empty()) return {};
  return fail("GL_ERROR", where, names);
}

}  // namespace bindpose::gpu
