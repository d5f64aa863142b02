// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an open OpenGL context without a window, its entry points and its limits.
#pragma once

#include <memory>
#include <string>

#include "gpu/device/device.h"
#include "gpu/device/dialect.h"
#include "reference/model/error.h"

struct GladGLContext;  // the entry points, from <glad/gl.h>

namespace bindpose::gpu {

class NativeContext;

/// A context with a 1 by 1 framebuffer bound (surfaceless drivers refuse every draw without one).
/// Current in the thread that opened it; one thread at a time. Do not fork after opening: zink and ANGLE
/// hang.
class Context {
 public:
  /// Opens a device that the request names; open_gl() (gpu/capture/gl_backend.h) also opens `best`. Errors
  /// LIBRARY_MISSING, DEVICE_UNAVAILABLE, CONTEXT_REFUSED (by the driver), BACKEND_MIXED (EGL and OSMesa in one
  /// process), NOT_SUPPORTED (an API that the platform lacks).
  static Expected<std::unique_ptr<Context>> open(const DeviceRequest& request);

  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  const DeviceInfo& info() const { return info_; }
  Api api() const { return info_.opened.api; }
  Dialect dialect() const { return info_.opened; }
  const GladGLContext& gl() const { return *gl_; }

  /// Makes it current in this thread; cheap if it already is. Error CONTEXT_REFUSED.
  Expected<void> make_current();

 private:
  Context(std::unique_ptr<NativeContext> native, const DeviceRequest& request);
  Expected<void> load();
  void make_framebuffer();

  std::unique_ptr<NativeContext> native_;
  std::unique_ptr<GladGLContext> gl_;
  DeviceInfo info_;
  unsigned framebuffer_ = 0;
  unsigned renderbuffer_ = 0;
};

}  // namespace bindpose::gpu
