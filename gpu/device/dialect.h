// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the GLSL in which a program is written: an API's, as old as its version.
#pragma once

#include <string>

#include "gpu/device/device.h"

namespace bindpose::gpu {

struct Dialect {
  Api api = Api::gl;
  GlVersion version = {};  ///< as it is requested

  Dialect(Api of) : api(of) {}
  Dialect(const DeviceRequest& request) : api(request.api), version(request.version) {}

  /// True if programs declare the bindings of their blocks; else the caller binds them.
  bool binds_blocks() const;
  /// True for OpenGL ES, in which a program needs a fragment shader.
  bool is_es() const { return api == Api::gles || api == Api::webgl; }
};

/// The lines that every shader begins with: `#version`, extensions of OpenGL ES, precisions.
std::string shader_header(const Dialect& dialect, const std::string& precision = "highp");

}  // namespace bindpose::gpu
