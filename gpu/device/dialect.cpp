// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/device/dialect.h"

#include <fmt/format.h>

namespace bindpose::gpu {
namespace {

/// OpenGL ES has the qualifier `precise` and textures of buffers only by extensions.
constexpr const char* es_extensions =
    "#if defined(GL_EXT_gpu_shader5)\n"
    "#extension GL_EXT_gpu_shader5 : enable\n"
    "#endif\n"
    "#if defined(GL_EXT_texture_buffer)\n"
    "#extension GL_EXT_texture_buffer : enable\n"
    "#elif defined(GL_OES_texture_buffer)\n"
    "#extension GL_OES_texture_buffer : enable\n"
    "#endif\n";

std::string version_line(const Dialect& dialect) {
  const bool es = dialect.is_es();
  GlVersion version = dialect.version;
  if (dialect.api == Api::webgl)
    version = {3, 0};
  else if (dialect.api == Api::vulkan)
    version = {4, 5};
  else if (version == GlVersion{})
    version = es ? GlVersion{3, 1} : GlVersion{4, 3};
  return fmt::format("#version {}{}0 {}\n", version.major, version.minor, es ? "es" : "core");
}

}  // namespace

bool Dialect::binds_blocks() const {
  if (api == Api::webgl) return false;
  return version == GlVersion{} || version >= (api == Api::gles ? GlVersion{3, 1} : GlVersion{4, 2});
}

std::string shader_header(const Dialect& dialect, const std::string& precision) {
  const bool has_extensions = dialect.api == Api::gles && dialect.version != GlVersion{3, 0};
  return fmt::format("{}{}precision {} float;\nprecision highp int;\n", version_line(dialect),
                     has_extensions ? es_extensions : "", precision);
}

}  // namespace bindpose::gpu
