// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The drawing of gl.cpp in a library that is linked to EGL: a program that loads it with RTLD_LOCAL
// keeps EGL and OpenGL local as well.
#define EGL_NO_X11
#define MESA_EGL_NO_X11_HEADERS
#include <cstdio>

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include "conformance/captures/samples/gl_drawing.h"
#include "reference/model/try.h"

namespace bindpose::captures {
namespace {

/// Makes a context current that draws into one invisible pixel.
Expected<void> open_context() {
  const auto refused = fail("CONTEXT_REFUSED", "libEGL.so.1", "no OpenGL 3.3 without a window");
  void* display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  if (eglInitialize(display, nullptr, nullptr) == EGL_FALSE || eglBindAPI(EGL_OPENGL_API) == EGL_FALSE)
    return refused;
  const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  void* config = nullptr;
  EGLint count = 0;
  if (eglChooseConfig(display, wanted, &config, 1, &count) == EGL_FALSE || count != 1) return refused;
  const EGLint size[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
  const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
  void* pixel = eglCreatePbufferSurface(display, config, size);
  void* context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
  if (eglMakeCurrent(display, pixel, pixel, context) == EGL_FALSE) return refused;
  return {};
}

Expected<void> run(int count, char** words) {
  BINDPOSE_TRY(const auto options, sample_options(count, words));
  BINDPOSE_TRY(const auto scene, load_scene(options));
  BINDPOSE_CHECK(open_context());
  GladGLContext gl = {};
  if (gladLoadGLContext(&gl, eglGetProcAddress) == 0)
    return fail("CONTEXT_REFUSED", "glGetString", "says no version");
  return draw(gl, scene, options.first_influence);
}

}  // namespace
}  // namespace bindpose::captures

/// The counterpart of main() in the samples.
extern "C" __attribute__((visibility("default"))) int draw_sample(int count, char** words) {
  const auto done = bindpose::captures::run(count, words);
  if (!done) std::fprintf(stderr, "%s\n", bindpose::to_string(done.error()).c_str());
  return done ? 0 : 2;
}
