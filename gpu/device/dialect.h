// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the GLSL dialect of a program: an API's, for its version.
#pragma once

#include <string>

#include "gpu/device/device.h"

namespace bindpose::gpu {

struct Dialect {
  Api api = Api::gl;
  GlVersion version = {};  ///< requested version

  Dialect(Api of) : api(of) {}
  Dialect(const DeviceRequest& request) : api(request.api), version(request.version) {}

  /// True if programs declare the bindings of their blocks; otherwise the caller binds them.
  bool binds_blocks() const;
  /// True for OpenGL ES, whose programs need a fragment shader.
  bool is_es() const { return api == Api::gles || api == Api::webgl; }
};

/// The lines that every shader begins with: `#version`, extensions of OpenGL ES, precisions.
std::string shader_header(const Dialect& dialect, const std::string& precision = "highp");

}  // namespace bindpose::gpu
