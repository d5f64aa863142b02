// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/device/limits.h"

#include <limits>

#include <fmt/format.h>
#include <glad/gl.h>

#include "gpu/device/program.h"

namespace bindpose::gpu {
namespace {

/// A number of GL by its name without GL_.
struct Named {
  const char* name;
  GLenum value;
};

#define BINDPOSE_NAMED(name) \
  { #name, GL_##name }
constexpr Named scalar_limits[] = {
    BINDPOSE_NAMED(MAX_VERTEX_ATTRIBS),
    BINDPOSE_NAMED(MAX_VERTEX_UNIFORM_COMPONENTS),
    BINDPOSE_NAMED(MAX_COMPUTE_UNIFORM_COMPONENTS),
    BINDPOSE_NAMED(MAX_VERTEX_UNIFORM_BLOCKS),
    BINDPOSE_NAMED(MAX_COMPUTE_UNIFORM_BLOCKS),
    BINDPOSE_NAMED(MAX_UNIFORM_BLOCK_SIZE),
    BINDPOSE_NAMED(MAX_UNIFORM_BUFFER_BINDINGS),
    BINDPOSE_NAMED(UNIFORM_BUFFER_OFFSET_ALIGNMENT),
    BINDPOSE_NAMED(MAX_VERTEX_SHADER_STORAGE_BLOCKS),
    BINDPOSE_NAMED(MAX_COMPUTE_SHADER_STORAGE_BLOCKS),
    BINDPOSE_NAMED(MAX_SHADER_STORAGE_BLOCK_SIZE),
    BINDPOSE_NAMED(MAX_SHADER_STORAGE_BUFFER_BINDINGS),
    BINDPOSE_NAMED(SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT),
    BINDPOSE_NAMED(MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS),
    BINDPOSE_NAMED(MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS),
    BINDPOSE_NAMED(MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS),
    BINDPOSE_NAMED(MAX_VERTEX_OUTPUT_COMPONENTS),
    BINDPOSE_NAMED(MAX_VERTEX_TEXTURE_IMAGE_UNITS),
    BINDPOSE_NAMED(MAX_COMPUTE_TEXTURE_IMAGE_UNITS),
    BINDPOSE_NAMED(MAX_TEXTURE_SIZE),
    BINDPOSE_NAMED(MAX_TEXTURE_BUFFER_SIZE),
    BINDPOSE_NAMED(MAX_COMPUTE_WORK_GROUP_INVOCATIONS),
    BINDPOSE_NAMED(NUM_PROGRAM_BINARY_FORMATS),
};
// Three numbers each; the first is along x.
constexpr Named indexed_limits[] = {
    BINDPOSE_NAMED(MAX_COMPUTE_WORK_GROUP_COUNT),
    BINDPOSE_NAMED(MAX_COMPUTE_WORK_GROUP_SIZE),
};
constexpr GLenum context_lost = 0x0507;  // in OpenGL 4.5 and OpenGL ES 3.2
constexpr Named errors[] = {
    BINDPOSE_NAMED(INVALID_ENUM),      BINDPOSE_NAMED(INVALID_VALUE),
    BINDPOSE_NAMED(INVALID_OPERATION), BINDPOSE_NAMED(INVALID_FRAMEBUFFER_OPERATION),
    BINDPOSE_NAMED(OUT_OF_MEMORY),     {"CONTEXT_LOST", context_lost},
};
#undef BINDPOSE_NAMED

std::string error_name(GLenum error) {
  for (const Named& each : errors)
    if (each.value == error) return fmt::format("GL_{}", each.name);
  return "GL error";
}

}  // namespace

std::map<std::string, long> query_limits(const GladGLContext& gl, const DeviceRequest& request) {
  std::map<std::string, long> limits;
  for (const Named& limit : scalar_limits) {
    GLint64 value = 0;
    gl.GetInteger64v(limit.value, &value);
    if (gl.GetError() == GL_NO_ERROR) limits[limit.name] = static_cast<long>(value);
  }
  for (const Named& limit : indexed_limits) {
    GLint value = 0;
    gl.GetIntegeri_v(limit.value, 0, &value);
    // Some drivers return 2^32 - 1, which a GLint shows as -1.
    if (value < 0) value = std::numeric_limits<GLint>::max();
    if (gl.GetError() == GL_NO_ERROR) limits[limit.name] = value;
  }
  if (!has_buffer_textures(gl) || is_older(request, {3, 1}, {3, 1})) limits.erase("MAX_TEXTURE_BUFFER_SIZE");
  if (is_older(request, {4, 1}, {3, 0})) limits.erase("NUM_PROGRAM_BINARY_FORMATS");
  if (is_older(request, {4, 3}, {3, 1}))
    std::erase_if(limits, [](const auto& limit) {
      return limit.first.find("COMPUTE") != std::string::npos ||
             limit.first.find("SHADER_STORAGE") != std::string::npos;
    });
  return limits;
}

Expected<void> check_gl_errors(const GladGLContext& gl, const std::string& where) {
  std::string names;
  bool is_lost = false;
  constexpr int most = 16;  // a lost context returns an error every time
  for (int i = 0; i < most; ++i) {
    const GLenum error = gl.GetError();
    if (error == GL_NO_ERROR) break;
    is_lost = is_lost || error == context_lost;
    names += fmt::format("{}{} ({:#x})", names.empty() ? "" : ", ", error_name(error), error);
  }
  if (names.empty()) return {};
  return fail(is_lost ? "DEVICE_LOST" : "GL_ERROR", where, names);
}

}  // namespace bindpose::gpu
